-- name: receivables
-- What is open, by how long it has been due where the organization is, in the base currency; every bucket, also an
-- empty one. An invoice is in the bucket after the last threshold that its days past the due date have reached. Days are
-- added up first: there are few of them, however many invoices are open.
WITH open AS (
    SELECT due_date,
           sum(CASE
               WHEN exchange_rate = 1 THEN total - amount_paid
               ELSE round((total - amount_paid) * exchange_rate, 2)
           END) AS amount
    FROM invoices
    WHERE organization_id = %(organization_id)s AND status IN ('SENT', 'PARTIALLY_PAID')
    GROUP BY due_date
), aged AS (
    SELECT width_bucket((now() AT TIME ZONE o.time_zone)::date - open.due_date, ARRAY[1, 31, 61, 91]) AS place,
           sum(open.amount) AS amount
    FROM organizations o
    CROSS JOIN open
    WHERE o.id = %(organization_id)s
    GROUP BY place
)
SELECT b.bucket, coalesce(aged.amount, 0) AS amount
FROM (VALUES (0, 'Current'), (1, '1-30d'), (2, '31-60d'), (3, '61-90d'), (4, '90+d')) AS b (place, bucket)
LEFT JOIN aged USING (place)
ORDER BY place;
