-- name: unallocated
-- The customers' open credit notes with something left over, oldest first.
SELECT id, customer_id, currency_code, total - allocated_amount AS credit
FROM credit_notes
WHERE organization_id = %(organization_id)s
  AND customer_id = ANY (%(customer_ids)s::text[])
  AND status = 'OPEN'
  AND total > allocated_amount
ORDER BY credit_note_date, created_at, id;

-- name: add_allocated
UPDATE credit_notes n
SET allocated_amount = n.allocated_amount + a.amount, updated_at = now()
FROM unnest(%(credit_note_ids)s::text[], %(amounts)s::numeric[]) AS a (credit_note_id, amount)
WHERE n.organization_id = %(organization_id)s AND n.id = a.credit_note_id;

-- name: allocate
INSERT INTO credit_note_allocations (organization_id, id, credit_note_id, invoice_id, amount, created_by)
SELECT %(organization_id)s, a.id, a.credit_note_id, a.invoice_id, a.amount, %(user_id)s
FROM unnest(%(ids)s::text[], %(credit_note_ids)s::text[], %(invoice_ids)s::text[], %(amounts)s::numeric[])
    AS a (id, credit_note_id, invoice_id, amount);

-- name: list
SELECT *
FROM credit_note_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR credit_note_number ILIKE %(q)s OR reason ILIKE %(q)s)
ORDER BY credit_note_date DESC, created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM credit_note_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR credit_note_number ILIKE %(q)s OR reason ILIKE %(q)s);

-- name: get
SELECT *
FROM credit_note_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lines
SELECT *
FROM credit_note_line_records
WHERE organization_id = %(organization_id)s AND credit_note_id = %(id)s
ORDER BY sort_order;

-- name: allocations
SELECT *
FROM credit_note_allocation_records
WHERE organization_id = %(organization_id)s AND credit_note_id = %(id)s
ORDER BY allocated_at, id;

-- name: movements
SELECT id, organization_id, item_variant_id, warehouse_id, movement_type, quantity, unit_cost, total_cost, balance_after,
       avg_cost_after, source_doc_type, source_doc_id, source_doc_line_id, lot_id, notes, created_by, created_at
FROM inventory_movement_records
WHERE organization_id = %(organization_id)s AND source_doc_id = %(id)s
ORDER BY sequence DESC;
