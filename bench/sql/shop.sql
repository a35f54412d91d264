-- name: positions
-- Where the goods lie, in the order they were made in.
SELECT v.item_id, p.item_variant_id, p.warehouse_id
FROM stock_positions p
JOIN item_variants v ON v.organization_id = p.organization_id AND v.id = p.item_variant_id
WHERE p.organization_id = %(organization_id)s
ORDER BY v.item_id;

-- name: insert_user
INSERT INTO users (id, email, name)
VALUES (%(id)s, 'bench@example.com', 'Bench');

-- name: trail
-- How many rows of the trail were ever written: it is counted past transactions.
SELECT last_value
FROM trail_ids;
