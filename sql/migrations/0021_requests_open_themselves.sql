-- A request opens by itself: one function finds who calls, refuses what the token or the role does not allow, and binds
-- the transaction to the caller's organization. What it refuses it raises, and PostgreSQL then runs nothing that follows
-- in the same message.
--
-- SQLSTATE of a refusal: GS401 the token is not valid; GS402 it lacks the permission; GS403 the role does. The message of
-- the last two is the permission, and the detail names organization and user for the service's own log.
--
-- `permission` is empty where any caller will do. `granting_scopes` are the scopes that include it, `granting_roles` the
-- program's own roles that do; a role that an operator added has its permissions in `roles`. PL/pgSQL keeps the plan of
-- its query; before PostgreSQL 18 a function in SQL is planned at every call.
CREATE FUNCTION open_request(
    hash text, permission text, granting_scopes text[], granting_roles text[], request_id text,
    OUT token_id text, OUT token_kind text, OUT scopes text[],
    OUT user_id text, OUT user_email text, OUT user_name text,
    OUT organization_id text, OUT organization_name text, OUT organization_slug text,
    OUT role_key text, OUT role_permissions text[]
)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    SELECT t.id, t.kind, t.scopes, u.id, u.email, u.name, o.id, o.name, o.slug, m.role_key, r.permissions
    INTO token_id, token_kind, scopes, user_id, user_email, user_name,
         organization_id, organization_name, organization_slug, role_key, role_permissions
    FROM tokens t
    JOIN memberships m ON m.organization_id = t.organization_id AND m.user_id = t.user_id
    JOIN users u ON u.id = t.user_id
    JOIN organizations o ON o.id = t.organization_id
    LEFT JOIN roles r ON r.organization_id = t.organization_id AND r.key = m.role_key
    WHERE t.token_hash = hash
      AND t.kind IN ('pat', 'access')
      AND t.revoked_at IS NULL
      AND (t.expires_at IS NULL OR t.expires_at > now());
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the token is not valid' USING ERRCODE = 'GS401';
    END IF;
    IF permission IS DISTINCT FROM '' AND (scopes && granting_scopes) IS NOT TRUE THEN
        RAISE EXCEPTION '%', permission USING ERRCODE = 'GS402', DETAIL = organization_slug || ' ' || user_id;
    END IF;
    IF permission IS DISTINCT FROM '' AND (role_key = ANY (granting_roles) OR permission = ANY (role_permissions)) IS NOT TRUE THEN
        RAISE EXCEPTION '%', permission USING ERRCODE = 'GS403', DETAIL = organization_slug || ' ' || user_id;
    END IF;
    PERFORM set_config('app.organization_id', organization_id, true),
            set_config('app.user_id', user_id, true),
            set_config('app.token_id', token_id, true),
            set_config('app.request_id', request_id, true);
END $$;
REVOKE EXECUTE ON FUNCTION open_request FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_request TO invoicing_app;

-- `role set` refuses the names of the program's own roles; a row of such a name would add to what they allow.
ALTER TABLE roles ADD CONSTRAINT roles_leave_the_programs_own_alone
    CHECK (key NOT IN ('ADMIN', 'ACCOUNTANT', 'SALES', 'VIEWER')) NOT VALID;

-- A transaction serves one request: the trail names it, and no longer looks for a request of each record. Where the
-- release before still serves several requests in one transaction, its rows name all of them.
CREATE OR REPLACE FUNCTION audit_row() RETURNS trigger
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
