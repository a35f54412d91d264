-- What is kept of the lengths of lists, as it lies there.

-- name: kept
SELECT count(*) AS rows, coalesce(sum(change), 0)::bigint AS total
FROM record_counts
WHERE organization_id = %(organization_id)s AND table_name = 'customers';

-- name: add_customers
INSERT INTO customers (organization_id, id, display_name)
SELECT %(organization_id)s, 'cus_' || lpad(n::text, 6, '0'), 'Acme ' || n
FROM generate_series(%(first)s::int, %(last)s::int) n;
