-- outside a transaction
-- The trigram indexes of 0016, one table after the other, while requests go on. Without pg_trgm (0006) there are none, and
-- search gives the same answers.

-- The operator class is found wherever the extension lies.
SELECT set_config('search_path', concat_ws(', ', current_setting('search_path'), extnamespace::regnamespace), false)
FROM pg_extension
WHERE extname = 'pg_trgm';
-- next
DROP INDEX CONCURRENTLY IF EXISTS payments_received_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY payments_received_search ON payments_received USING gin
    (payment_number gin_trgm_ops, reference_number gin_trgm_ops) WHERE deleted_at IS NULL;
-- next
DROP INDEX CONCURRENTLY IF EXISTS bills_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY bills_search ON bills USING gin
    (bill_number gin_trgm_ops, vendor_bill_number gin_trgm_ops);
-- next
DROP INDEX CONCURRENTLY IF EXISTS credit_notes_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY credit_notes_search ON credit_notes USING gin
    (credit_note_number gin_trgm_ops, reason gin_trgm_ops);
-- next
DROP INDEX CONCURRENTLY IF EXISTS debit_notes_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY debit_notes_search ON debit_notes USING gin
    (debit_note_number gin_trgm_ops, reason gin_trgm_ops);
-- next
DROP INDEX CONCURRENTLY IF EXISTS quotes_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY quotes_search ON quotes USING gin
    (quote_number gin_trgm_ops);
-- next
DROP INDEX CONCURRENTLY IF EXISTS sales_orders_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY sales_orders_search ON sales_orders USING gin
    (sales_order_number gin_trgm_ops);
-- next
RESET search_path;
