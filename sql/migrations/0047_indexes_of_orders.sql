-- outside a transaction
-- What was made of a quote or an order, and the lists of purchase orders as those of sales orders (0011, 0017, 0028).
DROP INDEX CONCURRENTLY IF EXISTS sales_orders_by_quote
-- next
CREATE INDEX CONCURRENTLY sales_orders_by_quote ON sales_orders (organization_id, quote_id) WHERE quote_id IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_by_quote
-- next
CREATE INDEX CONCURRENTLY invoices_by_quote ON invoices (organization_id, quote_id) WHERE quote_id IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_by_sales_order
-- next
CREATE INDEX CONCURRENTLY invoices_by_sales_order ON invoices (organization_id, sales_order_id) WHERE sales_order_id IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS bills_by_purchase_order
-- next
CREATE INDEX CONCURRENTLY bills_by_purchase_order ON bills (organization_id, purchase_order_id) WHERE purchase_order_id IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS purchase_orders_by_update
-- next
CREATE INDEX CONCURRENTLY purchase_orders_by_update ON purchase_orders (organization_id, updated_at, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS purchase_orders_by_vendor
-- next
CREATE INDEX CONCURRENTLY purchase_orders_by_vendor ON purchase_orders (organization_id, vendor_id, order_date, created_at, id)
-- next
-- The operator class is found wherever the extension lies.
SELECT set_config('search_path', concat_ws(', ', current_setting('search_path'), extnamespace::regnamespace), false)
FROM pg_extension
WHERE extname = 'pg_trgm'
-- next
DROP INDEX CONCURRENTLY IF EXISTS purchase_orders_search
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY purchase_orders_search ON purchase_orders USING gin
    (purchase_order_number gin_trgm_ops, external_reference gin_trgm_ops)
-- next
RESET search_path
