-- use: record(price_lists, price_list_records)
-- use: small_searched_list(price_lists, price_list_records, name)

-- part: chosen
organization_id = %(organization_id)s AND :active AND :changed_since AND :found(price_lists)

-- name: insert
INSERT INTO price_lists (
    organization_id, id, name, type, description, is_active, is_default, effective_from, effective_to)
VALUES (
    %(organization_id)s, %(id)s, %(name)s, %(type)s, %(description)s, %(is_active)s, %(is_default)s, %(effective_from)s,
    %(effective_to)s
);

-- name: clear_default
UPDATE price_lists
SET is_default = false, updated_at = now()
WHERE organization_id = %(organization_id)s AND type = %(type)s AND is_default AND deleted_at IS NULL
  AND id IS DISTINCT FROM %(id)s::text;

-- name: update
UPDATE price_lists
SET (name, type, description, is_active, is_default, effective_from, effective_to, updated_at)
  = (%(name)s, %(type)s, %(description)s, %(is_active)s, %(is_default)s, %(effective_from)s, %(effective_to)s, now())
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: entries
-- In the order they were last sent in.
SELECT id, organization_id, price_list_id, item_id, item_variant_id, rate, created_at, updated_at
FROM price_list_entries
WHERE organization_id = %(organization_id)s AND price_list_id = %(id)s
ORDER BY position, id;

-- name: dangling_entries
-- The fields of the first hundred entries that name no live item, or no live variant of their item, and that the list,
-- if there is one already, does not have.
SELECT 'entries.' || e.position - 1 || CASE WHEN i.id IS NULL THEN '.itemId' ELSE '.itemVariantId' END AS field
FROM unnest(%(item_ids)s::text[], %(item_variant_ids)s::text[])
    WITH ORDINALITY AS e (item_id, item_variant_id, position)
LEFT JOIN items i
    ON i.organization_id = %(organization_id)s
    AND i.id = e.item_id
    AND i.deleted_at IS NULL
LEFT JOIN item_variants v
    ON v.organization_id = %(organization_id)s
    AND v.item_id = e.item_id
    AND v.id = e.item_variant_id
    AND v.deleted_at IS NULL
LEFT JOIN price_list_entries p
    ON p.organization_id = %(organization_id)s
    -- Citus ends the server process where this is "= NULL".
    AND p.price_list_id = coalesce(%(price_list_id)s::text, '')
    AND p.item_id = e.item_id
    AND coalesce(p.item_variant_id, '') = coalesce(e.item_variant_id, '')
WHERE (i.id IS NULL OR (e.item_variant_id IS NOT NULL AND v.id IS NULL))
    AND p.item_id IS NULL
ORDER BY e.position
LIMIT 100;

-- name: drop_entries
-- Those of the list that are not among the items and variants named.
DELETE FROM price_list_entries p
WHERE p.organization_id = %(organization_id)s
    AND p.price_list_id = %(price_list_id)s
    AND NOT EXISTS (
        SELECT
        FROM unnest(%(item_ids)s::text[], %(item_variant_ids)s::text[]) AS e (item_id, item_variant_id)
        WHERE e.item_id = p.item_id AND coalesce(e.item_variant_id, '') = coalesce(p.item_variant_id, '')
    );

-- name: put_entries
-- An item or variant that has an entry keeps it under its id, and an entry that stays the same is not touched.
INSERT INTO price_list_entries AS p (organization_id, id, price_list_id, item_id, item_variant_id, rate, position)
SELECT %(organization_id)s, e.id, %(price_list_id)s, e.item_id, e.item_variant_id, e.rate, e.position
FROM unnest(%(ids)s::text[], %(item_ids)s::text[], %(item_variant_ids)s::text[], %(rates)s::numeric[])
    WITH ORDINALITY AS e (id, item_id, item_variant_id, rate, position)
ON CONFLICT (organization_id, price_list_id, item_id, item_variant_id) DO UPDATE
SET rate = excluded.rate,
    position = excluded.position,
    updated_at = excluded.updated_at
WHERE (p.rate, p.position) IS DISTINCT FROM (excluded.rate, excluded.position)
RETURNING id;
