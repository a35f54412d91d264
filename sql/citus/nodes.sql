-- Gives the workers of a Citus cluster what they lack. To be run on the coordinator after distribute.sql and shards.sql, after
-- each migration and after each worker that is added (docs/scaling.md):
--
--     psql -v ON_ERROR_STOP=1 -f sql/citus/nodes.sql
--
-- It can be run at any time and as often as one likes, while the service runs.

-- Runs a command on each worker; raises what failed there.
CREATE OR REPLACE FUNCTION run_on_workers(command text) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    failed constant text := (SELECT string_agg(result, '; ') FROM run_command_on_workers(command) WHERE NOT success);
BEGIN
    IF failed IS NOT NULL THEN
        RAISE EXCEPTION '%', failed;
    END IF;
END $$;

-- 1. Rights to views, which Citus makes on the workers without them. The sequence of the trail by its name, which Citus
--    changes, and rights to sequences. And sequences that begin at 1, as identifiers have 15 digits: Citus gives each node a
--    range of its own, far above that.
SELECT run_on_workers($command$
DO $worker$
DECLARE
    seen name;
    kept record;
BEGIN
    SET LOCAL citus.enable_ddl_propagation = off;
    FOR seen IN SELECT viewname FROM pg_views WHERE schemaname = 'public' LOOP
        EXECUTE format('GRANT SELECT ON %I TO invoicing_app', seen);
    END LOOP;
    ALTER SEQUENCE IF EXISTS trail_id_seq RENAME TO trail_ids;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO invoicing_app;
    FOR kept IN SELECT * FROM pg_sequences WHERE schemaname = 'public' AND min_value > 1 LOOP
        EXECUTE format('ALTER SEQUENCE %I MINVALUE 1 START WITH 1 RESTART', kept.sequencename);
    END LOOP;
END $worker$
$command$);

-- 2. The schemas of the shards that a worker holds (shards.sql). A function that runs with the owner's rights resolves the names
--    of tables by the session's search_path there, so the service's role must not be able to make tables of its own.
SELECT run_on_workers($command$
DO $worker$
DECLARE
    kept regprocedure;
BEGIN
    SET LOCAL citus.enable_ddl_propagation = off;
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    IF has_database_privilege('invoicing_app', current_database(), 'TEMPORARY')
        OR has_schema_privilege('invoicing_app', 'public', 'CREATE')
    THEN
        RAISE EXCEPTION 'invoicing_app may make tables here: the owner of the database must forbid it';
    END IF;
    FOR kept IN
        SELECT oid
        FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
          AND 'search_path=public, pg_temp' = ANY (proconfig)
          AND proname NOT LIKE 'lay\_out\_%'
    LOOP
        EXECUTE format('ALTER ROUTINE %s RESET search_path', kept);
    END LOOP;
END $worker$
$command$);
SELECT run_on_workers('CALL lay_out_shards()');

-- 3. An organization's numbers grow, whichever node gives them: entries of the trail and movements of stock are read in
--    their order. So before a shard moves to a node, that node goes on well after the highest number of all:
--
--        SELECT raise_numbers('10.0.0.7', 5432);
CREATE OR REPLACE FUNCTION raise_numbers(host text, port integer) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    numbered record;
    target constant integer := (SELECT n.nodeid FROM pg_dist_node n WHERE n.nodename = host AND n.nodeport = port);
    done record;
BEGIN
    IF target IS NULL THEN
        RAISE EXCEPTION 'there is no node %:%', host, port;
    END IF;
    FOR numbered IN
        SELECT s.name, max(s.last_value) AS last_value
        FROM run_command_on_all_nodes($command$
            SELECT coalesce(json_agg(json_build_object('name', sequencename, 'last_value', last_value)), '[]')
            FROM pg_sequences
            WHERE schemaname = 'public' AND last_value IS NOT NULL
        $command$) node
        CROSS JOIN json_to_recordset(node.result::json) AS s (name text, last_value bigint)
        GROUP BY s.name
    LOOP
        SELECT *
        INTO done
        FROM run_command_on_all_nodes(format(
            $command$
            SELECT setval(c.oid, %s)
            FROM pg_class c
            WHERE c.relkind = 'S' AND c.relname = %L
              AND (SELECT n.nodeid
                   FROM pg_dist_node n
                   WHERE n.groupid = (SELECT l.groupid FROM pg_dist_local_group l) AND n.noderole = 'primary') = %s
            $command$,
            numbered.last_value + 1000000000, numbered.name, target))
        WHERE NOT success;
        IF FOUND THEN
            RAISE EXCEPTION '%', done.result;
        END IF;
    END LOOP;
END $$;

-- 4. A worker that has given no number begins above those of the migrations: from the number of a column on, hashes of the
--    trail have it (trail_columns).
DO $$
DECLARE
    worker record;
BEGIN
    FOR worker IN
        SELECT nodename, nodeport
        FROM run_command_on_workers($command$
            SELECT last_value IS NULL FROM pg_sequences WHERE schemaname = 'public' AND sequencename = 'trail_ids'
        $command$)
        WHERE result::boolean
    LOOP
        PERFORM raise_numbers(worker.nodename, worker.nodeport);
    END LOOP;
END $$;

-- 5. No movements of stock through the coordinator: they would have its numbers, and not come after those of the node. Whoever
--    is connected to it without DATABASE_POOLER=citus is refused then, and the log says that the sequence is at its end.
DO $$
BEGIN
    SET LOCAL citus.enable_ddl_propagation = off;
    PERFORM setval('inventory_movements_sequence_seq', 2);
    ALTER SEQUENCE inventory_movements_sequence_seq MAXVALUE 2;
END $$;
