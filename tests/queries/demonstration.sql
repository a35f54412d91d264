-- What a demonstration holds that the interface does not list.

-- name: purchase_orders
SELECT purchase_order_number AS number, status, order_date, total
FROM purchase_orders
WHERE organization_id = %(organization_id)s
ORDER BY purchase_order_number;

-- name: payments_made
SELECT payment_number AS number, payment_date, amount
FROM payments_made
WHERE organization_id = %(organization_id)s
ORDER BY payment_number;

-- name: least_on_hand
SELECT min(balance_after) AS least
FROM inventory_movements
WHERE organization_id = %(organization_id)s;

-- name: movement_types
SELECT DISTINCT movement_type
FROM inventory_movements
WHERE organization_id = %(organization_id)s;
