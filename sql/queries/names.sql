-- Records by what people call them. A name may stand for several.

-- name: customers
SELECT display_name AS name, id
FROM customers
WHERE organization_id = %(organization_id)s AND display_name = ANY (%(names)s::text[]) AND deleted_at IS NULL;

-- name: vendors
SELECT display_name AS name, id
FROM vendors
WHERE organization_id = %(organization_id)s AND display_name = ANY (%(names)s::text[]) AND deleted_at IS NULL;

-- name: items
-- By SKU; by name what is no SKU.
SELECT n.name, i.id
FROM unnest(%(names)s::text[]) AS n (name)
JOIN items i
    ON i.organization_id = %(organization_id)s AND i.sku = n.name AND i.deleted_at IS NULL
UNION ALL
SELECT i.name, i.id
FROM items i
WHERE i.organization_id = %(organization_id)s
  AND i.name = ANY (%(names)s::text[])
  AND i.deleted_at IS NULL
  AND NOT EXISTS (
    SELECT FROM items s
    WHERE s.organization_id = %(organization_id)s AND s.sku = i.name AND s.deleted_at IS NULL);

-- name: warehouses
SELECT code AS name, id
FROM warehouses
WHERE organization_id = %(organization_id)s AND code = ANY (%(names)s::text[]) AND deleted_at IS NULL;

-- name: invoices
SELECT invoice_number AS name, id
FROM invoices
WHERE organization_id = %(organization_id)s AND invoice_number = ANY (%(names)s::text[]);

-- name: bills
SELECT bill_number AS name, id
FROM bills
WHERE organization_id = %(organization_id)s AND bill_number = ANY (%(names)s::text[]);

-- name: variants
-- Sizes of items.
SELECT v.item_id, v.size, v.id
FROM unnest(%(item_ids)s::text[], %(sizes)s::text[]) AS n (item_id, size)
JOIN item_variants v
    ON v.organization_id = %(organization_id)s AND v.item_id = n.item_id AND v.size = n.size AND v.deleted_at IS NULL;

-- name: first_admin
-- Who stands for the organization on what an operator brings in.
SELECT user_id
FROM memberships
WHERE organization_id = %(organization_id)s AND role_key = 'ADMIN'
ORDER BY created_at, user_id
LIMIT 1;
