-- Lets a caller's request run on the shards of its organization as on one PostgreSQL (docs/scaling.md, "What it costs").
-- Citus plans a statement anew each time that it is executed; statements on a shard itself keep their plans. So for each
-- shard of `trail` the node that holds it has a schema, `shard_102020`. There every table of organizations is a view of its
-- shard beside that one, a reference table a view of the node's copy, and the views of `public` are made again of those. A
-- connection for callers has `search_path = shard_102020, public`.
--
-- To be run on the coordinator after distribute.sql, as the owner; Citus makes the functions on the workers too:
--
--     psql -v ON_ERROR_STOP=1 -f sql/citus/shards.sql

CREATE OR REPLACE FUNCTION shard_is_here(shard bigint) RETURNS boolean
    LANGUAGE sql STABLE
AS $$
    SELECT EXISTS (
        SELECT
        FROM pg_dist_placement p
        JOIN pg_dist_local_group l ON l.groupid = p.groupid
        WHERE p.shardid = shard)
$$;

-- Makes the schema of a shard of `trail` that this node holds, if it is not there; `anew` makes it anew, for what migrations
-- have changed. The service asks for it as it first comes to the shard, which may have moved here a moment before.
CREATE OR REPLACE FUNCTION lay_out_shard(shard bigint, anew boolean DEFAULT false) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s'
AS $$
DECLARE
    place constant text := 'shard_' || shard;
    -- The service's own, in an order in which each is made of those before.
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
        )
        SELECT format(
            'CREATE VIEW %I.%I WITH (%s) AS %s', place, c.relname, array_to_string(c.reloptions, ', '), pg_get_viewdef(c.oid))
        FROM levels l
        JOIN pg_class c ON c.oid = l.view
        GROUP BY c.oid
        ORDER BY max(l.level)
    );
    held record;
    made text;
BEGIN
    IF to_regclass(place || '.trail') IS NOT NULL AND NOT anew THEN
        RETURN;
    END IF;
    -- Whoever writes there is let finish, and whoever comes waits.
    PERFORM lock_shard_metadata(7, ARRAY[shard]);
    IF to_regclass(place || '.trail') IS NOT NULL AND NOT anew OR NOT shard_is_here(shard) THEN
        RETURN;
    END IF;
    SET LOCAL citus.enable_ddl_propagation = off;
    EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', place);
    EXECUTE format('CREATE SCHEMA %I', place);
    FOR held IN
        SELECT c.oid, c.relname AS name, shard_name(s.logicalrelid, s.shardid) AS piece, p.partmethod = 'n' AS is_everywhere,
               has_any_column_privilege('invoicing_app', c.oid, 'SELECT')
                   AND NOT has_table_privilege('invoicing_app', c.oid, 'SELECT') AS is_limited
        FROM pg_dist_shard t
        CROSS JOIN pg_dist_partition p
        JOIN pg_dist_shard s ON s.logicalrelid = p.logicalrelid
        JOIN pg_class c ON c.oid = p.logicalrelid
        WHERE t.shardid = shard
          AND t.logicalrelid = 'trail'::regclass
          AND (s.shardminvalue = t.shardminvalue OR p.partmethod = 'n' AND p.repmodel = 't')
    LOOP
        -- To read for whoever asks, a view needs a right to each column. Where the service may read some, it reads for the owner,
        -- and has the wall in it.
        EXECUTE format(
            CASE WHEN held.is_limited
                THEN 'CREATE VIEW %I.%I WITH (security_barrier) AS SELECT * FROM %s
                      WHERE organization_id = current_setting(''app.organization_id'', true) WITH CHECK OPTION'
                ELSE 'CREATE VIEW %I.%I WITH (security_invoker) AS SELECT * FROM %s'
            END, place, held.name, held.piece);
        -- A shard does not number its rows.
        FOR made IN
            SELECT format('ALTER VIEW %I.%I ALTER %I SET DEFAULT nextval(%L)', place, held.name, a.attname,
                          pg_get_serial_sequence(held.name, a.attname))
            FROM pg_attribute a
            WHERE a.attrelid = held.oid AND a.attidentity <> ''
        LOOP
            EXECUTE made;
        END LOOP;
        IF held.is_everywhere THEN
            EXECUTE format(
                'CREATE TRIGGER is_read_only INSTEAD OF INSERT OR UPDATE OR DELETE ON %I.%I
                    FOR EACH ROW EXECUTE FUNCTION refuse_to_write_one_copy()', place, held.name);
        END IF;
    END LOOP;
    PERFORM set_config('search_path', format('%I, public', place), true);
    FOREACH made IN ARRAY views LOOP
        EXECUTE made;
    END LOOP;
    -- What the service may do there is what it may do in `public`.
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO invoicing_app', place);
    FOR made IN
        SELECT format('GRANT %s %s ON %I.%I TO invoicing_app', g.privilege_type, '(' || quote_ident(g.attname) || ')', place, v.relname)
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
        WHERE v.relnamespace = place::regnamespace AND g.grantee = 'invoicing_app'::regrole
    LOOP
        EXECUTE made;
    END LOOP;
END $$;

-- A reference table is written through Citus, which writes each of its copies.
CREATE OR REPLACE FUNCTION refuse_to_write_one_copy() RETURNS trigger
    LANGUAGE plpgsql
AS $$
BEGIN
    RAISE EXCEPTION '% has a copy on every node: write public.%', TG_TABLE_NAME, TG_TABLE_NAME;
END $$;

-- Refuses, as a transaction enters an organization, on a node that does not hold it, or on a connection for another shard;
-- says where to go, `10.0.0.7:5432/102020`. Whoever may write holds the shard then until the transaction ends: one that moves
-- waits for it, and whoever waited for the move is sent on. The search path is the session's.
CREATE OR REPLACE FUNCTION require_here(organization text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
    shard constant bigint := get_shard_id_for_distribution_column('public.trail', organization);
    -- Null on a connection that is for no shard.
    place constant text := substring(current_setting('search_path') FROM '^shard_\d+');
    elsewhere text;
BEGIN
    IF NOT current_setting('transaction_read_only')::boolean THEN
        PERFORM lock_shard_metadata(5, ARRAY[shard]);
    END IF;
    SELECT n.nodename || ':' || n.nodeport || '/' || shard
    INTO elsewhere
    FROM pg_dist_placement p
    JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
    WHERE p.shardid = shard
      AND (p.groupid <> (SELECT l.groupid FROM pg_dist_local_group l)
        OR place <> 'shard_' || shard
        OR place IS NOT NULL AND to_regclass(place || '.trail') IS NULL);
    IF FOUND THEN
        RAISE EXCEPTION '%', elsewhere USING ERRCODE = 'GS421';
    END IF;
END $$;
