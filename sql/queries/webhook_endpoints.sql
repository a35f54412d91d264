-- use: signed_record(webhook_endpoints, webhook_endpoint_records)
-- use: list_by_creation(webhook_endpoint_records, url)

-- part: named
(%(q)s::text IS NULL OR url ILIKE %(q)s)

-- part: chosen
organization_id = %(organization_id)s AND :active AND :changed_since AND :named

-- name: list
SELECT *
FROM webhook_endpoint_records
WHERE organization_id = %(organization_id)s AND :named
ORDER BY created_at DESC, id DESC
:page;

-- name: count
SELECT count(*) AS total
FROM webhook_endpoint_records
WHERE organization_id = %(organization_id)s AND :named;

-- name: insert
INSERT INTO webhook_endpoints (organization_id, id, url, events, is_active, created_by)
VALUES (%(organization_id)s, %(id)s, %(url)s, %(events)s, %(is_active)s, %(user_id)s);

-- name: update
-- What the service paused goes on when it is active again.
UPDATE webhook_endpoints
SET url = %(url)s,
    events = %(events)s,
    is_active = %(is_active)s,
    paused_reason = CASE WHEN NOT %(is_active)s THEN paused_reason END,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: touch
UPDATE webhook_endpoints
SET updated_by = %(user_id)s, updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: forget_failures
DELETE FROM webhook_failures
WHERE organization_id = %(organization_id)s AND endpoint_id = %(id)s;

-- name: insert_secret
-- Run by itself, with its values bound: texts of statements are shown to every session of the same login.
INSERT INTO webhook_secrets (organization_id, endpoint_id, secret)
VALUES (%(organization_id)s, %(id)s, %(secret)s);

-- name: retire_secrets
-- The one in use stays for a day; what was to end already ends then.
UPDATE webhook_secrets
SET valid_until = now() + interval '24 hours'
WHERE organization_id = %(organization_id)s AND endpoint_id = %(id)s AND valid_until IS NULL;

-- name: end_secrets
DELETE FROM webhook_secrets
WHERE organization_id = %(organization_id)s AND endpoint_id = %(id)s AND valid_until < now();

-- name: test
SELECT test_webhook(%(organization_id)s, %(id)s) AS id;
