-- outside a transaction
-- Documents by the digits in their numbers. The numbers of a series have nearly all trigrams in common, and three digits are in
-- a thousandth of all numbers; five are in a hundred thousandth, and in every number of a usual series.

-- The runs of five digits in some texts of an organization, each as a hash. The organization is part of it, so that the same
-- number elsewhere is another run. Two that have the same hash are told apart by the comparison with the text.
CREATE OR REPLACE FUNCTION digit_runs(organization_id text, VARIADIC texts text[]) RETURNS bigint[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
    digits text;
    piece text;
    runs bigint[] := '{}';
BEGIN
    FOREACH digits IN ARRAY regexp_split_to_array(array_to_string(texts, ' '), '[^0-9]+') LOOP
        WHILE length(digits) >= 5 LOOP
            -- To cut off the first digit copies the rest. So long texts are cut into pieces first, of a hundred runs each.
            piece := left(digits, 104);
            digits := substr(digits, 101);
            WHILE length(piece) >= 5 LOOP
                runs := runs || hashtextextended(organization_id || left(piece, 5), 0);
                piece := substr(piece, 2);
            END LOOP;
        END LOOP;
    END LOOP;
    RETURN runs;
END $$
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_digits
-- next
CREATE INDEX CONCURRENTLY invoices_digits ON invoices USING gin
    (digit_runs(organization_id, invoice_number, external_reference))
-- next
DROP INDEX CONCURRENTLY IF EXISTS payments_received_digits
-- next
CREATE INDEX CONCURRENTLY payments_received_digits ON payments_received USING gin
    (digit_runs(organization_id, payment_number, reference_number, external_reference)) WHERE deleted_at IS NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS payments_made_digits
-- next
CREATE INDEX CONCURRENTLY payments_made_digits ON payments_made USING gin
    (digit_runs(organization_id, payment_number, reference_number, external_reference)) WHERE deleted_at IS NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS expenses_digits
-- next
CREATE INDEX CONCURRENTLY expenses_digits ON expenses USING gin
    (digit_runs(organization_id, expense_number, category, external_reference)) WHERE deleted_at IS NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS bills_digits
-- next
CREATE INDEX CONCURRENTLY bills_digits ON bills USING gin
    (digit_runs(organization_id, bill_number, vendor_bill_number, external_reference))
-- next
DROP INDEX CONCURRENTLY IF EXISTS credit_notes_digits
-- next
CREATE INDEX CONCURRENTLY credit_notes_digits ON credit_notes USING gin
    (digit_runs(organization_id, credit_note_number, reason, external_reference))
-- next
DROP INDEX CONCURRENTLY IF EXISTS debit_notes_digits
-- next
CREATE INDEX CONCURRENTLY debit_notes_digits ON debit_notes USING gin
    (digit_runs(organization_id, debit_note_number, reason, external_reference))
-- next
DROP INDEX CONCURRENTLY IF EXISTS quotes_digits
-- next
CREATE INDEX CONCURRENTLY quotes_digits ON quotes USING gin
    (digit_runs(organization_id, quote_number, external_reference))
-- next
DROP INDEX CONCURRENTLY IF EXISTS sales_orders_digits
-- next
CREATE INDEX CONCURRENTLY sales_orders_digits ON sales_orders USING gin
    (digit_runs(organization_id, sales_order_number, external_reference))
-- next
DROP INDEX CONCURRENTLY IF EXISTS purchase_orders_digits
-- next
CREATE INDEX CONCURRENTLY purchase_orders_digits ON purchase_orders USING gin
    (digit_runs(organization_id, purchase_order_number, external_reference))
