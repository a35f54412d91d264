-- Of a series that a registration has, `doc_type` is the kind, a space and the registration; of all others the kind.

-- part: with_registrations(series)
-- The series of a kind, whatever their registrations.
:series.organization_id = %(organization_id)s
  AND split_part(:series.doc_type, ' ', 1) = %(doc_type)s
  AND :series.deleted_at IS NULL

-- name: take
-- Count up by as many as are wanted; no row where there is no series.
SELECT prefix, suffix, padding, fiscal_year, last_taken, last_day
FROM take_numbers(%(organization_id)s, %(doc_type)s, %(registration_id)s, %(day)s, %(many)s);

-- name: year_of
-- The fiscal year of a day in the organization.
SELECT fiscal_year(%(day)s::date, fiscal_year_start_month) AS fiscal_year
FROM organizations
WHERE id = %(organization_id)s;

-- name: make_series
INSERT INTO number_series (organization_id, id, doc_type, prefix)
VALUES (%(organization_id)s, %(id)s, %(doc_type)s, %(prefix)s)
ON CONFLICT (organization_id, doc_type) WHERE deleted_at IS NULL DO NOTHING;

-- name: forms
-- What the numbers of a kind look like.
SELECT s.id, s.registration_id, s.prefix, s.suffix
FROM number_series s
WHERE :with_registrations(s)
ORDER BY s.id;

-- name: series
-- The series of a kind, and the month that fiscal years begin in, held like `take` holds one.
SELECT s.doc_type, s.registration_id, s.prefix, s.suffix, s.padding, s.reset_yearly, o.fiscal_year_start_month
FROM number_series s
JOIN organizations o ON o.id = %(organization_id)s
WHERE :with_registrations(s)
ORDER BY s.id
FOR SHARE OF s;

-- name: hold_counters
-- Counters of series and fiscal years, made where there are none, held until the transaction ends.
INSERT INTO number_counters AS c (organization_id, doc_type, fiscal_year)
SELECT %(organization_id)s, n.doc_type, n.fiscal_year
FROM unnest(%(doc_types)s::text[], %(fiscal_years)s::int[]) AS n (doc_type, fiscal_year)
ORDER BY n.doc_type, n.fiscal_year
ON CONFLICT (organization_id, doc_type, fiscal_year) DO UPDATE
SET next_number = c.next_number
RETURNING doc_type, fiscal_year, next_number, last_day;

-- name: advance_counters
UPDATE number_counters c
SET next_number = n.next_number, last_taken = n.next_number - 1, last_day = n.last_day
FROM unnest(%(doc_types)s::text[], %(fiscal_years)s::int[], %(next_numbers)s::bigint[], %(last_days)s::date[])
    AS n (doc_type, fiscal_year, next_number, last_day)
WHERE c.organization_id = %(organization_id)s AND c.doc_type = n.doc_type AND c.fiscal_year = n.fiscal_year;

-- name: last_form
-- What the numbers of a series looked like that was deleted under a name.
SELECT s.prefix, s.suffix
FROM number_series s
WHERE s.organization_id = %(organization_id)s AND s.doc_type = %(doc_type)s AND s.deleted_at IS NOT NULL
ORDER BY s.deleted_at DESC, s.id DESC
LIMIT 1;

-- name: count_on
-- No counter of a series gives a number that a document has: in a new form what was taken is what documents have. The
-- counters are locked in the order of their years.
WITH formed AS (
    SELECT f.counting, max(f.counter) AS counter
    FROM (
:numbers_in_form
    ) f
    WHERE f.series_id = %(id)s AND f.kind = %(kind)s
    GROUP BY f.counting
)
INSERT INTO number_counters AS c (organization_id, doc_type, fiscal_year, next_number, last_taken)
SELECT %(organization_id)s, %(doc_type)s, y.counting, coalesce(f.counter, 0) + 1, coalesce(f.counter, 0)
FROM (
    SELECT counting
    FROM formed
    UNION
    SELECT fiscal_year
    FROM number_counters
    WHERE organization_id = %(organization_id)s AND doc_type = %(doc_type)s
) y
LEFT JOIN formed f ON f.counting = y.counting
ORDER BY y.counting
ON CONFLICT (organization_id, doc_type, fiscal_year) DO UPDATE
SET next_number = CASE
        WHEN %(begins)s::boolean THEN excluded.next_number
        ELSE greatest(c.next_number, excluded.next_number)
    END,
    last_taken = CASE
        WHEN %(is_new_form)s::boolean THEN excluded.last_taken
        ELSE greatest(c.last_taken, excluded.last_taken)
    END
RETURNING fiscal_year;
