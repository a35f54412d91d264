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

-- name: unbalanced_invoices
-- Invoices whose settled amount is not the sum of the allocations of live payments.
SELECT i.id, i.amount_paid, a.amount
FROM invoices i
CROSS JOIN LATERAL (
    SELECT coalesce(sum(a.amount), 0) AS amount
    FROM payment_allocations a
    JOIN payments_received p
        ON p.organization_id = a.organization_id AND p.id = a.payment_id AND p.deleted_at IS NULL
    WHERE a.organization_id = i.organization_id AND a.invoice_id = i.id
) a
WHERE i.organization_id = %(organization_id)s AND i.amount_paid <> a.amount;

-- name: unbalanced_payments
-- Payments whose allocated amount is not the sum of their allocations.
SELECT p.id, p.allocated, a.amount
FROM payments_received p
CROSS JOIN LATERAL (
    SELECT coalesce(sum(a.amount), 0) AS amount
    FROM payment_allocations a
    WHERE a.organization_id = p.organization_id AND a.payment_id = p.id
) a
WHERE p.organization_id = %(organization_id)s AND p.allocated <> a.amount;

-- name: unbalanced_customers
-- Customers whose opening balance is not settled by what their live payments applied to it.
SELECT c.id, c.opening_balance_applied, p.applied
FROM customers c
CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.opening_balance_applied), 0) AS applied
    FROM payments_received p
    WHERE p.organization_id = c.organization_id AND p.customer_id = c.id AND p.deleted_at IS NULL
) p
WHERE c.organization_id = %(organization_id)s AND c.opening_balance_applied <> p.applied;

-- name: unbalanced_positions
-- Positions whose quantity is not what their movements add up to, or that are not as their last movement left them.
SELECT p.id, p.quantity_on_hand, m.quantity, l.balance_after, p.average_cost, l.avg_cost_after
FROM stock_positions p
CROSS JOIN LATERAL (
    SELECT coalesce(sum(CASE WHEN m.movement_type LIKE '%%_IN' THEN m.quantity ELSE -m.quantity END), 0) AS quantity
    FROM inventory_movements m
    WHERE m.organization_id = p.organization_id AND m.item_variant_id = p.item_variant_id AND m.warehouse_id = p.warehouse_id
) m
LEFT JOIN LATERAL (
    SELECT l.balance_after, l.avg_cost_after
    FROM inventory_movements l
    WHERE l.organization_id = p.organization_id AND l.item_variant_id = p.item_variant_id AND l.warehouse_id = p.warehouse_id
    ORDER BY l.sequence DESC
    LIMIT 1
) l ON true
WHERE p.organization_id = %(organization_id)s
  AND (p.quantity_on_hand <> m.quantity
       OR p.quantity_on_hand <> coalesce(l.balance_after, 0)
       OR p.average_cost <> coalesce(l.avg_cost_after, 0));

-- name: overtaken_positions
-- Movements that do not go on from where the one before them left the position.
SELECT id, balance_after, moved, before
FROM (
    SELECT m.id, m.balance_after,
           CASE WHEN m.movement_type LIKE '%%_IN' THEN m.quantity ELSE -m.quantity END AS moved,
           lag(m.balance_after, 1, 0) OVER (PARTITION BY m.item_variant_id, m.warehouse_id ORDER BY m.sequence) AS before
    FROM inventory_movements m
    WHERE m.organization_id = %(organization_id)s
) steps
WHERE balance_after <> before + moved;

