-- What the books hold, read as the owner of the tables.

-- name: numbers
-- The numbers that invoices and payments of the organization hold.
SELECT 'INVOICE' AS doc_type, invoice_number AS number
FROM invoices
WHERE organization_id = %(organization_id)s AND fiscal_year IS NOT NULL
UNION ALL
SELECT 'PAYMENT_RECEIVED', payment_number
FROM payments_received
WHERE organization_id = %(organization_id)s;

-- name: counters
SELECT doc_type, next_number, last_taken
FROM number_counters
WHERE organization_id = %(organization_id)s;

-- name: credit
SELECT coalesce(sum(amount + tds_amount - allocated - opening_balance_applied), 0) AS credit
FROM payments_received
WHERE organization_id = %(organization_id)s AND customer_id = %(customer_id)s AND deleted_at IS NULL;

-- name: positions
SELECT v.item_id, p.quantity_on_hand, p.value, p.average_cost
FROM stock_positions p
JOIN item_variants v ON v.organization_id = p.organization_id AND v.id = p.item_variant_id
WHERE p.organization_id = %(organization_id)s
ORDER BY v.item_id;

-- name: movements
SELECT m.*
FROM inventory_movements m
WHERE m.organization_id = %(organization_id)s
ORDER BY m.sequence;

-- name: variants
SELECT id, item_id
FROM item_variants
WHERE organization_id = %(organization_id)s;

-- name: warehouses
SELECT id
FROM warehouses
WHERE organization_id = %(organization_id)s;
