-- name: organizations_of_caller
-- Without those that the caller was removed from (operators.end_membership).
SELECT id, name, slug, role_key
FROM organizations_of_caller()
WHERE role_key <> 'former';

-- name: profile
-- The organization as its own documents name it: under its default registration where it has one.
SELECT o.name,
       coalesce(r.legal_name, o.legal_name) AS legal_name,
       r.gstin,
       coalesce(o.address, '') AS address,
       o.phone,
       o.email,
       coalesce(r.state_code, o.state_code) AS state_code,
       o.currency_code AS currency,
       o.checks,
       o.time_zone,
       (now() AT TIME ZONE o.time_zone)::date AS today
FROM organizations o
LEFT JOIN registrations r ON r.organization_id = %(organization_id)s AND r.is_default
WHERE o.id = %(organization_id)s;

-- name: checks
-- What the organization does with writes that look wrong.
SELECT checks
FROM organizations
WHERE id = %(organization_id)s;

-- name: applied_migrations
SELECT version, checksum
FROM schema_migrations;

-- name: today
-- The day in the organization's calendar.
SELECT (now() AT TIME ZONE o.time_zone)::date AS today
FROM organizations o
WHERE o.id = %(organization_id)s;

-- name: note_uses
SELECT tokens_used(%(organizations)s::text[], %(ids)s::text[]);

-- name: webhook_lag
SELECT webhook_lag() AS seconds;
