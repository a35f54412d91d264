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
