-- The two walls every tenant table stands behind, and the trail every change of it leaves.

-- The role the service works as. It owns nothing, so row level security always holds it. An owner who may not make
-- roles needs it made beforehand, and to be a member of it (docs/operating.md).
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'invoicing_app') THEN
        CREATE ROLE invoicing_app NOLOGIN;
    END IF;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;  -- another database of this server made it meanwhile
END $$;

-- Roles are the server's, not the database's: granting again what is granted makes two migrations of
-- two databases collide.
DO $$
DECLARE
    right_to_set text := CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END;
BEGIN
    IF NOT pg_has_role(current_user, 'invoicing_app', right_to_set) THEN
        GRANT invoicing_app TO CURRENT_USER;
    END IF;
END $$;

GRANT USAGE ON SCHEMA public TO invoicing_app;
GRANT SELECT ON schema_migrations TO invoicing_app;

-- Amounts have at most 13 digits before the point, so a 64-bit float reads each one exactly. The bounds
-- also stop NaN, which is greater than every number and would pass a plain "not negative".
CREATE DOMAIN amount   AS numeric(15, 2) CHECK (VALUE > -1e13 AND VALUE < 1e13);
CREATE DOMAIN quantity AS numeric(15, 6) CHECK (VALUE > -1e9 AND VALUE < 1e9);
CREATE DOMAIN rate     AS numeric(19, 6) CHECK (VALUE >= 0 AND VALUE < 1e13);
CREATE DOMAIN percent  AS numeric(9, 6)  CHECK (VALUE >= 0 AND VALUE <= 100);
CREATE DOMAIN exchange AS numeric(15, 6) CHECK (VALUE > 0 AND VALUE < 1e9);

-- The tenant of the running transaction; null outside one.
CREATE FUNCTION current_organization() RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('app.organization_id', true), '');

CREATE TABLE audit_log (
    organization_id text        NOT NULL,
    id              bigint      GENERATED ALWAYS AS IDENTITY,
    at              timestamptz NOT NULL DEFAULT clock_timestamp(),
    user_id         text,
    token_id        text,
    request_id      text,
    table_name      text        NOT NULL,
    record_id       text        NOT NULL,
    operation       text        NOT NULL CHECK (operation IN ('INSERT', 'UPDATE', 'DELETE')),
    before          jsonb,
    after           jsonb,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX audit_log_by_record ON audit_log (organization_id, record_id, id);
CREATE INDEX audit_log_by_time ON audit_log (organization_id, at);

-- Writes one audit row. The table's name comes as an argument, because a distributed table's trigger sees
-- the name of its shard; the second argument names the column that identifies the record.
CREATE FUNCTION audit_row() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    secrets constant text[] := '{token_hash,password_hash,secret_hash}';
    was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - secrets END;
    becomes jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - secrets END;
    subject jsonb := coalesce(becomes, was);
BEGIN
    INSERT INTO audit_log (organization_id, user_id, token_id, request_id, table_name, record_id, operation, before, after)
    VALUES (
        coalesce(subject ->> 'organization_id', subject ->> 'id'),
        nullif(current_setting('app.user_id', true), ''),
        nullif(current_setting('app.token_id', true), ''),
        nullif(current_setting('app.request_id', true), ''),
        TG_ARGV[0], subject ->> TG_ARGV[1], TG_OP, was, becomes
    );
    RETURN NULL;
END $$;

-- Puts a table behind row level security: its owner (migrations, operators) works with all rows, the service
-- with those of its tenant, and nobody else with any. `tenant` names the column that holds the organization.
CREATE PROCEDURE wall_off(target text, tenant text DEFAULT 'organization_id')
    LANGUAGE plpgsql
AS $$
BEGIN
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', target);
    EXECUTE format('CREATE POLICY owner ON %I TO %I USING (true) WITH CHECK (true)', target, current_user);
    EXECUTE format(
        'CREATE POLICY tenant ON %I TO invoicing_app USING (%I = current_setting(''app.organization_id'', true))',
        target, tenant);
END $$;

-- Makes the trail of a table. ALWAYS: not even a session that replays replicated changes is exempt.
CREATE PROCEDURE keep_trail(target text, record_column text DEFAULT 'id')
    LANGUAGE plpgsql
AS $$
BEGIN
    EXECUTE format(
        'CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION audit_row(%L, %L)',
        target, target, record_column);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER audit', target);
END $$;

-- All that a tenant table needs; `rights` are what the service may do with it.
CREATE PROCEDURE tenant_table(target text, rights text DEFAULT 'SELECT, INSERT, UPDATE, DELETE', record_column text DEFAULT 'id')
    LANGUAGE plpgsql
AS $$
BEGIN
    CALL wall_off(target);
    CALL keep_trail(target, record_column);
    EXECUTE format('GRANT %s ON %I TO invoicing_app', rights, target);
END $$;

CALL wall_off('audit_log');
GRANT SELECT ON audit_log TO invoicing_app;
