-- name: settings
SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
    current_setting('idle_in_transaction_session_timeout') AS idle,
    %(organization_id)s::text AS organization_id

-- name: backend
SELECT pg_backend_pid() AS pid, %(organization_id)s::text AS organization_id

-- name: end_backends
SELECT count(pg_terminate_backend(pid)) AS ended, %(organization_id)s::text AS organization_id
FROM pg_stat_activity
WHERE application_name = %(application)s
    -- Other tests of the same server have theirs.
    AND datname = current_database()
    AND pid <> pg_backend_pid()

-- name: hold
SELECT id
FROM customers
WHERE organization_id = %(organization_id)s
    AND id = %(id)s
FOR UPDATE

-- name: plans
SELECT current_setting('plan_cache_mode') AS mode;

-- name: kept
SELECT name
FROM pg_prepared_statements;
