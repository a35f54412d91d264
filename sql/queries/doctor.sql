-- What an operator asks of a server and a login, of which nothing is known beforehand: there may be no tables.

-- name: server
-- To other logins the kind of a session is hidden, but not the database that it is in.
SELECT current_setting('server_version_num')::integer AS version,
       clock_timestamp() AS clock,
       current_setting('max_connections')::integer AS max_connections,
       current_setting('superuser_reserved_connections')::integer
           + coalesce(current_setting('reserved_connections', true), '0')::integer AS reserved,
       (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL) AS connections,
       pg_database_size(current_database()) AS bytes,
       (SELECT setting FROM pg_settings WHERE name = 'fsync') AS fsync,
       (SELECT setting FROM pg_settings WHERE name = 'synchronous_commit') AS synchronous_commit,
       (SELECT reset_val FROM pg_settings WHERE name = 'TimeZone') AS time_zone;

-- name: role
-- `is_owner` is null where there are no tables.
SELECT r.rolname AS name,
       r.rolsuper AS is_superuser,
       r.rolsuper OR r.rolbypassrls AS passes,
       (SELECT pg_has_role(c.relowner, 'USAGE') FROM pg_class c WHERE c.oid = to_regclass('organizations')) AS is_owner,
       EXISTS (
           SELECT FROM pg_roles a WHERE a.rolname = 'invoicing_app' AND pg_has_role(a.oid, 'MEMBER')) AS is_member,
       EXISTS (
           SELECT FROM pg_roles a
           WHERE a.rolname = 'invoicing_app' AND (a.rolsuper OR a.rolbypassrls)) AS app_passes,
       r.rolconnlimit AS of_role,
       d.datconnlimit AS of_database
FROM pg_roles r, pg_database d
WHERE r.rolname = session_user
  AND d.datname = current_database();

-- name: has_migrations
SELECT to_regclass('schema_migrations') IS NOT NULL AS has_them;
