-- one by one
-- Every table that has a trail goes over to that of 0024.
CALL take_over_trail('organizations')
-- next
CALL take_over_trail('registrations')
-- next
CALL take_over_trail('roles', 'key')
-- next
CALL take_over_trail('memberships', 'user_id')
-- next
CALL take_over_trail('warehouses')
-- next
CALL take_over_trail('tokens')
-- next
CALL take_over_trail('payment_terms')
-- next
CALL take_over_trail('tax_rates')
-- next
CALL take_over_trail('currencies')
-- next
CALL take_over_trail('accounts')
-- next
CALL take_over_trail('item_groups')
-- next
CALL take_over_trail('vendors')
-- next
CALL take_over_trail('items')
-- next
CALL take_over_trail('item_variants')
-- next
CALL take_over_trail('price_lists')
-- next
CALL take_over_trail('price_list_entries')
-- next
CALL take_over_trail('customers')
-- next
CALL take_over_trail('customer_contacts')
-- next
CALL take_over_trail('number_series')
-- next
CALL take_over_trail('number_counters', 'doc_type,fiscal_year')
-- next
CALL take_over_trail('expenses')
-- next
CALL take_over_trail('invoices')
-- next
CALL take_over_trail_of_additions('invoice_lines')
-- next
CALL take_over_trail('payments_received')
-- next
CALL take_over_trail_of_additions('payment_allocations')
-- next
CALL take_over_trail('stock_positions')
-- next
CALL take_over_trail_of_additions('inventory_movements')
-- next
CALL take_over_trail('quotes')
-- next
CALL take_over_trail_of_additions('quote_lines')
-- next
CALL take_over_trail('sales_orders')
-- next
CALL take_over_trail_of_additions('sales_order_lines')
-- next
CALL take_over_trail('purchase_orders')
-- next
CALL take_over_trail_of_additions('purchase_order_lines')
-- next
CALL take_over_trail('bills')
-- next
CALL take_over_trail_of_additions('bill_lines')
-- next
CALL take_over_trail('credit_notes')
-- next
CALL take_over_trail('credit_note_lines')
-- next
CALL take_over_trail_of_additions('credit_note_allocations')
-- next
CALL take_over_trail('debit_notes')
-- next
CALL take_over_trail_of_additions('debit_note_lines')
-- next
CALL take_over_trail_of_additions('debit_note_allocations')
-- next
CALL take_over_trail('payments_made')
-- next
CALL take_over_trail_of_additions('bill_allocations')
-- next
CALL take_over_trail('document_templates')
-- next
-- A key is claimed and gets its reply in one transaction: the latter makes it. It goes when it is a day old, which is no
-- change of the books.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM trail_tables WHERE table_name = 'idempotency_keys') THEN
        DROP TRIGGER audit ON idempotency_keys;
        CALL trail_trigger('idempotency_keys', 'made', 'AFTER UPDATE ON %I REFERENCING NEW TABLE AS added
            FOR EACH STATEMENT EXECUTE FUNCTION trail_made', '''idempotency_keys'', ''key''');
        INSERT INTO trail_tables (table_name, record_columns, added_to) VALUES ('idempotency_keys', '{key}', false);
        CALL hash_columns('idempotency_keys');
        UPDATE trail_columns SET since = 0 WHERE table_name = 'idempotency_keys';
    END IF;
END $$
-- next
DROP PROCEDURE IF EXISTS take_over_trail
-- next
DROP PROCEDURE IF EXISTS take_over_trail_of_additions
