-- name: take
-- Count up by as many as are wanted in the series' counter of the day's fiscal year; no row where there is no series.
-- The series is held, so that who waits for the counter does not go on with settings that were changed meanwhile.
WITH series AS (
    SELECT s.prefix, s.suffix, s.padding, s.reset_yearly,
           fiscal_year(%(day)s::date, o.fiscal_year_start_month) AS fiscal_year
    FROM number_series s
    JOIN organizations o ON o.id = %(organization_id)s
    WHERE s.organization_id = %(organization_id)s AND s.doc_type = %(doc_type)s AND s.deleted_at IS NULL
    FOR SHARE OF s
), counter AS (
    INSERT INTO number_counters AS c (organization_id, doc_type, fiscal_year, next_number, last_taken)
    SELECT %(organization_id)s, %(doc_type)s, CASE WHEN reset_yearly THEN fiscal_year ELSE 0 END, 1 + %(many)s, %(many)s
    FROM series
    ON CONFLICT (organization_id, doc_type, fiscal_year) DO UPDATE
    SET next_number = c.next_number + %(many)s, last_taken = c.next_number + %(many)s - 1
    RETURNING last_taken
)
SELECT prefix, suffix, padding, fiscal_year, last_taken
FROM series, counter;

-- name: year_of
-- The fiscal year of a day in the organization.
SELECT fiscal_year(%(day)s::date, fiscal_year_start_month) AS fiscal_year
FROM organizations
WHERE id = %(organization_id)s;

-- name: make_series
INSERT INTO number_series (organization_id, id, doc_type, prefix)
VALUES (%(organization_id)s, %(id)s, %(doc_type)s, %(prefix)s)
ON CONFLICT (organization_id, doc_type) WHERE deleted_at IS NULL DO NOTHING;

-- name: series
-- The series and the month its fiscal years begin in, held like `take` holds it.
SELECT s.prefix, s.suffix, s.padding, s.reset_yearly, o.fiscal_year_start_month
FROM number_series s
JOIN organizations o ON o.id = %(organization_id)s
WHERE s.organization_id = %(organization_id)s AND s.doc_type = %(doc_type)s AND s.deleted_at IS NULL
FOR SHARE OF s;

-- name: hold_counters
-- Counters of fiscal years, made where there are none, held until the transaction ends.
INSERT INTO number_counters AS c (organization_id, doc_type, fiscal_year)
SELECT %(organization_id)s, %(doc_type)s, n.fiscal_year
FROM unnest(%(fiscal_years)s::int[]) AS n (fiscal_year)
ORDER BY n.fiscal_year
ON CONFLICT (organization_id, doc_type, fiscal_year) DO UPDATE
SET next_number = c.next_number
RETURNING fiscal_year, next_number;

-- name: advance_counters
UPDATE number_counters c
SET next_number = n.next_number, last_taken = n.next_number - 1
FROM unnest(%(fiscal_years)s::int[], %(next_numbers)s::bigint[]) AS n (fiscal_year, next_number)
WHERE c.organization_id = %(organization_id)s AND c.doc_type = %(doc_type)s AND c.fiscal_year = n.fiscal_year;
