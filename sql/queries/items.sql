-- use: signed_record(items, item_records)
-- use: guarded(items)
-- use: referenced(items)
-- use: large_searched_list(items, item_records, name)

-- part: in_force
deleted_at IS NULL

-- part: chosen
organization_id = %(organization_id)s AND :active AND :is_referenced AND :changed_since AND :found(items)

-- name: variants
SELECT *
FROM item_variant_records
WHERE organization_id = %(organization_id)s AND item_id = %(id)s
ORDER BY sort_order, size, id;

-- name: dangling
SELECT 'groupId' AS field
WHERE %(group_id)s::text IS NOT NULL
  AND NOT EXISTS (
    SELECT FROM item_groups
    WHERE organization_id = %(organization_id)s AND id = %(group_id)s AND deleted_at IS NULL)
UNION ALL
SELECT 'taxRateId'
WHERE %(tax_rate_id)s::text IS NOT NULL
  AND NOT EXISTS (
    SELECT FROM tax_rates
    WHERE organization_id = %(organization_id)s AND id = %(tax_rate_id)s AND deleted_at IS NULL)
UNION ALL
SELECT 'primaryVendorId'
WHERE %(primary_vendor_id)s::text IS NOT NULL
  AND NOT EXISTS (
    SELECT FROM vendors
    WHERE organization_id = %(organization_id)s AND id = %(primary_vendor_id)s AND deleted_at IS NULL);

-- name: looked_at
-- What the codes of an item are compared with.
SELECT coalesce(r.turnover_above_5_crore, false) AS turnover_above_5_crore,
       (SELECT t.rate_percent
        FROM tax_rates t
        WHERE t.organization_id = %(organization_id)s AND t.id = %(tax_rate_id)s::text AND t.is_gst) AS rate_percent
FROM organizations o
LEFT JOIN registrations r ON r.organization_id = %(organization_id)s AND r.is_default
WHERE o.id = %(organization_id)s;

-- name: insert
INSERT INTO items (
    organization_id, id, name, sku, hsn_or_sac, type, group_id, size_module_id, unit, pricing_mode, default_length_unit,
    master_unit, pieces_per_master, selling_price, purchase_price, is_price_inclusive, tax_rate_id, description,
    reorder_quantity, barcode, track_inventory, is_active, primary_vendor_id, axes, taxability, cess_rate_percent,
    external_reference, created_by)
VALUES (
    %(organization_id)s, %(id)s, %(name)s, %(sku)s, %(hsn_or_sac)s, %(type)s, %(group_id)s, %(size_module_id)s,
    %(unit)s, %(pricing_mode)s, %(default_length_unit)s, %(master_unit)s, %(pieces_per_master)s, %(selling_price)s,
    %(purchase_price)s, %(is_price_inclusive)s, %(tax_rate_id)s, %(description)s, %(reorder_quantity)s, %(barcode)s,
    %(track_inventory)s, %(is_active)s, %(primary_vendor_id)s, %(axes)s, %(taxability)s,
    %(cess_rate_percent)s, %(external_reference)s, %(user_id)s);

-- name: update
UPDATE items
SET name = %(name)s,
    sku = %(sku)s,
    hsn_or_sac = %(hsn_or_sac)s,
    type = %(type)s,
    group_id = %(group_id)s,
    size_module_id = %(size_module_id)s,
    unit = %(unit)s,
    pricing_mode = %(pricing_mode)s,
    default_length_unit = %(default_length_unit)s,
    master_unit = %(master_unit)s,
    pieces_per_master = %(pieces_per_master)s,
    selling_price = %(selling_price)s,
    purchase_price = %(purchase_price)s,
    is_price_inclusive = %(is_price_inclusive)s,
    tax_rate_id = %(tax_rate_id)s,
    description = %(description)s,
    reorder_quantity = %(reorder_quantity)s,
    barcode = %(barcode)s,
    track_inventory = %(track_inventory)s,
    is_active = %(is_active)s,
    taxability = %(taxability)s,
    cess_rate_percent = %(cess_rate_percent)s,
    primary_vendor_id = %(primary_vendor_id)s,
    axes = %(axes)s,
    external_reference = %(external_reference)s,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: live_variants
-- As they are stored; who holds the item's row is alone in changing them.
SELECT id, size, sku, barcode, selling_price, purchase_price, is_active, sort_order
FROM item_variants
WHERE organization_id = %(organization_id)s AND item_id = %(item_id)s AND deleted_at IS NULL
ORDER BY sort_order, size, id;

-- name: insert_variants
INSERT INTO item_variants (
    organization_id, item_id, id, size, sku, barcode, selling_price, purchase_price, is_active, sort_order)
SELECT %(organization_id)s, %(item_id)s, v.*
FROM unnest(
    %(id)s::text[], %(size)s::text[], %(sku)s::text[], %(barcode)s::text[], %(selling_price)s::numeric[],
    %(purchase_price)s::numeric[], %(is_active)s::boolean[], %(sort_order)s::bigint[]) AS v
RETURNING id;

-- name: update_variants
UPDATE item_variants AS t
SET size = v.size,
    sku = v.sku,
    barcode = v.barcode,
    selling_price = v.selling_price,
    purchase_price = v.purchase_price,
    is_active = v.is_active,
    sort_order = v.sort_order,
    updated_at = now()
FROM unnest(
    %(id)s::text[], %(size)s::text[], %(sku)s::text[], %(barcode)s::text[], %(selling_price)s::numeric[],
    %(purchase_price)s::numeric[], %(is_active)s::boolean[], %(sort_order)s::bigint[])
    AS v (id, size, sku, barcode, selling_price, purchase_price, is_active, sort_order)
WHERE t.organization_id = %(organization_id)s AND t.item_id = %(item_id)s AND t.id = v.id;

-- name: hold_goods
-- The positions of variants that are not kept, in the order of all who lock some: nobody else moves their goods until the
-- item is changed.
SELECT i.name, v.size, p.quantity_on_hand, i.unit, w.code AS warehouse, :blank_variant AS is_blank
FROM item_variants v
JOIN items i ON i.organization_id = %(organization_id)s AND i.id = v.item_id
JOIN stock_positions p ON p.organization_id = %(organization_id)s AND p.item_variant_id = v.id
JOIN warehouses w ON w.organization_id = %(organization_id)s AND w.id = p.warehouse_id
WHERE v.organization_id = %(organization_id)s
  AND v.item_id = %(item_id)s
  AND v.deleted_at IS NULL
  AND v.id <> ALL (%(kept)s::text[])
ORDER BY p.item_variant_id, p.warehouse_id
FOR NO KEY UPDATE OF p;

-- name: drop_variants
-- Those that are not kept. A blank one that has moved goods stays where the item would have none else, for the next
-- movement would make another; beside others it stays while it has goods, for they lie nowhere else.
UPDATE item_variants v
SET deleted_at = now(), updated_at = now()
WHERE v.organization_id = %(organization_id)s
  AND v.item_id = %(item_id)s
  AND v.deleted_at IS NULL
  AND v.id <> ALL (%(kept)s::text[])
  AND NOT (:blank_variant AND EXISTS (
    SELECT FROM stock_positions p
    WHERE p.organization_id = %(organization_id)s
      AND p.item_variant_id = v.id
      AND (p.quantity_on_hand <> 0 OR NOT %(has_others)s::boolean)));

-- name: delete_variants
-- All of a deleted item.
UPDATE item_variants
SET deleted_at = now(), updated_at = now()
WHERE organization_id = %(organization_id)s AND item_id = %(item_id)s AND deleted_at IS NULL;
