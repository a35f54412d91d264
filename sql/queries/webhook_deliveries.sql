-- What became of the events that an endpoint is told of.

-- use: found_in_every_kind

-- part: chosen
organization_id = %(organization_id)s
AND endpoint_id = %(endpoint)s
AND (%(status)s::text IS NULL OR status = %(status)s)
AND (%(found)s::text[] IS NULL OR record_id = ANY (%(found)s))

-- part: delivery_number(text)
substring(%(:text)s::text FROM '^dlv_([0-9]{18})$')::bigint

-- part: columns
-- Numbers that are padded have the order of text.
'dlv_' || lpad(id::text, 18, '0') AS id, 'evt_' || lpad(event_id::text, 18, '0') AS event_id, event_type, record_id,
status, attempts, CASE WHEN status = 'PENDING' THEN due_at END AS next_attempt_at, last_attempt_at, answer_status, answer,
failure, created_at

-- name: newest
SELECT :columns
FROM webhook_deliveries
WHERE :chosen
  AND (%(after_created_at)s::timestamptz IS NULL
       OR (created_at, id) < (%(after_created_at)s::timestamptz, :delivery_number(after_id)))
ORDER BY created_at DESC, webhook_deliveries.id DESC
:page;

-- name: oldest
SELECT :columns
FROM webhook_deliveries
WHERE :chosen
  AND (%(after_created_at)s::timestamptz IS NULL
       OR (created_at, id) > (%(after_created_at)s::timestamptz, :delivery_number(after_id)))
ORDER BY created_at, webhook_deliveries.id
:page;

-- name: count_chosen
-- Behind 1,000 rows the list goes on by its cursor.
SELECT count(*) AS total
FROM (
    SELECT
    FROM webhook_deliveries
    WHERE :chosen
    LIMIT 1000
) c;

-- name: get
SELECT :columns
FROM webhook_deliveries
WHERE organization_id = %(organization_id)s AND endpoint_id = %(endpoint)s AND id = :delivery_number(id);

-- name: retry
-- One that waits is tried at once.
UPDATE webhook_deliveries
SET status = 'PENDING', attempts = 0, due_at = now()
WHERE organization_id = %(organization_id)s AND endpoint_id = %(endpoint)s AND id = :delivery_number(id);
