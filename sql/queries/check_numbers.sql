-- Do the numbers tie? Counters and fiscal years, beside the numbers that documents bear.

-- name: counters
-- No counter may give out a number again: the numbers of the series' present form. A counter that is not there would
-- begin with 1.
WITH issued AS (
:issued
), formed AS (
    -- What stands between prefix and suffix, their years written out.
    SELECT s.id, s.doc_type, CASE WHEN s.reset_yearly THEN i.fiscal_year ELSE 0 END AS counting,
           substring(i.number FROM '^' || regexp_replace(f.prefix, '(\W)', '\\\1', 'g') || '([0-9]{1,15})'
               || regexp_replace(f.suffix, '(\W)', '\\\1', 'g') || '$')::bigint AS counter
    FROM number_series s
    JOIN issued i
        ON i.doc_type = s.doc_type
    CROSS JOIN LATERAL (
        SELECT to_char(make_date(i.fiscal_year, 1, 1), 'YY') || '-'
               || to_char(make_date(i.fiscal_year + 1, 1, 1), 'YY') AS fiscal,
               to_char(i.day, 'YYYY') AS long, to_char(i.day, 'YY') AS short
    ) y
    CROSS JOIN LATERAL (
        SELECT replace(replace(replace(s.prefix, '{FY}', y.fiscal), '{YYYY}', y.long), '{YY}', y.short) AS prefix,
               replace(replace(replace(s.suffix, '{FY}', y.fiscal), '{YYYY}', y.long), '{YY}', y.short) AS suffix
    ) f
    WHERE s.organization_id = %(organization_id)s AND s.deleted_at IS NULL
)
SELECT 'number series' AS record, f.id, 'nextNumber of ' || f.counting AS figure, n.next_number AS stored,
       max(f.counter) + 1 AS recomputed
FROM formed f
LEFT JOIN number_counters c
    ON c.organization_id = %(organization_id)s AND c.doc_type = f.doc_type AND c.fiscal_year = f.counting
CROSS JOIN LATERAL (
    SELECT coalesce(c.next_number, 1) AS next_number
) n
WHERE f.counter >= n.next_number
GROUP BY f.id, f.counting, n.next_number
ORDER BY f.id, f.counting;

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
