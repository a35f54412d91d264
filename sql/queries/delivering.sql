-- What deliverers do, for all organizations.

-- name: claim
-- Deliveries that are due, each with what is sent. Of a record the oldest that waits comes first, and what follows it waits
-- for it; a test waits for none. Whoever claims one has it for a minute, after which it may be taken for lost. Of endpoints in
-- `busy` no more than `room` is taken, of others `most`; one that has failed 20 times in a row is tried once a minute.
WITH due AS MATERIALIZED (
    -- Worked out once, whatever the plan: a second time it would find others.
    SELECT c.organization_id, c.id
    FROM (
        -- Another one first each time: where there is more than is taken, it is not always of the same.
        SELECT e.organization_id, e.id, least(CASE WHEN f.in_a_row >= 20 THEN 1 END, coalesce(b.room, %(most)s)) AS room
        FROM webhook_endpoints e
        LEFT JOIN webhook_failures f ON f.organization_id = e.organization_id AND f.endpoint_id = e.id
        LEFT JOIN unnest(%(busy)s::text[], %(room)s::integer[]) AS b (endpoint_id, room) ON b.endpoint_id = e.id
        WHERE e.is_active
          AND e.deleted_at IS NULL
          AND (f.in_a_row IS NULL OR f.in_a_row < 20 OR f.last_at < now() - interval '1 minute')
        ORDER BY random()
    ) w
    CROSS JOIN LATERAL (
        SELECT p.organization_id, p.id
        FROM webhook_deliveries p
        WHERE p.organization_id = w.organization_id
          AND p.endpoint_id = w.id
          AND p.status = 'PENDING'
          AND p.due_at <= now()
          AND NOT EXISTS (
              SELECT
              FROM webhook_deliveries e
              WHERE e.organization_id = p.organization_id
                AND e.endpoint_id = p.endpoint_id
                AND e.record_id = p.record_id
                AND e.status = 'PENDING'
                AND e.id < p.id
                AND e.event_type <> 'webhook.test'
          )
        ORDER BY p.due_at, p.id
        LIMIT w.room
        FOR UPDATE SKIP LOCKED
    ) c
    LIMIT %(all)s
),
claimed AS (
    UPDATE webhook_deliveries d
    SET attempts = attempts + 1, due_at = now() + interval '1 minute', last_attempt_at = now()
    FROM due
    WHERE d.organization_id = due.organization_id AND d.id = due.id
    RETURNING d.organization_id, d.id, d.endpoint_id, d.event_id, d.event_type, d.attempts, d.created_at
)
SELECT c.organization_id, c.id, c.endpoint_id, c.attempts, c.created_at AS waiting_since, c.event_type AS type,
       'evt_' || lpad(c.event_id::text, 18, '0') AS event_id, e.created_at,
       coalesce(e.data, (
           SELECT o.data
           FROM events o
           WHERE o.organization_id = c.organization_id AND o.id = c.event_id / 10 * 10 + 1
       )) AS data,
       w.url,
       ARRAY(
           SELECT s.secret
           FROM webhook_secrets s
           WHERE s.organization_id = c.organization_id
             AND s.endpoint_id = c.endpoint_id
             AND (s.valid_until IS NULL OR s.valid_until > now())
           ORDER BY s.valid_until DESC NULLS FIRST
       ) AS secrets
FROM claimed c
JOIN events e ON e.organization_id = c.organization_id AND e.id = c.event_id
JOIN webhook_endpoints w ON w.organization_id = c.organization_id AND w.id = c.endpoint_id;

-- name: finish
-- What became of tries. One that another deliverer took for lost is told by that one.
UPDATE webhook_deliveries d
SET status = r.status, due_at = now() + make_interval(secs => r.pause), answer_status = r.answer_status, answer = r.answer,
    failure = r.failure
FROM json_to_recordset(%(results)s::json) AS r (
    organization_id text, id bigint, attempts integer, status text, pause double precision, answer_status integer,
    answer text, failure text)
WHERE d.organization_id = r.organization_id AND d.id = r.id AND d.attempts = r.attempts AND d.status = 'PENDING';

-- name: note_failures
INSERT INTO webhook_failures AS f (organization_id, endpoint_id, failing_since, last_at, in_a_row)
SELECT r.organization_id, r.endpoint_id, now(), now(), r.failures
FROM json_to_recordset(%(failed)s::json) AS r (organization_id text, endpoint_id text, failures integer)
ORDER BY r.organization_id, r.endpoint_id
ON CONFLICT (organization_id, endpoint_id) DO UPDATE
SET last_at = excluded.last_at, in_a_row = f.in_a_row + excluded.in_a_row
RETURNING endpoint_id;

-- name: forget_failures
DELETE FROM webhook_failures f
USING json_to_recordset(%(delivered)s::json) AS r (organization_id text, endpoint_id text)
WHERE f.organization_id = r.organization_id AND f.endpoint_id = r.endpoint_id;

-- name: pause
-- Endpoints that have met nothing but failures for five days.
UPDATE webhook_endpoints w
SET is_active = false, paused_reason = 'Every try has failed for five days.', updated_at = now()
FROM webhook_failures f
WHERE f.organization_id = w.organization_id
  AND f.endpoint_id = w.id
  AND f.failing_since < now() - interval '5 days'
  AND w.is_active
  AND w.deleted_at IS NULL
RETURNING w.organization_id, w.id;
