-- outside a transaction
-- The trigram indexes of 0036, as in 0017.

-- The operator class is found wherever the extension lies.
SELECT set_config('search_path', concat_ws(', ', current_setting('search_path'), extnamespace::regnamespace), false)
FROM pg_extension
WHERE extname = 'pg_trgm';
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY invoices_search ON invoices USING gin
    (invoice_number gin_trgm_ops);
-- next
DROP INDEX CONCURRENTLY IF EXISTS expenses_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY expenses_search ON expenses USING gin
    (expense_number gin_trgm_ops, category gin_trgm_ops) WHERE deleted_at IS NULL;
-- next
DROP INDEX CONCURRENTLY IF EXISTS item_groups_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY item_groups_search ON item_groups USING gin
    (name gin_trgm_ops) WHERE deleted_at IS NULL;
-- next
DROP INDEX CONCURRENTLY IF EXISTS tax_rates_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY tax_rates_search ON tax_rates USING gin
    (name gin_trgm_ops) WHERE deleted_at IS NULL;
-- next
DROP INDEX CONCURRENTLY IF EXISTS currencies_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY currencies_search ON currencies USING gin
    (code gin_trgm_ops, name gin_trgm_ops) WHERE deleted_at IS NULL;
-- next
DROP INDEX CONCURRENTLY IF EXISTS payment_terms_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY payment_terms_search ON payment_terms USING gin
    (name gin_trgm_ops) WHERE deleted_at IS NULL;
-- next
DROP INDEX CONCURRENTLY IF EXISTS accounts_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY accounts_search ON accounts USING gin
    (account_name gin_trgm_ops, bank_name gin_trgm_ops, account_number gin_trgm_ops) WHERE deleted_at IS NULL;
-- next
DROP INDEX CONCURRENTLY IF EXISTS number_series_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY number_series_search ON number_series USING gin
    (doc_type gin_trgm_ops, prefix gin_trgm_ops, suffix gin_trgm_ops) WHERE deleted_at IS NULL;
-- next
RESET search_path;
