-- name: list
SELECT *
FROM sales_order_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR sales_order_number ILIKE %(q)s)
ORDER BY order_date DESC, created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM sales_order_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR sales_order_number ILIKE %(q)s);

-- name: get
SELECT *
FROM sales_order_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lines
SELECT *
FROM sales_order_line_records
WHERE organization_id = %(organization_id)s AND sales_order_id = %(id)s
ORDER BY sort_order;
