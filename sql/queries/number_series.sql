-- use: record(number_series, number_series_records)

-- part: placed
-- With the time at which a series was made, which places it in a list and is not shown.
SELECT r.*, s.created_at
FROM number_series_records r
JOIN number_series s ON s.organization_id = %(organization_id)s AND s.id = r.id

-- name: list
:placed
WHERE r.organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR r.id = ANY (ARRAY(SELECT matching_number_series(%(q)s))))
ORDER BY s.created_at DESC, s.id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM number_series_records r
WHERE r.organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR r.id = ANY (ARRAY(SELECT matching_number_series(%(q)s))));

-- part: chosen
r.organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR r.id = ANY (ARRAY(SELECT matching_number_series(%(q)s))))
  AND (%(updated_since)s::timestamptz IS NULL OR r.updated_at >= %(updated_since)s)

-- name: count_chosen
SELECT count(*) AS total
FROM number_series_records r
WHERE :chosen;

-- name: newest
:placed
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (s.created_at, r.id) < (%(after_created_at)s, %(after_id)s))
ORDER BY s.created_at DESC, r.id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: oldest
:placed
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (s.created_at, r.id) > (%(after_created_at)s, %(after_id)s))
ORDER BY s.created_at, r.id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_name
:placed
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (r.doc_type, r.id) > (%(after_name)s, %(after_id)s))
ORDER BY r.doc_type, r.id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_update
:placed
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (r.updated_at, r.id) > (%(after_updated_at)s, %(after_id)s))
ORDER BY r.updated_at, r.id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: insert
-- The kind of a registration's series is stored with the registration.
INSERT INTO number_series (organization_id, id, doc_type, prefix, suffix, padding, reset_yearly, registration_id)
VALUES (
    %(organization_id)s, %(id)s, %(doc_type)s, %(prefix)s, %(suffix)s, %(padding)s, %(reset_yearly)s,
    %(registration_id)s);

-- name: hold_kind
-- Every series of the kind of one, in the order of all who hold some: no document is numbered meanwhile.
SELECT s.id
FROM number_series s
WHERE s.organization_id = %(organization_id)s
  AND s.deleted_at IS NULL
  AND split_part(s.doc_type, ' ', 1) = coalesce(%(doc_type)s::text, (
    SELECT split_part(o.doc_type, ' ', 1)
    FROM number_series o
    WHERE o.organization_id = %(organization_id)s AND o.id = %(id)s))
ORDER BY s.id
FOR NO KEY UPDATE;

-- name: moment
-- Now, not when the transaction began.
SELECT clock_timestamp() AS moment
FROM organizations
WHERE id = %(organization_id)s;

-- name: registration
SELECT id
FROM registrations
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: update
UPDATE number_series
SET (prefix, suffix, padding, reset_yearly, updated_at, formed_at)
  = (%(prefix)s, %(suffix)s, %(padding)s, %(reset_yearly)s, now(), %(formed_at)s)
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: running_year
-- The fiscal year that runs today where the organization is.
SELECT fiscal_year((now() AT TIME ZONE time_zone)::date, fiscal_year_start_month) AS fiscal_year
FROM organizations
WHERE id = %(organization_id)s;

-- name: count_all_years
-- One counter for all years from now on: it goes on where the running year's stands and passes over what was taken in
-- any year. Where none has counted yet, there is nothing to do.
INSERT INTO number_counters AS c (organization_id, doc_type, fiscal_year, next_number, last_taken)
SELECT %(organization_id)s, %(doc_type)s, 0,
       greatest(max(last_taken) + 1, max(next_number) FILTER (WHERE fiscal_year IN (0, %(running_year)s))),
       max(last_taken)
FROM number_counters
WHERE organization_id = %(organization_id)s AND doc_type = %(doc_type)s
HAVING count(*) > 0
ON CONFLICT (organization_id, doc_type, fiscal_year) DO UPDATE
SET next_number = greatest(c.next_number, excluded.next_number),
    last_taken = greatest(c.last_taken, excluded.last_taken)
RETURNING fiscal_year;

-- name: count_each_year
-- A counter for each year from now on. Any year in which documents have numbers may have them from the counter of all
-- years, so it goes on after the last of that one; years without numbers still begin at 1. The running year also takes
-- over a number that was set ahead. Of the kinds only the one that is asked for is read; two have no documents. The
-- counters are locked in the order of their years.
WITH numbered AS (
    SELECT i.fiscal_year
    FROM (
:issued
    ) i
    WHERE i.doc_type = %(kind)s
)
INSERT INTO number_counters AS c (organization_id, doc_type, fiscal_year, next_number, last_taken)
SELECT %(organization_id)s, a.doc_type, y.fiscal_year,
       CASE WHEN y.fiscal_year = %(running_year)s THEN a.next_number ELSE a.last_taken + 1 END,
       a.last_taken
FROM number_counters a
CROSS JOIN (SELECT fiscal_year FROM numbered UNION SELECT %(running_year)s) y
WHERE a.organization_id = %(organization_id)s AND a.doc_type = %(doc_type)s AND a.fiscal_year = 0
ORDER BY y.fiscal_year
ON CONFLICT (organization_id, doc_type, fiscal_year) DO UPDATE
SET next_number = greatest(c.next_number, excluded.next_number),
    last_taken = greatest(c.last_taken, excluded.last_taken)
RETURNING fiscal_year;

-- name: set_next
-- Without a number to set, the one after the last taken. Touches no row where the number was taken already.
INSERT INTO number_counters AS c (organization_id, doc_type, fiscal_year, next_number)
VALUES (%(organization_id)s, %(doc_type)s, %(fiscal_year)s, coalesce(%(next_number)s::bigint, 1))
ON CONFLICT (organization_id, doc_type, fiscal_year) DO UPDATE
SET next_number = coalesce(%(next_number)s::bigint, c.last_taken + 1)
WHERE coalesce(%(next_number)s::bigint, c.last_taken + 1) > c.last_taken;
