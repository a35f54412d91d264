-- name: role
INSERT INTO roles (organization_id, key, permissions)
VALUES (%(organization_id)s, %(key)s, %(permissions)s);

-- name: membership
INSERT INTO memberships (organization_id, user_id, role_key)
VALUES (%(organization_id)s, %(member)s, 'ADMIN');

-- name: change_token
-- Citus takes no now() within CASE or COALESCE.
UPDATE tokens
SET expires_at = least(now() + %(expires_in)s::interval, expires_at),
    revoked_at = now() + CASE WHEN %(revoked)s::boolean THEN interval '0' END
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: registration
SELECT id
FROM registrations
WHERE organization_id = %(organization_id)s;

-- name: audit_of_request
-- With the id of the transaction that wrote each row.
SELECT a.*, e.xmin::text AS transaction
FROM audit_log a
JOIN trail e ON e.organization_id = %(organization_id)s AND e.id = a.id
WHERE a.organization_id = %(organization_id)s AND a.request_id = %(request_id)s
ORDER BY a.id;

-- name: audit_count
SELECT count(*) AS total
FROM trail
WHERE organization_id = %(organization_id)s;

-- name: audit_of_organization
-- With the id of the transaction that wrote each row.
SELECT a.*, e.xmin::text AS transaction
FROM audit_log a
JOIN trail e ON e.organization_id = %(organization_id)s AND e.id = a.id
WHERE a.organization_id = %(organization_id)s
ORDER BY a.id;

-- name: event_kinds
SELECT noun, issued
FROM event_kinds;
