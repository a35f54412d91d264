-- outside a transaction
-- The rows of an entry of the trail lie together.
DROP INDEX CONCURRENTLY IF EXISTS quote_lines_by_entry
-- next
CREATE INDEX CONCURRENTLY quote_lines_by_entry ON quote_lines USING brin (made_in) WITH (pages_per_range = 16, autosummarize = on)
-- next
DROP INDEX CONCURRENTLY IF EXISTS sales_order_lines_by_entry
-- next
CREATE INDEX CONCURRENTLY sales_order_lines_by_entry ON sales_order_lines USING brin (made_in) WITH (pages_per_range = 16, autosummarize = on)
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoice_lines_by_entry
-- next
CREATE INDEX CONCURRENTLY invoice_lines_by_entry ON invoice_lines USING brin (made_in) WITH (pages_per_range = 16, autosummarize = on)
-- next
DROP INDEX CONCURRENTLY IF EXISTS purchase_order_lines_by_entry
-- next
CREATE INDEX CONCURRENTLY purchase_order_lines_by_entry ON purchase_order_lines USING brin (made_in) WITH (pages_per_range = 16, autosummarize = on)
-- next
DROP INDEX CONCURRENTLY IF EXISTS bill_lines_by_entry
-- next
CREATE INDEX CONCURRENTLY bill_lines_by_entry ON bill_lines USING brin (made_in) WITH (pages_per_range = 16, autosummarize = on)
-- next
DROP INDEX CONCURRENTLY IF EXISTS debit_note_lines_by_entry
-- next
CREATE INDEX CONCURRENTLY debit_note_lines_by_entry ON debit_note_lines USING brin (made_in) WITH (pages_per_range = 16, autosummarize = on)
-- next
DROP INDEX CONCURRENTLY IF EXISTS payment_allocations_by_entry
-- next
CREATE INDEX CONCURRENTLY payment_allocations_by_entry ON payment_allocations USING brin (made_in) WITH (pages_per_range = 16, autosummarize = on)
-- next
DROP INDEX CONCURRENTLY IF EXISTS credit_note_allocations_by_entry
-- next
CREATE INDEX CONCURRENTLY credit_note_allocations_by_entry ON credit_note_allocations USING brin (made_in) WITH (pages_per_range = 16, autosummarize = on)
-- next
DROP INDEX CONCURRENTLY IF EXISTS bill_allocations_by_entry
-- next
CREATE INDEX CONCURRENTLY bill_allocations_by_entry ON bill_allocations USING brin (made_in) WITH (pages_per_range = 16, autosummarize = on)
-- next
DROP INDEX CONCURRENTLY IF EXISTS debit_note_allocations_by_entry
-- next
CREATE INDEX CONCURRENTLY debit_note_allocations_by_entry ON debit_note_allocations USING brin (made_in) WITH (pages_per_range = 16, autosummarize = on)
-- next
DROP INDEX CONCURRENTLY IF EXISTS inventory_movements_by_entry
-- next
CREATE INDEX CONCURRENTLY inventory_movements_by_entry ON inventory_movements USING brin (made_in) WITH (pages_per_range = 16, autosummarize = on)
-- next
-- Indexes that end in a time are ascending: what is new comes last. Descending ones took it in front, where a page that is
-- full is split in halves, of which the older stays half empty. Read backwards they give the same order.
DROP INDEX CONCURRENTLY IF EXISTS expenses_by_date_ascending
-- next
CREATE INDEX CONCURRENTLY expenses_by_date_ascending ON expenses (organization_id, expense_date, created_at, id)
    WHERE deleted_at IS NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS expenses_by_date
-- next
ALTER INDEX expenses_by_date_ascending RENAME TO expenses_by_date
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_by_date_ascending
-- next
CREATE INDEX CONCURRENTLY invoices_by_date_ascending ON invoices (organization_id, invoice_date, created_at, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_by_date
-- next
ALTER INDEX invoices_by_date_ascending RENAME TO invoices_by_date
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_by_customer_ascending
-- next
CREATE INDEX CONCURRENTLY invoices_by_customer_ascending ON invoices (organization_id, customer_id, invoice_date, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_by_customer
-- next
ALTER INDEX invoices_by_customer_ascending RENAME TO invoices_by_customer
-- next
DROP INDEX CONCURRENTLY IF EXISTS payments_received_by_date_ascending
-- next
CREATE INDEX CONCURRENTLY payments_received_by_date_ascending ON payments_received (organization_id, payment_date, created_at, id)
    WHERE deleted_at IS NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS payments_received_by_date
-- next
ALTER INDEX payments_received_by_date_ascending RENAME TO payments_received_by_date
-- next
DROP INDEX CONCURRENTLY IF EXISTS inventory_movements_by_variant
-- next
-- An index that is not unique needs no organization: a variant has one. Its positions are few.
CREATE INDEX CONCURRENTLY inventory_movements_by_variant ON inventory_movements (item_variant_id, sequence)
-- next
DROP INDEX CONCURRENTLY IF EXISTS inventory_movements_by_position
-- next
DROP INDEX CONCURRENTLY IF EXISTS quotes_by_date_ascending
-- next
CREATE INDEX CONCURRENTLY quotes_by_date_ascending ON quotes (organization_id, quote_date, created_at, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS quotes_by_date
-- next
ALTER INDEX quotes_by_date_ascending RENAME TO quotes_by_date
-- next
DROP INDEX CONCURRENTLY IF EXISTS sales_orders_by_date_ascending
-- next
CREATE INDEX CONCURRENTLY sales_orders_by_date_ascending ON sales_orders (organization_id, order_date, created_at, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS sales_orders_by_date
-- next
ALTER INDEX sales_orders_by_date_ascending RENAME TO sales_orders_by_date
-- next
DROP INDEX CONCURRENTLY IF EXISTS purchase_orders_by_date_ascending
-- next
CREATE INDEX CONCURRENTLY purchase_orders_by_date_ascending ON purchase_orders (organization_id, order_date, created_at, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS purchase_orders_by_date
-- next
ALTER INDEX purchase_orders_by_date_ascending RENAME TO purchase_orders_by_date
-- next
DROP INDEX CONCURRENTLY IF EXISTS bills_by_date_ascending
-- next
CREATE INDEX CONCURRENTLY bills_by_date_ascending ON bills (organization_id, bill_date, created_at, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS bills_by_date
-- next
ALTER INDEX bills_by_date_ascending RENAME TO bills_by_date
-- next
DROP INDEX CONCURRENTLY IF EXISTS credit_notes_by_date_ascending
-- next
CREATE INDEX CONCURRENTLY credit_notes_by_date_ascending ON credit_notes (organization_id, credit_note_date, created_at, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS credit_notes_by_date
-- next
ALTER INDEX credit_notes_by_date_ascending RENAME TO credit_notes_by_date
-- next
DROP INDEX CONCURRENTLY IF EXISTS debit_notes_by_date_ascending
-- next
CREATE INDEX CONCURRENTLY debit_notes_by_date_ascending ON debit_notes (organization_id, debit_note_date, created_at, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS debit_notes_by_date
-- next
ALTER INDEX debit_notes_by_date_ascending RENAME TO debit_notes_by_date
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_by_status_ascending
-- next
CREATE INDEX CONCURRENTLY invoices_by_status_ascending ON invoices (organization_id, status, invoice_date, created_at, id)
    INCLUDE (due_date) WHERE status <> 'PAID'
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_by_status
-- next
ALTER INDEX invoices_by_status_ascending RENAME TO invoices_by_status
-- next
DROP INDEX CONCURRENTLY IF EXISTS quotes_by_customer_ascending
-- next
CREATE INDEX CONCURRENTLY quotes_by_customer_ascending ON quotes (organization_id, customer_id, quote_date, created_at, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS quotes_by_customer
-- next
ALTER INDEX quotes_by_customer_ascending RENAME TO quotes_by_customer
-- next
DROP INDEX CONCURRENTLY IF EXISTS sales_orders_by_customer_ascending
-- next
CREATE INDEX CONCURRENTLY sales_orders_by_customer_ascending ON sales_orders (organization_id, customer_id, order_date, created_at, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS sales_orders_by_customer
-- next
ALTER INDEX sales_orders_by_customer_ascending RENAME TO sales_orders_by_customer
-- next
DROP INDEX CONCURRENTLY IF EXISTS bills_by_vendor_ascending
-- next
CREATE INDEX CONCURRENTLY bills_by_vendor_ascending ON bills (organization_id, vendor_id, bill_date, created_at, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS bills_by_vendor
-- next
ALTER INDEX bills_by_vendor_ascending RENAME TO bills_by_vendor
-- next
DROP INDEX CONCURRENTLY IF EXISTS expenses_by_vendor_ascending
-- next
CREATE INDEX CONCURRENTLY expenses_by_vendor_ascending ON expenses (organization_id, vendor_id, expense_date, created_at, id)
    WHERE deleted_at IS NULL AND vendor_id IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS expenses_by_vendor
-- next
ALTER INDEX expenses_by_vendor_ascending RENAME TO expenses_by_vendor
