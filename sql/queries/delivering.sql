-- What deliverers do, for all organizations.

-- use: claim

-- part: whose(row)
true

-- name: waiting
-- Organizations with deliveries that are due. Another one first each time.
SELECT d.organization_id
FROM webhook_deliveries d
WHERE d.status = 'PENDING' AND d.due_at <= now()
GROUP BY d.organization_id
ORDER BY random()
LIMIT %(most)s;

-- name: finish
-- What became of tries. One that another deliverer took for lost is told by that one.
UPDATE webhook_deliveries d
SET status = r.status, due_at = r.due_at, answer_status = r.answer_status, answer = r.answer,
    failure = r.failure
FROM json_to_recordset(%(results)s::json) AS r (
    organization_id text, id bigint, attempts integer, status text, due_at timestamptz, answer_status integer,
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
