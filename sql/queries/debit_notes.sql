-- name: list
SELECT *
FROM debit_note_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR debit_note_number ILIKE %(q)s OR reason ILIKE %(q)s)
ORDER BY debit_note_date DESC, created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM debit_note_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR debit_note_number ILIKE %(q)s OR reason ILIKE %(q)s);

-- name: get
SELECT *
FROM debit_note_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lines
SELECT *
FROM debit_note_line_records
WHERE organization_id = %(organization_id)s AND debit_note_id = %(id)s
ORDER BY sort_order;

-- name: allocations
SELECT *
FROM debit_note_allocation_records
WHERE organization_id = %(organization_id)s AND debit_note_id = %(id)s
ORDER BY allocated_at, id;

-- name: movements
SELECT id, organization_id, item_variant_id, warehouse_id, movement_type, quantity, unit_cost, total_cost, balance_after,
       avg_cost_after, source_doc_type, source_doc_id, source_doc_line_id, lot_id, notes, created_by, created_at
FROM inventory_movement_records
WHERE organization_id = %(organization_id)s AND source_doc_id = %(id)s
ORDER BY sequence DESC;
