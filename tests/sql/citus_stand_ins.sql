-- In place of Citus: the functions that sql/citus/distribute.sql calls. They do nothing but remember what was asked.
CREATE SCHEMA citus_stand_ins;
SET LOCAL search_path = public, citus_stand_ins;

-- names oids: a table that is none is refused at once
CREATE TABLE citus_stand_ins.placed (target regclass PRIMARY KEY, place text NOT NULL, key text, beside regclass, shards integer);

CREATE FUNCTION citus_stand_ins.create_reference_table(target regclass) RETURNS void
    LANGUAGE sql
AS $$ INSERT INTO citus_stand_ins.placed VALUES (target, 'reference') $$;

CREATE FUNCTION citus_stand_ins.citus_add_local_table_to_metadata(target regclass) RETURNS void
    LANGUAGE sql
AS $$ INSERT INTO citus_stand_ins.placed VALUES (target, 'local') $$;

CREATE FUNCTION citus_stand_ins.create_distributed_table(
    target regclass, key text, colocate_with text DEFAULT NULL, shard_count integer DEFAULT NULL) RETURNS void
    LANGUAGE sql
AS $$ INSERT INTO citus_stand_ins.placed VALUES (target, 'distributed', key, colocate_with::regclass, shard_count) $$;

CREATE FUNCTION citus_stand_ins.create_distributed_function(target regprocedure) RETURNS void
    LANGUAGE sql
AS $$ $$;

CREATE FUNCTION citus_stand_ins.truncate_local_data_after_distributing_table(target regclass) RETURNS void
    LANGUAGE sql
AS $$ $$;

CREATE FUNCTION citus_stand_ins.run_command_on_workers(command text) RETURNS TABLE (success boolean, result text)
    LANGUAGE sql
AS $$ SELECT true, '' WHERE false $$;

-- Every organization lies in the group of the node, until a test says that it is another one.
CREATE TEMPORARY TABLE pg_dist_local_group AS SELECT 1 AS groupid;
CREATE TEMPORARY TABLE pg_dist_placement AS SELECT 1::bigint AS shardid, 1 AS groupid;

CREATE TEMPORARY VIEW pg_dist_partition AS SELECT target AS logicalrelid FROM citus_stand_ins.placed;

CREATE FUNCTION public.get_shard_id_for_distribution_column(target regclass, organization text) RETURNS bigint
    LANGUAGE sql
    RETURN 1;
