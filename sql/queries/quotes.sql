-- name: list
SELECT *
FROM quote_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR quote_number ILIKE %(q)s)
ORDER BY quote_date DESC, created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM quote_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR quote_number ILIKE %(q)s);

-- name: get
SELECT *
FROM quote_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lines
SELECT *
FROM quote_line_records
WHERE organization_id = %(organization_id)s AND quote_id = %(id)s
ORDER BY sort_order;
