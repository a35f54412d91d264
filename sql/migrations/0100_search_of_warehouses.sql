-- outside a transaction
-- Warehouses are searched by an index, as the other kinds are (0006).

-- The operator class is found wherever the extension lies.
SELECT set_config('search_path', concat_ws(', ', current_setting('search_path'), extnamespace::regnamespace), false)
FROM pg_extension
WHERE extname = 'pg_trgm';
-- next
DROP INDEX CONCURRENTLY IF EXISTS warehouses_search;
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY warehouses_search ON warehouses USING gin
    (code gin_trgm_ops, name gin_trgm_ops) WHERE deleted_at IS NULL
