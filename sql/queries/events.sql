-- What changed, as webhooks tell it. Events are written by a trigger of the trail (0072) and never changed.

-- use: found_in_every_kind

-- part: most
-- Rows that are counted: behind these a list goes on by its cursor.
1000

-- part: chosen
organization_id = %(organization_id)s
AND (%(type)s::text IS NULL OR type = %(type)s)
AND (%(record)s::text IS NULL OR record_id = %(record)s)
AND (%(found)s::text[] IS NULL OR record_id = ANY (%(found)s))
AND (%(since)s::timestamptz IS NULL OR created_at >= %(since)s)

-- part: after_number
substring(%(after_id)s::text FROM '^evt_([0-9]{18})$')::bigint

-- part: columns
-- Numbers that are padded have the order of text. Events of one record and transaction share the data of the first.
'evt_' || lpad(events.id::text, 18, '0') AS id, events.type, events.created_at, events.record_id,
coalesce(events.data, (
    SELECT f.data
    FROM events f
    WHERE f.organization_id = %(organization_id)s AND f.id = events.id / 10 * 10 + 1
)) AS data

-- name: list
SELECT :columns
FROM events
WHERE organization_id = %(organization_id)s
ORDER BY created_at DESC, events.id DESC
:page;

-- name: newest
SELECT :columns
FROM events
WHERE :chosen
  AND (%(after_created_at)s::timestamptz IS NULL
       OR (created_at, id) < (%(after_created_at)s::timestamptz, :after_number))
ORDER BY created_at DESC, events.id DESC
:page;

-- name: oldest
SELECT :columns
FROM events
WHERE :chosen
  AND (%(after_created_at)s::timestamptz IS NULL
       OR (created_at, id) > (%(after_created_at)s::timestamptz, :after_number))
ORDER BY created_at, events.id
:page;

-- name: count
SELECT count(*) AS total
FROM (
    SELECT
    FROM events
    WHERE organization_id = %(organization_id)s
    LIMIT :most
) c;

-- name: count_chosen
SELECT count(*) AS total
FROM (
    SELECT
    FROM events
    WHERE :chosen
    LIMIT :most
) c;
