-- name: receivables
-- What is open, by how long it has been due where the organization is, in the base currency; every bucket, also an
-- empty one. An invoice is in the bucket after the last threshold that its days past the due date have reached.
WITH open AS (
    SELECT width_bucket((now() AT TIME ZONE o.time_zone)::date - i.due_date, ARRAY[1, 31, 61, 91]) AS place,
           sum(round((i.total - i.amount_paid) * i.exchange_rate, 2)) AS amount
    FROM organizations o
    JOIN invoices i ON i.organization_id = o.id
    WHERE o.id = %(organization_id)s AND i.status IN ('SENT', 'PARTIALLY_PAID')
    GROUP BY place
)
SELECT b.bucket, coalesce(open.amount, 0) AS amount
FROM (VALUES (0, 'Current'), (1, '1-30d'), (2, '31-60d'), (3, '61-90d'), (4, '90+d')) AS b (place, bucket)
LEFT JOIN open USING (place)
ORDER BY place;
