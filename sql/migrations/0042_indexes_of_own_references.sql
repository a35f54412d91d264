-- outside a transaction
-- The checks and indexes of 0041, one table after the other, while requests go on.
--
-- One live record of a kind has a reference. A void document counts by its own id, so it keeps the reference beside the
-- one that has it now, and the index finds both.
ALTER TABLE customers VALIDATE CONSTRAINT customers_reference_has_a_length
-- next
ALTER TABLE vendors VALIDATE CONSTRAINT vendors_reference_has_a_length
-- next
ALTER TABLE items VALIDATE CONSTRAINT items_reference_has_a_length
-- next
ALTER TABLE expenses VALIDATE CONSTRAINT expenses_reference_has_a_length
-- next
ALTER TABLE invoices VALIDATE CONSTRAINT invoices_reference_has_a_length
-- next
ALTER TABLE payments_received VALIDATE CONSTRAINT payments_received_reference_has_a_length
-- next
ALTER TABLE quotes VALIDATE CONSTRAINT quotes_reference_has_a_length
-- next
ALTER TABLE sales_orders VALIDATE CONSTRAINT sales_orders_reference_has_a_length
-- next
ALTER TABLE purchase_orders VALIDATE CONSTRAINT purchase_orders_reference_has_a_length
-- next
ALTER TABLE bills VALIDATE CONSTRAINT bills_reference_has_a_length
-- next
ALTER TABLE credit_notes VALIDATE CONSTRAINT credit_notes_reference_has_a_length
-- next
ALTER TABLE debit_notes VALIDATE CONSTRAINT debit_notes_reference_has_a_length
-- next
ALTER TABLE payments_made VALIDATE CONSTRAINT payments_made_reference_has_a_length
-- next
DROP INDEX CONCURRENTLY IF EXISTS customers_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY customers_one_per_reference ON customers
    (organization_id, external_reference)
    WHERE external_reference IS NOT NULL AND deleted_at IS NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS vendors_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY vendors_one_per_reference ON vendors
    (organization_id, external_reference)
    WHERE external_reference IS NOT NULL AND deleted_at IS NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS items_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY items_one_per_reference ON items
    (organization_id, external_reference)
    WHERE external_reference IS NOT NULL AND deleted_at IS NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS expenses_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY expenses_one_per_reference ON expenses
    (organization_id, external_reference)
    WHERE external_reference IS NOT NULL AND deleted_at IS NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY invoices_one_per_reference ON invoices
    (organization_id, external_reference, (CASE status WHEN 'VOID' THEN id ELSE '' END))
    WHERE external_reference IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS payments_received_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY payments_received_one_per_reference ON payments_received
    (organization_id, external_reference)
    WHERE external_reference IS NOT NULL AND deleted_at IS NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS quotes_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY quotes_one_per_reference ON quotes
    (organization_id, external_reference)
    WHERE external_reference IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS sales_orders_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY sales_orders_one_per_reference ON sales_orders
    (organization_id, external_reference, (CASE status WHEN 'VOID' THEN id ELSE '' END))
    WHERE external_reference IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS purchase_orders_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY purchase_orders_one_per_reference ON purchase_orders
    (organization_id, external_reference, (CASE status WHEN 'VOID' THEN id ELSE '' END))
    WHERE external_reference IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS bills_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY bills_one_per_reference ON bills
    (organization_id, external_reference, (CASE status WHEN 'VOID' THEN id ELSE '' END))
    WHERE external_reference IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS credit_notes_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY credit_notes_one_per_reference ON credit_notes
    (organization_id, external_reference, (CASE status WHEN 'VOID' THEN id ELSE '' END))
    WHERE external_reference IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS debit_notes_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY debit_notes_one_per_reference ON debit_notes
    (organization_id, external_reference, (CASE status WHEN 'VOID' THEN id ELSE '' END))
    WHERE external_reference IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS payments_made_one_per_reference
-- next
CREATE UNIQUE INDEX CONCURRENTLY payments_made_one_per_reference ON payments_made
    (organization_id, external_reference)
    WHERE external_reference IS NOT NULL
-- next
-- The operator class of the trigram indexes is found wherever the extension lies. Each gets the reference; those of
-- parties also have the deleted ones, whose documents are found by their names.
SELECT set_config('search_path', concat_ws(', ', current_setting('search_path'), extnamespace::regnamespace), false)
FROM pg_extension
WHERE extname = 'pg_trgm'
-- next
DROP INDEX CONCURRENTLY IF EXISTS customers_search_anew
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY customers_search_anew ON customers USING gin
    (display_name gin_trgm_ops, gstin gin_trgm_ops, phone gin_trgm_ops, email gin_trgm_ops, external_reference gin_trgm_ops)
-- next
-- where pg_trgm is installed
DROP INDEX CONCURRENTLY IF EXISTS customers_search
-- next
-- where pg_trgm is installed
ALTER INDEX customers_search_anew RENAME TO customers_search
-- next
DROP INDEX CONCURRENTLY IF EXISTS vendors_search_anew
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY vendors_search_anew ON vendors USING gin
    (display_name gin_trgm_ops, gstin gin_trgm_ops, phone gin_trgm_ops, email gin_trgm_ops, external_reference gin_trgm_ops)
-- next
-- where pg_trgm is installed
DROP INDEX CONCURRENTLY IF EXISTS vendors_search
-- next
-- where pg_trgm is installed
ALTER INDEX vendors_search_anew RENAME TO vendors_search
-- next
DROP INDEX CONCURRENTLY IF EXISTS items_search_anew
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY items_search_anew ON items USING gin
    (name gin_trgm_ops, sku gin_trgm_ops, barcode gin_trgm_ops,
     hsn_or_sac gin_trgm_ops, external_reference gin_trgm_ops) WHERE deleted_at IS NULL
-- next
-- where pg_trgm is installed
DROP INDEX CONCURRENTLY IF EXISTS items_search
-- next
-- where pg_trgm is installed
ALTER INDEX items_search_anew RENAME TO items_search
-- next
DROP INDEX CONCURRENTLY IF EXISTS expenses_search_anew
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY expenses_search_anew ON expenses USING gin
    (expense_number gin_trgm_ops, category gin_trgm_ops, external_reference gin_trgm_ops) WHERE deleted_at IS NULL
-- next
-- where pg_trgm is installed
DROP INDEX CONCURRENTLY IF EXISTS expenses_search
-- next
-- where pg_trgm is installed
ALTER INDEX expenses_search_anew RENAME TO expenses_search
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_search_anew
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY invoices_search_anew ON invoices USING gin
    (invoice_number gin_trgm_ops, external_reference gin_trgm_ops)
-- next
-- where pg_trgm is installed
DROP INDEX CONCURRENTLY IF EXISTS invoices_search
-- next
-- where pg_trgm is installed
ALTER INDEX invoices_search_anew RENAME TO invoices_search
-- next
DROP INDEX CONCURRENTLY IF EXISTS payments_received_search_anew
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY payments_received_search_anew ON payments_received USING gin
    (payment_number gin_trgm_ops, reference_number gin_trgm_ops, external_reference gin_trgm_ops) WHERE deleted_at IS NULL
-- next
-- where pg_trgm is installed
DROP INDEX CONCURRENTLY IF EXISTS payments_received_search
-- next
-- where pg_trgm is installed
ALTER INDEX payments_received_search_anew RENAME TO payments_received_search
-- next
DROP INDEX CONCURRENTLY IF EXISTS quotes_search_anew
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY quotes_search_anew ON quotes USING gin
    (quote_number gin_trgm_ops, external_reference gin_trgm_ops)
-- next
-- where pg_trgm is installed
DROP INDEX CONCURRENTLY IF EXISTS quotes_search
-- next
-- where pg_trgm is installed
ALTER INDEX quotes_search_anew RENAME TO quotes_search
-- next
DROP INDEX CONCURRENTLY IF EXISTS sales_orders_search_anew
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY sales_orders_search_anew ON sales_orders USING gin
    (sales_order_number gin_trgm_ops, external_reference gin_trgm_ops)
-- next
-- where pg_trgm is installed
DROP INDEX CONCURRENTLY IF EXISTS sales_orders_search
-- next
-- where pg_trgm is installed
ALTER INDEX sales_orders_search_anew RENAME TO sales_orders_search
-- next
DROP INDEX CONCURRENTLY IF EXISTS bills_search_anew
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY bills_search_anew ON bills USING gin
    (bill_number gin_trgm_ops, vendor_bill_number gin_trgm_ops, external_reference gin_trgm_ops)
-- next
-- where pg_trgm is installed
DROP INDEX CONCURRENTLY IF EXISTS bills_search
-- next
-- where pg_trgm is installed
ALTER INDEX bills_search_anew RENAME TO bills_search
-- next
DROP INDEX CONCURRENTLY IF EXISTS credit_notes_search_anew
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY credit_notes_search_anew ON credit_notes USING gin
    (credit_note_number gin_trgm_ops, reason gin_trgm_ops, external_reference gin_trgm_ops)
-- next
-- where pg_trgm is installed
DROP INDEX CONCURRENTLY IF EXISTS credit_notes_search
-- next
-- where pg_trgm is installed
ALTER INDEX credit_notes_search_anew RENAME TO credit_notes_search
-- next
DROP INDEX CONCURRENTLY IF EXISTS debit_notes_search_anew
-- next
-- where pg_trgm is installed
CREATE INDEX CONCURRENTLY debit_notes_search_anew ON debit_notes USING gin
    (debit_note_number gin_trgm_ops, reason gin_trgm_ops, external_reference gin_trgm_ops)
-- next
-- where pg_trgm is installed
DROP INDEX CONCURRENTLY IF EXISTS debit_notes_search
-- next
-- where pg_trgm is installed
ALTER INDEX debit_notes_search_anew RENAME TO debit_notes_search
-- next
RESET search_path
