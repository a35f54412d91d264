-- Lets a caller's request run on the shards of its organization as on one PostgreSQL (docs/scaling.md, "How a request finds its
-- organization"). Citus plans a statement anew each time that it is executed; statements on a shard itself keep their plans. So
-- for each shard of `trail` the node that holds it has a schema, `shard_102020`. There every table of organizations is a view of
-- its shard beside that one, a reference table a view of the node's copy, and the views of `public` are made again of those. A
-- connection for callers has `search_path = shard_102020, dropped_shards, public`.
--
-- To be run on the coordinator after distribute.sql and before nodes.sql, as the owner; Citus makes the functions on the workers
-- too:
--
--     psql -v ON_ERROR_STOP=1 -f sql/citus/shards.sql

CREATE OR REPLACE FUNCTION shard_is_here(shard bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN EXISTS (
        SELECT
        FROM pg_dist_placement p
        JOIN pg_dist_local_group l ON l.groupid = p.groupid
        WHERE p.shardid = shard);
END $$;

-- Refuses, as a transaction enters an organization, on a node that does not hold it, and on a connection for another shard, or
-- for one whose schema is not there or not whole. Says where to go: `10.0.0.7:5432/102020`.
--
-- A transaction that may write holds the lock of the shard until it ends. So a move waits for it, and a transaction that waited
-- for a move is sent on. A split puts the organization into a new shard, whose lock is taken then.
--
-- It has no search path of its own, because it looks at that of the session.
CREATE OR REPLACE FUNCTION require_here(organization text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
    shard bigint := get_shard_id_for_distribution_column('public.trail', organization);
    held bigint;
    -- Null on a connection that is for no shard.
    own_schema constant text := substring(current_setting('search_path') FROM '^shard_\d+');
BEGIN
    WHILE NOT current_setting('transaction_read_only')::boolean AND held IS DISTINCT FROM shard LOOP
        held := shard;
        PERFORM lock_shard_metadata(5, ARRAY[held]);
        shard := get_shard_id_for_distribution_column('public.trail', organization);
    END LOOP;
    IF NOT shard_is_here(shard)
        OR own_schema <> 'shard_' || shard
        OR own_schema IS NOT NULL
            AND (to_regclass(own_schema || '.whole_shard') IS NULL OR to_regnamespace('dropped_shards') IS NULL)
    THEN
        -- An old snapshot may not have the place of a new shard: then the coordinator is asked again.
        RAISE EXCEPTION USING ERRCODE = 'GS421', MESSAGE = coalesce((
            SELECT n.nodename || ':' || n.nodeport || '/' || shard
            FROM pg_dist_placement p
            JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
            WHERE p.shardid = shard), '');
    END IF;
END $$;
REVOKE EXECUTE ON FUNCTION require_here(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION require_here(text) TO invoicing_app;

-- Stands in for a table or view of a shard that was dropped while a transaction read there, which begins again where the
-- organization lies now. Without it PostgreSQL would take the table in `public` instead, and row level security hide its rows.
CREATE OR REPLACE FUNCTION shard_was_dropped(sought anyelement) RETURNS SETOF anyelement
    LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM require_here(current_setting('app.organization_id', true));
    RAISE EXCEPTION '% is not in the schema of the shard', pg_typeof(sought);
END $$;

-- A reference table is written through Citus, which writes each of its copies.
CREATE OR REPLACE FUNCTION refuse_to_write_one_copy() RETURNS trigger
    LANGUAGE plpgsql
AS $$
BEGIN
    RAISE EXCEPTION '% has a copy on every node: write public.%', TG_TABLE_NAME, TG_TABLE_NAME;
END $$;

-- Puts a schema that was made as `new` in the place of the one of that name, whose readers go on.
CREATE OR REPLACE FUNCTION put_in_place(name text) RETURNS void
    LANGUAGE plpgsql
AS $$
BEGIN
    IF to_regnamespace(name) IS NOT NULL THEN
        EXECUTE format('ALTER SCHEMA %I RENAME TO %I', name, format('former_%s_%s', name, pg_current_xact_id()));
    END IF;
    GRANT USAGE ON SCHEMA new TO invoicing_app;
    EXECUTE format('ALTER SCHEMA new RENAME TO %I', name);
END $$;

-- Makes the schema of a shard of `trail` that lies here, anew if there is one.
CREATE OR REPLACE FUNCTION lay_out_shard(shard bigint) RETURNS void
    LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
    -- The service's own, in an order in which each depends only on earlier ones.
    views constant text[] := ARRAY(
        WITH RECURSIVE levels (view, level) AS (
            SELECT c.oid, 0
            FROM pg_class c
            WHERE c.relkind = 'v'
              AND c.relnamespace = 'public'::regnamespace
              AND NOT EXISTS (
                  SELECT FROM pg_depend e WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')
            UNION
            SELECT r.ev_class, l.level + 1
            FROM levels l
            JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = l.view AND d.classid = 'pg_rewrite'::regclass
            JOIN pg_rewrite r ON r.oid = d.objid AND r.ev_class <> l.view
            JOIN pg_class c ON c.oid = r.ev_class AND c.relnamespace = 'public'::regnamespace
        )
        SELECT format(
            'CREATE VIEW %I WITH (%s) AS %s', c.relname, coalesce(array_to_string(c.reloptions, ', '), 'security_invoker'),
            pg_get_viewdef(c.oid))
        FROM levels l
        JOIN pg_class c ON c.oid = l.view
        GROUP BY c.oid
        ORDER BY max(l.level)
    );
    pieces text[] := '{}';
    held record;
    made text;
BEGIN
    SET LOCAL citus.enable_ddl_propagation = off;
    CREATE SCHEMA new;
    FOR held IN
        SELECT c.oid, c.relname AS name, shard_name(s.logicalrelid, s.shardid) AS piece, p.partmethod = 'n' AS is_everywhere,
               has_any_column_privilege('invoicing_app', c.oid, 'SELECT')
                   AND NOT has_table_privilege('invoicing_app', c.oid, 'SELECT') AS is_limited
        FROM pg_dist_shard t
        JOIN pg_dist_partition g ON g.logicalrelid = t.logicalrelid
        JOIN pg_dist_partition p ON p.colocationid = g.colocationid OR p.partmethod = 'n' AND p.repmodel = 't'
        JOIN pg_dist_shard s
            ON s.logicalrelid = p.logicalrelid AND (s.shardminvalue = t.shardminvalue OR p.partmethod = 'n')
        JOIN pg_class c ON c.oid = p.logicalrelid
        WHERE t.shardid = shard AND t.logicalrelid = 'trail'::regclass
    LOOP
        -- With `security_invoker`, SELECT * needs the right to each column. Of a table of which the service may read some, the
        -- view reads for the owner, and contains the condition of row level security.
        EXECUTE format(
            CASE WHEN held.is_limited
                THEN 'CREATE VIEW new.%I WITH (security_barrier) AS SELECT * FROM %s
                      WHERE organization_id = current_setting(''app.organization_id'', true) WITH CHECK OPTION'
                ELSE 'CREATE VIEW new.%I WITH (security_invoker) AS SELECT * FROM %s'
            END, held.name, held.piece);
        -- A shard does not number its rows.
        FOR made IN
            SELECT format('ALTER VIEW new.%I ALTER %I SET DEFAULT nextval(%L)', held.name, a.attname,
                          pg_get_serial_sequence(held.name, a.attname))
            FROM pg_attribute a
            WHERE a.attrelid = held.oid AND a.attidentity <> ''
        LOOP
            EXECUTE made;
        END LOOP;
        IF held.is_everywhere THEN
            EXECUTE format(
                'CREATE TRIGGER is_read_only INSTEAD OF INSERT OR UPDATE OR DELETE ON new.%I
                    FOR EACH ROW EXECUTE FUNCTION refuse_to_write_one_copy()', held.name);
        END IF;
        pieces := array_append(pieces, held.piece);
    END LOOP;
    -- Citus drops the tables of a shard that has moved one by one. With the first of them this goes.
    EXECUTE format('CREATE VIEW new.whole_shard AS SELECT FROM %s', array_to_string(pieces, ', '));
    PERFORM set_config('search_path', 'new, public', true);
    FOREACH made IN ARRAY views LOOP
        EXECUTE made;
    END LOOP;
    PERFORM set_config('search_path', 'public, pg_temp', true);
    -- What the service may do there is what it may do in `public`.
    FOR made IN
        SELECT format('GRANT %s %s ON new.%I TO invoicing_app', g.privilege_type, '(' || quote_ident(g.attname) || ')', v.relname)
        FROM pg_class v
        JOIN pg_class c ON c.relname = v.relname AND c.relnamespace = 'public'::regnamespace
        CROSS JOIN LATERAL (
            SELECT t.grantee, t.privilege_type, NULL::name AS attname
            FROM aclexplode(c.relacl) t
            UNION ALL
            SELECT o.grantee, o.privilege_type, a.attname
            FROM pg_attribute a
            CROSS JOIN aclexplode(a.attacl) o
            WHERE a.attrelid = c.oid
        ) g
        WHERE v.relnamespace = 'new'::regnamespace AND g.grantee = 'invoicing_app'::regrole
    LOOP
        EXECUTE made;
    END LOOP;
    PERFORM put_in_place('shard_' || shard);
END $$;

-- The same where the schema is missing, for the first caller who comes to a shard that has moved here a moment before.
CREATE OR REPLACE FUNCTION lay_out_missing_shard(shard bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s'
AS $$
BEGIN
    IF to_regclass('shard_' || shard || '.whole_shard') IS NULL AND shard_is_here(shard) THEN
        PERFORM pg_advisory_xact_lock(hashtextextended('schemas of shards', 0));
        -- Somebody may have made it meanwhile, or the shard gone.
        IF to_regclass('shard_' || shard || '.whole_shard') IS NULL AND shard_is_here(shard) THEN
            PERFORM lay_out_shard(shard);
        END IF;
    END IF;
END $$;
REVOKE EXECUTE ON FUNCTION lay_out_missing_shard(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lay_out_missing_shard(bigint) TO invoicing_app;

-- Makes all schemas of a worker anew, for what migrations have changed, and drops the former ones and those of shards that are
-- not here any more. Each is a transaction of its own, since it takes some 600 locks. A schema that is still read is left to the
-- next time.
CREATE OR REPLACE PROCEDURE lay_out_shards()
    LANGUAGE plpgsql
AS $$
DECLARE
    shard bigint;
    seen name;
BEGIN
    FOR shard IN
        SELECT s.shardid FROM pg_dist_shard s WHERE s.logicalrelid = 'public.trail'::regclass
        UNION
        SELECT substring(nspname FROM '\d+')::bigint FROM pg_namespace WHERE nspname ~ '^shard_\d+$'
    LOOP
        PERFORM pg_advisory_xact_lock(hashtextextended('schemas of shards', 0));
        IF shard_is_here(shard) THEN
            PERFORM lay_out_shard(shard);
        ELSIF to_regnamespace('shard_' || shard) IS NOT NULL THEN
            SET LOCAL citus.enable_ddl_propagation = off;
            EXECUTE format('ALTER SCHEMA %I RENAME TO %I', 'shard_' || shard, format('former_shard_%s_%s', shard, pg_current_xact_id()));
        END IF;
        COMMIT;
    END LOOP;
    PERFORM pg_advisory_xact_lock(hashtextextended('schemas of shards', 0));
    SET LOCAL citus.enable_ddl_propagation = off;
    CREATE SCHEMA new;
    FOR seen IN
        SELECT c.relname
        FROM pg_class c
        LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
        WHERE c.relnamespace = 'public'::regnamespace
          -- A reference table is not dropped with a shard.
          AND (p.partmethod = 'h' OR c.relkind = 'v' AND NOT EXISTS (
              SELECT FROM pg_depend e WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e'))
    LOOP
        EXECUTE format('CREATE VIEW new.%1$I AS SELECT * FROM shard_was_dropped(NULL::public.%1$I)', seen);
        EXECUTE format('GRANT SELECT ON new.%I TO invoicing_app', seen);
    END LOOP;
    PERFORM put_in_place('dropped_shards');
    COMMIT;
    FOR seen IN SELECT nspname FROM pg_namespace WHERE nspname ~ '^former_(shard_\d+|dropped_shards)_\d+$' LOOP
        SET LOCAL citus.enable_ddl_propagation = off;
        SET LOCAL lock_timeout = '1s';
        BEGIN
            EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', seen);
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            RAISE NOTICE '% is still read', seen;
        END;
        COMMIT;
    END LOOP;
END $$;

-- Before a migration that drops or retypes what views are made of. The service stands still then: it would have them made again.
CREATE OR REPLACE PROCEDURE drop_shard_schemas()
    LANGUAGE plpgsql
AS $$
DECLARE
    seen name;
BEGIN
    FOR seen IN
        SELECT nspname
        FROM pg_namespace
        WHERE nspname ~ '^(shard_\d+|dropped_shards|former_(shard_\d+|dropped_shards)_\d+)$'
    LOOP
        SET LOCAL citus.enable_ddl_propagation = off;
        EXECUTE format('DROP SCHEMA %I CASCADE', seen);
        COMMIT;
    END LOOP;
END $$;
