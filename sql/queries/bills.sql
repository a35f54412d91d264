-- name: list
SELECT *
FROM bill_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR bill_number ILIKE %(q)s OR vendor_bill_number ILIKE %(q)s)
ORDER BY bill_date DESC, created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM bill_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR bill_number ILIKE %(q)s OR vendor_bill_number ILIKE %(q)s);

-- name: get
SELECT *
FROM bill_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lines
SELECT *
FROM bill_line_records
WHERE organization_id = %(organization_id)s AND bill_id = %(id)s
ORDER BY sort_order;

-- name: allocations
SELECT *
FROM bill_allocation_records
WHERE organization_id = %(organization_id)s AND bill_id = %(id)s
ORDER BY id;
