-- one by one
-- Every table that callers add rows to is counted from now on, and each has a quota (0079). Lists that are a handful go on
-- to count themselves; but a handful is what their callers make of them.

ALTER TABLE organizations
    ADD COLUMN IF NOT EXISTS most_records bigint CHECK (most_records >= 0),
    ADD COLUMN IF NOT EXISTS most_lines   bigint CHECK (most_lines >= 0);
CALL hash_columns('organizations');
-- next
CALL count_from_now_on('accounts', true);
-- next
CALL count_from_now_on('currencies', true);
-- next
CALL count_from_now_on('item_groups', true);
-- next
CALL count_from_now_on('number_series', true);
-- next
CALL count_from_now_on('payment_terms', true);
-- next
CALL count_from_now_on('price_lists', true);
-- next
CALL count_from_now_on('recurring_invoices', true);
-- next
CALL count_from_now_on('tax_rates', true);
-- next
CALL count_from_now_on('warehouses', true);
-- next
CALL count_from_now_on('item_variants', true);
-- next
CALL count_from_now_on('price_list_entries', false);
-- next
CALL count_from_now_on('invoice_lines', false);
-- next
CALL count_from_now_on('quote_lines', false);
-- next
CALL count_from_now_on('sales_order_lines', false);
-- next
CALL count_from_now_on('purchase_order_lines', false);
-- next
CALL count_from_now_on('bill_lines', false);
-- next
CALL count_from_now_on('credit_note_lines', false);
-- next
CALL count_from_now_on('debit_note_lines', false);
-- next
CALL count_from_now_on('inventory_movements', false);
-- next
CALL count_from_now_on('payment_allocations', false);
-- next
CALL count_from_now_on('bill_allocations', false);
-- next
CALL count_from_now_on('credit_note_allocations', false);
-- next
CALL count_from_now_on('debit_note_allocations', false);
-- next
CALL count_what_is_there('accounts', true);
-- next
CALL count_what_is_there('currencies', true);
-- next
CALL count_what_is_there('item_groups', true);
-- next
CALL count_what_is_there('number_series', true);
-- next
CALL count_what_is_there('payment_terms', true);
-- next
CALL count_what_is_there('price_lists', true);
-- next
CALL count_what_is_there('recurring_invoices', true);
-- next
CALL count_what_is_there('tax_rates', true);
-- next
CALL count_what_is_there('warehouses', true);
-- next
CALL count_what_is_there('item_variants', true);
-- next
CALL count_what_is_there('price_list_entries', false);
-- next
CALL count_what_is_there('invoice_lines', false);
-- next
CALL count_what_is_there('quote_lines', false);
-- next
CALL count_what_is_there('sales_order_lines', false);
-- next
CALL count_what_is_there('purchase_order_lines', false);
-- next
CALL count_what_is_there('bill_lines', false);
-- next
CALL count_what_is_there('credit_note_lines', false);
-- next
CALL count_what_is_there('debit_note_lines', false);
-- next
CALL count_what_is_there('inventory_movements', false);
-- next
CALL count_what_is_there('payment_allocations', false);
-- next
CALL count_what_is_there('bill_allocations', false);
-- next
CALL count_what_is_there('credit_note_allocations', false);
-- next
CALL count_what_is_there('debit_note_allocations', false);
-- next
DROP TRIGGER IF EXISTS within_quotas ON record_counts;
CREATE CONSTRAINT TRIGGER within_quotas AFTER INSERT ON record_counts
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.change > 0 AND NOT NEW.folded) EXECUTE FUNCTION keep_within_quotas();
