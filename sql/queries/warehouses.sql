-- use: record(warehouses, warehouse_records)
-- use: guarded(warehouses)
-- use: small_searched_list(warehouses, warehouse_records, name)
-- use: one_default(warehouses, is_default)

-- part: chosen
organization_id = %(organization_id)s AND :changed_since AND :found(warehouses)

-- name: has_default
SELECT EXISTS (
    SELECT FROM warehouses WHERE organization_id = %(organization_id)s AND is_default AND deleted_at IS NULL) AS has;

-- name: insert
-- No row where the code is taken. Writers wait for each other and clear the default before, so nothing else conflicts.
INSERT INTO warehouses (organization_id, id, code, name, is_default, address)
VALUES (%(organization_id)s, %(id)s, %(code)s, %(name)s, %(is_default)s, %(address)s)
ON CONFLICT DO NOTHING;

-- name: update
UPDATE warehouses
SET (code, name, is_default, address, updated_at) = (%(code)s, %(name)s, %(is_default)s, %(address)s, now())
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: kept
-- A warehouse that is held, and how many there are beside it.
SELECT w.is_default, (
    SELECT count(*) FROM warehouses o
    WHERE o.organization_id = %(organization_id)s AND o.id <> w.id AND o.deleted_at IS NULL) AS others
FROM warehouses w
WHERE w.organization_id = %(organization_id)s AND w.id = %(id)s;

-- name: goods
-- What lies in a warehouse that is held.
SELECT i.name, v.size, p.quantity_on_hand, i.unit, w.code AS warehouse
FROM stock_positions p
JOIN item_variants v ON v.organization_id = %(organization_id)s AND v.id = p.item_variant_id
JOIN items i ON i.organization_id = %(organization_id)s AND i.id = v.item_id
JOIN warehouses w ON w.organization_id = %(organization_id)s AND w.id = p.warehouse_id
WHERE p.organization_id = %(organization_id)s AND p.warehouse_id = %(id)s AND p.quantity_on_hand > 0
ORDER BY i.name, v.size, p.id;
