-- Who calls: users, organizations, their registrations and roles, and the tokens that stand for a caller.

CREATE TABLE users (
    id                      text        PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 30),
    email                   text        NOT NULL CHECK (length(email) BETWEEN 3 AND 255),
    name                    text        NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    password_hash           text,
    default_organization_id text,
    created_at              timestamptz NOT NULL DEFAULT now(),
    updated_at              timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_one_per_email ON users (lower(email));

CREATE TABLE organizations (
    id                      text        PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 30),
    slug                    text        NOT NULL CONSTRAINT organizations_one_per_slug UNIQUE CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    name                    text        NOT NULL CHECK (length(name) BETWEEN 1 AND 191),
    legal_name              text        NOT NULL CHECK (length(legal_name) BETWEEN 1 AND 191),
    state_code              text        NOT NULL,
    currency_code           text        NOT NULL DEFAULT 'INR' CHECK (currency_code ~ '^[A-Z]{3}$'),
    time_zone               text        NOT NULL DEFAULT 'Asia/Kolkata',
    fiscal_year_start_month integer     NOT NULL DEFAULT 4 CHECK (fiscal_year_start_month BETWEEN 1 AND 12),
    round_off               boolean     NOT NULL DEFAULT false,
    prices_include_tax      boolean     NOT NULL DEFAULT false,
    address                 text,
    phone                   text,
    email                   text,
    upi_id                  text,
    logo                    bytea,
    bank                    text,
    created_at              timestamptz NOT NULL DEFAULT now(),
    updated_at              timestamptz NOT NULL DEFAULT now()
);

-- A GST registration: a seller may have one in each state it works from.
CREATE TABLE registrations (
    organization_id text        NOT NULL REFERENCES organizations,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    gstin           text        NOT NULL CHECK (length(gstin) = 15),
    state_code      text        NOT NULL,
    legal_name      text        NOT NULL CHECK (length(legal_name) BETWEEN 1 AND 191),
    is_default      boolean     NOT NULL DEFAULT false,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT registrations_one_per_gstin UNIQUE (organization_id, gstin)
);
CREATE UNIQUE INDEX registrations_one_default ON registrations (organization_id) WHERE is_default;

-- Roles an operator added; ADMIN, ACCOUNTANT, SALES and VIEWER are the program's own.
CREATE TABLE roles (
    organization_id text        NOT NULL REFERENCES organizations,
    key             text        NOT NULL CHECK (key ~ '^[A-Z][A-Z0-9_]{0,49}$'),
    permissions     text[]      NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, key)
);

CREATE TABLE memberships (
    organization_id text        NOT NULL REFERENCES organizations,
    user_id         text        NOT NULL REFERENCES users,
    role_key        text        NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX memberships_by_user ON memberships (user_id);

ALTER TABLE users ADD CONSTRAINT users_default_organization_is_a_membership
    FOREIGN KEY (default_organization_id, id) REFERENCES memberships (organization_id, user_id);

CREATE TABLE oauth_clients (
    id          text        PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    name        text        NOT NULL CHECK (length(name) BETWEEN 1 AND 191),
    secret_hash text,
    scopes      text[]      NOT NULL DEFAULT '{full}',
    created_at  timestamptz NOT NULL DEFAULT now()
);

-- Personal access tokens, and the access and refresh tokens of a login. Only the SHA-256 is kept.
CREATE TABLE tokens (
    organization_id text        NOT NULL,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    kind            text        NOT NULL CHECK (kind IN ('pat', 'access', 'refresh')),
    token_hash      text        NOT NULL CHECK (token_hash ~ '^[0-9a-f]{64}$'),
    user_id         text        NOT NULL,
    scopes          text[]      NOT NULL,
    name            text,
    client_id       text        REFERENCES oauth_clients,
    family_id       text,       -- one login and all that was refreshed from it
    created_at      timestamptz NOT NULL DEFAULT now(),
    expires_at      timestamptz,
    used_at         timestamptz, -- a refresh token that was exchanged
    revoked_at      timestamptz,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT tokens_one_per_hash UNIQUE (organization_id, token_hash),
    CONSTRAINT tokens_member_fkey FOREIGN KEY (organization_id, user_id) REFERENCES memberships (organization_id, user_id) ON DELETE CASCADE,
    CONSTRAINT tokens_of_a_login CHECK (kind = 'pat' OR (client_id IS NOT NULL AND family_id IS NOT NULL AND expires_at IS NOT NULL))
);
CREATE INDEX tokens_by_hash ON tokens (token_hash);
CREATE INDEX tokens_by_family ON tokens (family_id) WHERE family_id IS NOT NULL;

CREATE TABLE warehouses (
    organization_id text        NOT NULL REFERENCES organizations,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    code            text        NOT NULL CHECK (length(code) BETWEEN 1 AND 50),
    name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 191),
    is_default      boolean     NOT NULL DEFAULT false,
    address         jsonb,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT warehouses_one_per_code UNIQUE (organization_id, code)
);
CREATE UNIQUE INDEX warehouses_one_default ON warehouses (organization_id) WHERE is_default;

CALL wall_off('organizations', 'id');
CALL keep_trail('organizations');
GRANT SELECT ON organizations TO invoicing_app;
CALL tenant_table('registrations', 'SELECT');
CALL tenant_table('roles', 'SELECT', 'key');
CALL tenant_table('memberships', 'SELECT', 'user_id');
CALL tenant_table('warehouses', 'SELECT');

-- Users, clients and tokens are looked up before a tenant is known, through the functions below alone. The
-- service may read the tables and has no policy on them, so to it they are empty.
CREATE PROCEDURE identity_table(target text)
    LANGUAGE plpgsql
AS $$
BEGIN
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', target);
    EXECUTE format('CREATE POLICY owner ON %I TO %I USING (true) WITH CHECK (true)', target, current_user);
    EXECUTE format('GRANT SELECT ON %I TO invoicing_app', target);
END $$;

CALL identity_table('users');
CALL identity_table('oauth_clients');
CALL identity_table('tokens');
CALL keep_trail('tokens');

-- What a bearer token stands for, or no row. Asked before the tenant is known; the answer names the tenant.
-- role_permissions is null for the program's own roles.
CREATE FUNCTION resolve_token(hash text)
    RETURNS TABLE (
        token_id text, token_kind text, scopes text[],
        user_id text, user_email text, user_name text,
        organization_id text, organization_name text, organization_slug text,
        role_key text, role_permissions text[]
    )
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
    SELECT t.id, t.kind, t.scopes, u.id, u.email, u.name, o.id, o.name, o.slug, m.role_key, r.permissions
    FROM tokens t
    JOIN memberships m ON m.organization_id = t.organization_id AND m.user_id = t.user_id
    JOIN users u ON u.id = t.user_id
    JOIN organizations o ON o.id = t.organization_id
    LEFT JOIN roles r ON r.organization_id = m.organization_id AND r.key = m.role_key
    WHERE t.token_hash = hash
      AND t.kind IN ('pat', 'access')
      AND t.revoked_at IS NULL
      AND (t.expires_at IS NULL OR t.expires_at > now())
$$;

-- The organizations the calling user belongs to, the only list that reaches past the tenant.
CREATE FUNCTION organizations_of_caller()
    RETURNS TABLE (id text, name text, slug text, role_key text)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
    SELECT o.id, o.name, o.slug, m.role_key
    FROM memberships m
    JOIN organizations o ON o.id = m.organization_id
    WHERE m.user_id = nullif(current_setting('app.user_id', true), '')
    ORDER BY o.name, o.id
$$;
REVOKE EXECUTE ON FUNCTION resolve_token, organizations_of_caller FROM PUBLIC;
GRANT EXECUTE ON FUNCTION resolve_token, organizations_of_caller TO invoicing_app;
