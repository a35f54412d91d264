-- name: make_positions
-- Positions for goods that were never moved there; in one order always, so that two of these cannot deadlock.
INSERT INTO stock_positions (organization_id, id, item_variant_id, warehouse_id)
SELECT %(organization_id)s, n.id, n.item_variant_id, n.warehouse_id
FROM unnest(%(ids)s::text[], %(item_variant_ids)s::text[], %(warehouse_ids)s::text[])
    AS n (id, item_variant_id, warehouse_id)
LEFT JOIN stock_positions p
    ON p.organization_id = %(organization_id)s
    AND p.item_variant_id = n.item_variant_id
    AND p.warehouse_id = n.warehouse_id
WHERE p.item_variant_id IS NULL
ORDER BY n.item_variant_id, n.warehouse_id
ON CONFLICT (organization_id, item_variant_id, warehouse_id) DO NOTHING
RETURNING id;

-- name: lock_positions
-- In one order always, so that two documents with the same goods wait for each other and do not deadlock. For the same
-- reason none is locked where one is still to be made: its turn may come before theirs.
SELECT p.item_variant_id, p.warehouse_id, p.quantity_on_hand, p.value, p.average_cost
FROM stock_positions p
JOIN unnest(%(item_variant_ids)s::text[], %(warehouse_ids)s::text[]) AS n (item_variant_id, warehouse_id)
    ON n.item_variant_id = p.item_variant_id AND n.warehouse_id = p.warehouse_id
WHERE p.organization_id = %(organization_id)s
  AND cardinality(%(item_variant_ids)s::text[]) = (
    SELECT count(*)
    FROM unnest(%(item_variant_ids)s::text[], %(warehouse_ids)s::text[]) AS n (item_variant_id, warehouse_id)
    JOIN stock_positions p
        ON p.organization_id = %(organization_id)s
        AND p.item_variant_id = n.item_variant_id
        AND p.warehouse_id = n.warehouse_id)
ORDER BY p.item_variant_id, p.warehouse_id
FOR NO KEY UPDATE OF p;

-- name: add_movements
-- In the order they were worked out in, which their sequence keeps.
INSERT INTO inventory_movements (
    organization_id, id, item_variant_id, warehouse_id, movement_type, quantity, unit_cost, total_cost, balance_after,
    avg_cost_after, source_doc_type, source_doc_id, source_doc_line_id, reverses_id, notes, created_by)
SELECT %(organization_id)s, m.id, m.item_variant_id, m.warehouse_id, m.movement_type, m.quantity, m.unit_cost,
       m.total_cost, m.balance_after, m.avg_cost_after, m.source_doc_type, m.source_doc_id, m.source_doc_line_id,
       m.reverses_id, m.notes, %(user_id)s
FROM ROWS FROM (
    json_to_recordset(%(movements)s::json) AS (
        id text, item_variant_id text, warehouse_id text, movement_type text, quantity quantity, unit_cost rate,
        total_cost amount, balance_after numeric, avg_cost_after rate, source_doc_type text, source_doc_id text,
        source_doc_line_id text, reverses_id text, notes text)
) WITH ORDINALITY AS m (
    id, item_variant_id, warehouse_id, movement_type, quantity, unit_cost, total_cost, balance_after, avg_cost_after,
    source_doc_type, source_doc_id, source_doc_line_id, reverses_id, notes, place)
ORDER BY m.place
RETURNING id;

-- name: update_positions
UPDATE stock_positions p
SET quantity_on_hand = n.quantity_on_hand,
    value = n.value,
    average_cost = n.average_cost,
    last_movement_at = now(),
    updated_at = now()
FROM json_to_recordset(%(positions)s::json) AS n (
    item_variant_id text, warehouse_id text, quantity_on_hand numeric, value amount, average_cost rate)
WHERE p.organization_id = %(organization_id)s
  AND p.item_variant_id = n.item_variant_id
  AND p.warehouse_id = n.warehouse_id;

-- name: outstanding
-- What a document moved and nothing has taken back.
SELECT m.id, m.item_variant_id, m.warehouse_id, m.quantity, m.unit_cost, m.total_cost, m.source_doc_line_id
FROM inventory_movements m
WHERE m.organization_id = %(organization_id)s
  AND m.source_doc_id = %(id)s
  AND m.reverses_id IS NULL
  AND NOT EXISTS (
    SELECT FROM inventory_movements r
    WHERE r.organization_id = %(organization_id)s AND r.reverses_id = m.id)
ORDER BY m.sequence;

-- name: costs_of_sale
-- What the goods of invoices left stock with; what an edit put back did not leave.
SELECT m.source_doc_id AS invoice_id, m.source_doc_line_id AS line_id, v.item_id, m.item_variant_id, m.quantity,
       m.unit_cost, m.total_cost
FROM inventory_movements m
JOIN item_variants v ON v.organization_id = %(organization_id)s AND v.id = m.item_variant_id
WHERE m.organization_id = %(organization_id)s
  AND m.source_doc_id = ANY (%(invoice_ids)s::text[])
  AND m.movement_type = 'SALES_OUT'
  AND NOT EXISTS (
    SELECT FROM inventory_movements r
    WHERE r.organization_id = %(organization_id)s AND r.reverses_id = m.id)
ORDER BY m.sequence;

-- name: counted
-- The positions of counts, and what each count moved there.
SELECT n.place::int - 1 AS place, p.id AS position_id, m.id AS movement_id, m.balance_after AS quantity_on_hand,
       m.avg_cost_after AS average_cost
FROM unnest(%(ids)s::text[], %(item_variant_ids)s::text[], %(warehouse_ids)s::text[])
    WITH ORDINALITY AS n (id, item_variant_id, warehouse_id, place)
JOIN stock_positions p
    ON p.organization_id = %(organization_id)s
    AND p.item_variant_id = n.item_variant_id
    AND p.warehouse_id = n.warehouse_id
LEFT JOIN inventory_movements m
    ON m.organization_id = %(organization_id)s AND m.source_doc_id = n.id;

-- name: set_thresholds
UPDATE stock_positions p
SET low_stock_threshold = n.threshold, updated_at = now()
FROM unnest(%(item_variant_ids)s::text[], %(warehouse_ids)s::text[], %(thresholds)s::numeric[])
    AS n (item_variant_id, warehouse_id, threshold)
WHERE p.organization_id = %(organization_id)s
  AND p.item_variant_id = n.item_variant_id
  AND p.warehouse_id = n.warehouse_id;

-- name: revive_variants_of_goods
-- Blank variants that an item was left without while they held nothing: goods move there again, so they are needed.
UPDATE item_variants v
SET deleted_at = NULL, updated_at = now()
FROM items i
WHERE v.organization_id = %(organization_id)s
  AND v.id = ANY (%(ids)s::text[])
  AND v.deleted_at IS NOT NULL
  AND :blank_variant
  AND i.organization_id = %(organization_id)s
  AND i.id = v.item_id
  AND i.deleted_at IS NULL;

-- name: revive_first_variants
-- For each item that has no variant the blank one that it had last, if goods have lain there: they are the same goods.
UPDATE item_variants t
SET deleted_at = NULL, updated_at = now()
FROM (
    SELECT DISTINCT ON (v.item_id) v.id
    FROM item_variants v
    WHERE v.organization_id = %(organization_id)s
      AND v.item_id = ANY (%(item_ids)s::text[])
      AND v.deleted_at IS NOT NULL
      AND :blank_variant
      AND EXISTS (
        SELECT FROM stock_positions p
        WHERE p.organization_id = %(organization_id)s AND p.item_variant_id = v.id)
      AND NOT EXISTS (
        SELECT FROM item_variants u
        WHERE u.organization_id = %(organization_id)s AND u.item_id = v.item_id AND u.deleted_at IS NULL)
    ORDER BY v.item_id, v.deleted_at DESC, v.id DESC
) last
WHERE t.organization_id = %(organization_id)s AND t.id = last.id
RETURNING t.id;

-- name: make_first_variants
-- A variant for each item that has none; no row where all have one.
INSERT INTO item_variants (organization_id, id, item_id)
SELECT %(organization_id)s, n.id, n.item_id
FROM unnest(%(ids)s::text[], %(item_ids)s::text[]) AS n (id, item_id)
LEFT JOIN item_variants v
    ON v.organization_id = %(organization_id)s AND v.item_id = n.item_id AND v.deleted_at IS NULL
WHERE v.item_id IS NULL
RETURNING id;

-- name: first_variants
SELECT item_id, min(id) AS id
FROM item_variants
WHERE organization_id = %(organization_id)s AND item_id = ANY (%(item_ids)s::text[]) AND deleted_at IS NULL
GROUP BY item_id;

-- name: make_first_warehouse
INSERT INTO warehouses (organization_id, id, code, name, is_default)
SELECT %(organization_id)s, %(id)s, 'MAIN', 'Main', true
WHERE NOT EXISTS (SELECT FROM warehouses WHERE organization_id = %(organization_id)s AND deleted_at IS NULL)
RETURNING id;

-- name: default_warehouse
:default_warehouse;
