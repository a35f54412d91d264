-- name: claim
-- Claim a key that is free, or older than 24 hours; touch no row where it is taken. A request with the key of another that
-- is still at work waits here until that one has ended.
INSERT INTO idempotency_keys AS k (organization_id, operation, key, request_hash)
VALUES (%(organization_id)s, %(operation)s, %(key)s, %(request_hash)s)
ON CONFLICT (organization_id, operation, key) DO UPDATE
SET request_hash = excluded.request_hash, status = NULL, reply = NULL, created_at = excluded.created_at
WHERE excluded.created_at - k.created_at > '24 hours';

-- name: forget_expired
-- Take keys away that are older than 24 hours.
DELETE FROM idempotency_keys d
WHERE d.organization_id = %(organization_id)s
  AND (d.operation, d.key) IN (
    SELECT e.operation, e.key
    FROM idempotency_keys e
    WHERE e.organization_id = %(organization_id)s
      AND e.created_at < now() - interval '24 hours'
    ORDER BY e.created_at
    LIMIT 200
    FOR UPDATE SKIP LOCKED);

-- name: remembered
SELECT request_hash, status, reply, created_at
FROM idempotency_keys
WHERE organization_id = %(organization_id)s AND operation = %(operation)s AND key = %(key)s;

-- name: remember
UPDATE idempotency_keys
SET status = %(status)s, reply = %(reply)s
WHERE organization_id = %(organization_id)s AND operation = %(operation)s AND key = %(key)s;
