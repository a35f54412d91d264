-- one by one
-- Every table that callers add rows to is counted where there are quotas (0079). Lists that are a handful go on to count
-- themselves for their totals; but a handful is what their callers make of them.
ALTER TABLE organizations
    ADD COLUMN IF NOT EXISTS most_records bigint CHECK (most_records >= 0),
    ADD COLUMN IF NOT EXISTS most_lines   bigint CHECK (most_lines >= 0);
CALL hash_columns('organizations');
-- next
CALL count_for_quotas('accounts', true);
-- next
CALL count_for_quotas('currencies', true);
-- next
CALL count_for_quotas('item_groups', true);
-- next
CALL count_for_quotas('number_series', true);
-- next
CALL count_for_quotas('payment_terms', true);
-- next
CALL count_for_quotas('price_lists', true);
-- next
CALL count_for_quotas('recurring_invoices', true);
-- next
CALL count_for_quotas('tax_rates', true);
-- next
CALL count_for_quotas('warehouses', true);
-- next
CALL count_for_quotas('item_variants', true);
-- next
CALL count_for_quotas('price_list_entries', false);
-- next
CALL count_for_quotas('invoice_lines', false);
-- next
CALL count_for_quotas('quote_lines', false);
-- next
CALL count_for_quotas('sales_order_lines', false);
-- next
CALL count_for_quotas('purchase_order_lines', false);
-- next
CALL count_for_quotas('bill_lines', false);
-- next
CALL count_for_quotas('credit_note_lines', false);
-- next
CALL count_for_quotas('debit_note_lines', false);
-- next
CALL count_for_quotas('inventory_movements', false);
-- next
CALL count_for_quotas('payment_allocations', false);
-- next
CALL count_for_quotas('bill_allocations', false);
-- next
CALL count_for_quotas('credit_note_allocations', false);
-- next
CALL count_for_quotas('debit_note_allocations', false);
-- next
DROP TRIGGER IF EXISTS within_quotas ON record_counts;
CREATE CONSTRAINT TRIGGER within_quotas AFTER INSERT ON record_counts
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.change > 0 AND NOT NEW.folded AND quotas_are_counted()) EXECUTE FUNCTION keep_within_quotas();
