-- What statements of several files have in common.

-- part: default_warehouse
-- Where goods lie when nothing is said: the default warehouse, else the oldest; none before the first one is made.
SELECT h.id
FROM warehouses h
WHERE h.organization_id = %(organization_id)s
ORDER BY h.is_default DESC, h.created_at, h.id
LIMIT 1

-- part: blank_variant
-- One that may be the service's own: an item without variants gets it at its first movement.
btrim(v.size) = '' AND coalesce(btrim(v.sku), '') = ''

-- part: issued
-- Every number that a document of the organization bears, and whether the document is still in force.
SELECT 'INVOICE' AS doc_type, id, invoice_number AS number, fiscal_year, invoice_date AS day,
       status <> 'VOID' AS in_force
FROM invoices
WHERE organization_id = %(organization_id)s AND fiscal_year IS NOT NULL
UNION ALL
SELECT 'PAYMENT_RECEIVED', id, payment_number, fiscal_year, payment_date, deleted_at IS NULL
FROM payments_received
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'EXPENSE', id, expense_number, fiscal_year, expense_date, deleted_at IS NULL
FROM expenses
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'QUOTE', id, quote_number, fiscal_year, quote_date, true
FROM quotes
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'SALES_ORDER', id, sales_order_number, fiscal_year, order_date, status <> 'VOID'
FROM sales_orders
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'PURCHASE_ORDER', id, purchase_order_number, fiscal_year, order_date, status <> 'VOID'
FROM purchase_orders
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'BILL', id, bill_number, fiscal_year, bill_date, status <> 'VOID'
FROM bills
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'PAYMENT_MADE', id, payment_number, fiscal_year, payment_date, true
FROM payments_made
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'CREDIT_NOTE', id, credit_note_number, fiscal_year, credit_note_date, status <> 'VOID'
FROM credit_notes
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'DEBIT_NOTE', id, debit_note_number, fiscal_year, debit_note_date, status <> 'VOID'
FROM debit_notes
WHERE organization_id = %(organization_id)s
