-- Do the numbers tie? Counters and fiscal years, beside the numbers that documents bear.

-- name: counters
-- No counter may give out a number again: the numbers of the series' present form. A counter that is not there would
-- begin with 1.
SELECT 'number series' AS record, f.series_id AS id, 'nextNumber of ' || f.counting AS figure, n.next_number AS stored,
       max(f.counter) + 1 AS recomputed
FROM (
:numbers_in_form
) f
LEFT JOIN number_counters c
    ON c.organization_id = %(organization_id)s AND c.doc_type = f.doc_type AND c.fiscal_year = f.counting
CROSS JOIN LATERAL (
    SELECT coalesce(c.next_number, 1) AS next_number
) n
WHERE f.counter >= n.next_number
GROUP BY f.series_id, f.counting, n.next_number
ORDER BY f.series_id, f.counting;

-- name: fiscal_years
-- A document in force is dated in the fiscal year of its number, within which that is unique.
WITH issued AS (
:issued
)
SELECT lower(replace(i.doc_type, '_', ' ')) AS record, i.id, 'fiscal year of ' || i.number AS figure,
       i.fiscal_year AS stored, y.fiscal_year AS recomputed
FROM issued i
JOIN organizations o ON o.id = %(organization_id)s
CROSS JOIN LATERAL (
    SELECT fiscal_year(i.day, o.fiscal_year_start_month) AS fiscal_year
) y
WHERE i.in_force AND i.fiscal_year <> y.fiscal_year
ORDER BY record, i.id;

-- name: registrations
-- No document that another registration sold with has a number in the form of a registration's series. What was made
-- before the series got that form had its number first.
SELECT DISTINCT lower(replace(f.kind, '_', ' ')) AS record, f.id, 'registration of ' || f.number AS figure,
       r.id AS stored, f.registration_id AS recomputed
FROM (
:numbers_in_form
) f
JOIN registrations r
    ON r.organization_id = %(organization_id)s AND r.gstin = f.seller_gstin AND r.id <> f.registration_id
WHERE f.registration_id IS NOT NULL AND f.created_at > f.formed_at
ORDER BY record, id;
