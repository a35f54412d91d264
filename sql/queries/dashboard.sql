-- name: receivables
-- What is open, by how long it has been due where the organization is, in the base currency; every bucket, also an
-- empty one. An invoice is in the bucket after the last threshold that its days past the due date have reached. What is
-- kept of each due date is added up, not invoices: days are few, however many invoices are open.
WITH aged AS (
    SELECT width_bucket((
               SELECT (now() AT TIME ZONE o.time_zone)::date FROM organizations o WHERE o.id = %(organization_id)s
           ) - due_date, ARRAY[1, 31, 61, 91]) AS place,
           sum(change) AS amount
    FROM receivables_by_day
    WHERE organization_id = %(organization_id)s
    GROUP BY place
)
SELECT b.bucket, coalesce(aged.amount, 0) AS amount, sum(coalesce(aged.amount, 0)) OVER () AS total_outstanding,
       sum(coalesce(aged.amount, 0)) FILTER (WHERE b.place > 0) OVER () AS overdue_amount
FROM (VALUES (0, 'Current'), (1, '1-30d'), (2, '31-60d'), (3, '61-90d'), (4, '90+d')) AS b (place, bucket)
LEFT JOIN aged USING (place)
ORDER BY place;
