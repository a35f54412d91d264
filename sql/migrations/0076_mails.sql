-- Mails with papers, which wait here from the request that asks for one until a server takes it. Written in the
-- transaction of that request; sent by whoever runs `deliver`.

CREATE TABLE mails (
    organization_id text        NOT NULL REFERENCES organizations,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    kind            text        NOT NULL CHECK (kind IN ('invoice', 'credit_note', 'quote', 'receipt_voucher', 'statement')),
    -- The document, or the customer of a statement, and its window.
    record_id       text        NOT NULL,
    from_day        date,
    to_day          date,
    recipients      text[]      NOT NULL CHECK (cardinality(recipients) <= 20),
    copies          text[]      NOT NULL CHECK (cardinality(copies) <= 20),
    -- Null for the organization's own texts until it is sent.
    subject         text,
    message         text,
    status          text        NOT NULL CHECK (status IN ('QUEUED', 'SENT', 'FAILED')),
    attempts        integer     NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- When it is tried next. Who tries it moves this on first, so that others leave it alone.
    due_at          timestamptz,
    sent_at         timestamptz,
    failure         text        CHECK (length(failure) BETWEEN 1 AND 1000),
    -- The addresses that the server refused though it took the mail for others, each with its reason.
    refusals        jsonb       NOT NULL DEFAULT '[]',
    created_by      text        NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT mails_wait_or_are_done CHECK ((status = 'QUEUED') = (due_at IS NOT NULL)),
    CONSTRAINT mails_are_sent_once CHECK ((status = 'SENT') = (sent_at IS NOT NULL)),
    CONSTRAINT mails_fail_for_a_reason CHECK (status <> 'FAILED' OR failure IS NOT NULL)
);
CREATE INDEX mails_by_record ON mails (organization_id, record_id, created_at DESC, id DESC);
-- Of all organizations, for who sends them.
CREATE INDEX mails_due ON mails (due_at) WHERE due_at IS NOT NULL;
CALL tenant_table('mails', 'SELECT, INSERT, UPDATE');

-- As they go out.
CREATE VIEW mail_records WITH (security_invoker) AS
SELECT organization_id, id, kind, record_id, recipients AS "to", copies AS cc, subject, message, status, attempts, sent_at, failure,
       refusals, created_by, created_at
FROM mails;
GRANT SELECT ON mail_records TO invoicing_app;
