-- Links by which a customer sees an invoice without logging in, and how often that was done.
--
-- A link names its organization, so that it is looked for behind the wall like everything else. Of its token the hash is
-- stored alone. A link that is ended is deleted; the trail says who made it and who ended it.

CREATE TABLE share_links (
    organization_id text        NOT NULL REFERENCES organizations,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    invoice_id      text        NOT NULL,
    token_hash      text        NOT NULL CHECK (token_hash ~ '^[0-9a-f]{64}$'),
    expires_at      timestamptz NOT NULL,
    created_by      text        NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices
);
CREATE UNIQUE INDEX share_links_by_token ON share_links (organization_id, token_hash);
CREATE INDEX share_links_by_invoice ON share_links (organization_id, invoice_id);
-- Of all organizations, for what takes expired ones away.
CREATE INDEX share_links_by_expiry ON share_links (expires_at);
CALL tenant_table('share_links', 'SELECT, INSERT, DELETE');

-- How often customers looked at an invoice, and when; not who. Without a trail: strangers would write it, by looking. An
-- invoice has one row, which stays when its links are gone.
CREATE TABLE invoice_views (
    organization_id text        NOT NULL REFERENCES organizations,
    invoice_id      text        NOT NULL,
    views           bigint      NOT NULL CHECK (views > 0),
    first_viewed_at timestamptz NOT NULL,
    last_viewed_at  timestamptz NOT NULL,
    PRIMARY KEY (organization_id, invoice_id),
    FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices
);
CALL wall_off('invoice_views');
GRANT SELECT, INSERT, UPDATE ON invoice_views TO invoicing_app;
