-- name: receivables
-- What is open, by how long it has been due where the organization is, in the base currency; every bucket, also an
-- empty one.
SELECT b.bucket, coalesce(sum(round((i.total - i.amount_paid) * i.exchange_rate, 2)), 0) AS amount
FROM (VALUES
    ('Current', NULL, 0),
    ('1-30d',      1, 30),
    ('31-60d',    31, 60),
    ('61-90d',    61, 90),
    ('90+d',      91, NULL)
) AS b (bucket, least, most)
JOIN organizations o
    ON o.id = %(organization_id)s
LEFT JOIN invoices i
    ON i.organization_id = o.id
    AND i.status IN ('SENT', 'PARTIALLY_PAID')
    AND (b.least IS NULL OR i.due_date <= (now() AT TIME ZONE o.time_zone)::date - b.least)
    AND (b.most IS NULL OR i.due_date >= (now() AT TIME ZONE o.time_zone)::date - b.most)
GROUP BY b.bucket, b.most
ORDER BY b.most NULLS LAST;
