-- name: organization
-- An organization, its registration if it has one, and its administrator with a token.
WITH organization AS (
    INSERT INTO organizations (id, slug, name, legal_name, state_code, time_zone, fiscal_year_start_month, round_off,
        prices_include_tax)
    VALUES (%(organization_id)s, %(slug)s, %(name)s, %(legal_name)s, %(state_code)s, %(time_zone)s,
        %(fiscal_year_start_month)s, %(round_off)s, %(prices_include_tax)s)
), registration AS (
    INSERT INTO registrations (organization_id, id, gstin, state_code, legal_name, is_default)
    SELECT %(organization_id)s, %(registration_id)s, %(gstin)s, %(state_code)s, %(legal_name)s, true
    WHERE %(gstin)s::text IS NOT NULL
), person AS (
    INSERT INTO users (id, email, name)
    VALUES (%(user_id)s, %(email)s, 'A Member')
), membership AS (
    INSERT INTO memberships (organization_id, user_id, role_key)
    VALUES (%(organization_id)s, %(user_id)s, 'ADMIN')
)
INSERT INTO tokens (organization_id, id, kind, token_hash, user_id, scopes)
VALUES (%(organization_id)s, %(token_id)s, 'pat', %(token_hash)s, %(user_id)s, '{full}');

-- name: pause_schedules
-- Those of every organization.
UPDATE recurring_invoices
SET is_paused = true, next_date = NULL
WHERE NOT is_paused;

-- name: checks
UPDATE organizations
SET checks = %(checks)s
WHERE id = %(organization_id)s;

-- name: member
WITH person AS (
    INSERT INTO users (id, email, name)
    VALUES (%(user_id)s, %(email)s, %(name)s)
)
INSERT INTO memberships (organization_id, user_id, role_key)
VALUES (%(organization_id)s, %(user_id)s, %(role_key)s);

-- name: token
INSERT INTO tokens (organization_id, id, kind, token_hash, user_id, scopes)
VALUES (%(organization_id)s, %(id)s, 'pat', %(token_hash)s, %(user_id)s, %(scopes)s);

-- name: many_tax_rates
INSERT INTO tax_rates (organization_id, id, name, rate_percent)
SELECT %(organization_id)s, 'tax_' || n, repeat('x', 90) || n, 1
FROM generate_series(1, %(many)s) AS n;

-- name: waiting_transactions
-- Those of the service that wait for its next statement.
SELECT count(*) AS transactions
FROM pg_stat_activity
WHERE datname = current_database() AND state LIKE 'idle in transaction%%';

-- name: end_connections
-- Those of the service; nodes of a cluster keep theirs to each other.
SELECT pg_terminate_backend(pid)
FROM pg_stat_activity
WHERE datname = current_database()
  AND backend_type = 'client backend'
  AND application_name NOT LIKE 'citus_internal%%'
  AND pid <> pg_backend_pid();
