-- name: claim
-- Claim keys for requests: a row for each that is free (or older than 24 hours), none for one that is taken. Who comes
-- second waits here until the first has committed; in one order always, so that two who claim several do not deadlock.
INSERT INTO idempotency_keys AS k (organization_id, operation, key, request_hash)
SELECT %(organization_id)s, %(operation)s, n.key, n.request_hash
FROM unnest(%(keys)s::text[], %(request_hashes)s::text[]) AS n (key, request_hash)
ORDER BY n.key
ON CONFLICT (organization_id, operation, key) DO UPDATE
SET request_hash = excluded.request_hash, status = NULL, reply = NULL, created_at = excluded.created_at
WHERE excluded.created_at - k.created_at > '24 hours'
RETURNING key;

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
SELECT request_hash, status, reply
FROM idempotency_keys
WHERE organization_id = %(organization_id)s AND operation = %(operation)s AND key = %(key)s;

-- name: remember
UPDATE idempotency_keys k
SET status = n.status, reply = n.reply
FROM unnest(%(keys)s::text[], %(statuses)s::int[], %(replies)s::text[]) AS n (key, status, reply)
WHERE k.organization_id = %(organization_id)s AND k.operation = %(operation)s AND k.key = n.key;
