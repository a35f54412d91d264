-- What an invoice's paper needs beyond its record.

-- Where the seller was when the invoice was written; null on invoices older than this column.
ALTER TABLE invoices ADD COLUMN seller_address text;

-- An organization's own HTML for a kind of paper, instead of the built-in one.
CREATE TABLE document_templates (
    organization_id text        NOT NULL REFERENCES organizations,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    document        text        NOT NULL CHECK (document IN ('invoice', 'statement')),
    html            text        NOT NULL CHECK (length(html) BETWEEN 1 AND 262144),
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT document_templates_one_per_document UNIQUE (organization_id, document)
);

CALL tenant_table('document_templates', 'SELECT');
