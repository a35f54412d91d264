-- Backups are of the whole database, by its owner.

-- name: snapshot
-- A snapshot for pg_dump to share. The transaction may wait for the dump as long as that takes.
SELECT pg_export_snapshot() AS snapshot, current_setting('server_version_num')::integer AS server_version,
       set_config('idle_in_transaction_session_timeout', '0', true) AS patience,
       to_regclass('pg_dist_partition') IS NOT NULL AS is_distributed;

-- name: migrations
SELECT version
FROM schema_migrations
ORDER BY version;

-- name: organizations
SELECT id, slug
FROM organizations
ORDER BY slug COLLATE "C";

-- name: rows_of_tables
SELECT table_name, rows
FROM rows_of_tables()
ORDER BY table_name COLLATE "C";

-- name: target
-- What a copy would be restored into. An extension's views are not the database's: Citus has some in public.
SELECT count(*) AS tables, current_setting('server_version_num')::integer AS server_version
FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e');
