-- name: list
SELECT *
FROM stock_position_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR item_name ILIKE %(q)s OR variant_size ILIKE %(q)s OR variant_sku ILIKE %(q)s
       OR warehouse_name ILIKE %(q)s OR warehouse_code ILIKE %(q)s)
ORDER BY id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT CASE WHEN %(q)s::text IS NULL
    THEN (SELECT coalesce(sum(change), 0)::bigint FROM record_counts
          WHERE organization_id = %(organization_id)s AND table_name = 'stock_positions')
    ELSE (SELECT count(*) FROM stock_position_records
          WHERE organization_id = %(organization_id)s
            AND (item_name ILIKE %(q)s OR variant_size ILIKE %(q)s OR variant_sku ILIKE %(q)s
              OR warehouse_name ILIKE %(q)s OR warehouse_code ILIKE %(q)s))
END AS total;

-- part: chosen
organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR item_name ILIKE %(q)s OR variant_size ILIKE %(q)s OR variant_sku ILIKE %(q)s
       OR warehouse_name ILIKE %(q)s OR warehouse_code ILIKE %(q)s)
  AND (%(updated_since)s::timestamptz IS NULL OR updated_at >= %(updated_since)s)

-- name: count_chosen
SELECT count(*) AS total
FROM stock_position_records
WHERE :chosen;

-- name: newest
SELECT *
FROM stock_position_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR id < %(after_id)s)
ORDER BY id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: oldest
SELECT *
FROM stock_position_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR id > %(after_id)s)
ORDER BY id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_name
SELECT *
FROM stock_position_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (item_name, id) > (%(after_name)s, %(after_id)s))
ORDER BY item_name, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_update
SELECT *
FROM stock_position_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (updated_at, id) > (%(after_updated_at)s, %(after_id)s))
ORDER BY updated_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: get
SELECT *
FROM stock_position_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: movements
-- The latest movements of a position, without what the position itself says.
SELECT m.id, m.movement_type, m.quantity, m.unit_cost, m.total_cost, m.balance_after, m.avg_cost_after,
       m.source_doc_type, m.source_doc_id, m.notes, m.created_at
FROM stock_positions p
JOIN inventory_movement_records m
    ON m.organization_id = %(organization_id)s
    AND m.item_variant_id = p.item_variant_id
    AND m.warehouse_id = p.warehouse_id
WHERE p.organization_id = %(organization_id)s AND p.id = %(id)s
ORDER BY m.sequence DESC
LIMIT 100;
