-- Invoices that come again: what is billed, on which days, and what became of each of them.
--
-- Who makes the invoice of a due day holds the row of its schedule, and moves the schedule on in the same transaction.

CREATE TABLE recurring_invoices (
    organization_id            text        NOT NULL REFERENCES organizations,
    id                         text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    customer_id                text        NOT NULL,
    salesperson_id             text,
    seller_registration_id     text,
    currency_code              text        NOT NULL,
    exchange_rate              exchange    NOT NULL,
    place_of_supply_state_code text,
    warehouse_id               text,
    notes                      text,
    terms_and_conditions       text,
    apply_customer_credit      boolean     NOT NULL,
    scheme_ids                 jsonb       NOT NULL,
    reverse_charge             boolean     NOT NULL,
    export_with_payment        boolean,
    shipping_bill_number       text,
    shipping_bill_date         date,
    port_code                  text,
    -- As they are on the wire: they become columns when an invoice is made.
    adjustments                jsonb       NOT NULL,
    lines                      jsonb       NOT NULL,

    frequency                  text        NOT NULL
        CHECK (frequency IN ('DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY')),
    "interval"                 integer     NOT NULL CHECK ("interval" BETWEEN 1 AND 99),
    start_date                 date        NOT NULL,
    end_date                   date        CHECK (end_date >= start_date),
    occurrences                integer     CHECK (occurrences BETWEEN 1 AND 9999),
    -- A number from 1 to 31, or LAST; null for the day of start_date.
    day_of_month               jsonb       CHECK (day_of_month = '"LAST"' OR day_of_month::text ~ '^([1-9]|[12][0-9]|3[01])$'),
    due_days                   integer     CHECK (due_days BETWEEN 0 AND 365),
    "then"                     text        NOT NULL CHECK ("then" IN ('DRAFT', 'SEND', 'SEND_AND_MAIL')),
    is_paused                  boolean     NOT NULL,

    -- The first due day whose invoice is still to be made; null while paused, and at the end.
    next_date                  date,
    -- No earlier due day is made: since when the schedule goes on after a pause or a change of its days.
    not_before_date            date,
    last_date                  date,
    last_invoice_id            text,
    made                       integer     NOT NULL DEFAULT 0 CHECK (made >= 0),
    -- The due day whose invoice could not be made, why, and when that is tried again.
    failed_date                date,
    failure                    text        CHECK (length(failure) BETWEEN 1 AND 1000),
    retry_date                 date,

    created_by                 text        NOT NULL,
    updated_by                 text,
    created_at                 timestamptz NOT NULL DEFAULT now(),
    updated_at                 timestamptz NOT NULL DEFAULT now(),
    deleted_at                 timestamptz,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, customer_id) REFERENCES customers,
    CONSTRAINT recurring_invoices_end_once CHECK (end_date IS NULL OR occurrences IS NULL),
    CONSTRAINT recurring_invoices_day_of_months
        CHECK (day_of_month IS NULL OR frequency IN ('MONTHLY', 'QUARTERLY', 'YEARLY')),
    CONSTRAINT recurring_invoices_paused_have_no_next CHECK (NOT is_paused OR next_date IS NULL),
    CONSTRAINT recurring_invoices_go_forward CHECK (next_date > last_date),
    CONSTRAINT recurring_invoices_failures_have_reasons
        CHECK ((failed_date IS NULL) = (failure IS NULL) AND (failed_date IS NULL) = (retry_date IS NULL))
);
CREATE INDEX recurring_invoices_newest ON recurring_invoices (organization_id, created_at DESC, id DESC)
    WHERE deleted_at IS NULL;
CREATE INDEX recurring_invoices_by_customer ON recurring_invoices (organization_id, customer_id);
-- Of all organizations, for who makes what is due.
CREATE INDEX recurring_invoices_due ON recurring_invoices (next_date) WHERE next_date IS NOT NULL AND deleted_at IS NULL;
CALL tenant_table('recurring_invoices', 'SELECT, INSERT, UPDATE');

-- What was made of each due day. A due day is here once, whatever else becomes of the invoice.
CREATE TABLE recurring_invoice_days (
    organization_id      text        NOT NULL REFERENCES organizations,
    recurring_invoice_id text        NOT NULL,
    due_date             date        NOT NULL,
    invoice_id           text        NOT NULL,
    created_at           timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT recurring_invoice_days_once PRIMARY KEY (organization_id, recurring_invoice_id, due_date),
    FOREIGN KEY (organization_id, recurring_invoice_id) REFERENCES recurring_invoices
);
CALL tenant_table('recurring_invoice_days', 'SELECT, INSERT', 'recurring_invoice_id');

-- Live schedules as they go out in lists; a single read has the lines as well.
CREATE VIEW recurring_invoice_records WITH (security_invoker) AS
SELECT r.id, r.organization_id, r.customer_id, c.display_name AS customer_name, r.salesperson_id,
       r.seller_registration_id, r.currency_code, r.exchange_rate, r.place_of_supply_state_code, r.warehouse_id,
       r.notes, r.terms_and_conditions, r.apply_customer_credit, r.scheme_ids, r.reverse_charge,
       r.export_with_payment, r.shipping_bill_number, r.shipping_bill_date, r.port_code, r.adjustments,
       r.frequency, r."interval", r.start_date, r.end_date, r.occurrences, r.day_of_month, r.due_days, r."then",
       r.is_paused, r.next_date, r.last_invoice_id, r.made,
       CASE WHEN r.failed_date IS NOT NULL THEN
           jsonb_build_object('date', to_char(r.failed_date, 'YYYY-MM-DD"T00:00:00Z"'), 'reason', r.failure)
       END AS last_failure,
       r.created_by, r.updated_by, r.created_at, r.updated_at
FROM recurring_invoices r
JOIN customers c ON c.organization_id = r.organization_id AND c.id = r.customer_id
WHERE r.deleted_at IS NULL;
GRANT SELECT ON recurring_invoice_records TO invoicing_app;
