-- Invoices and their lines. What was decided when an invoice was written (seller, buyer, place of supply, rates)
-- stands on it, so that later changes of master data never move an issued document.

CREATE TABLE invoices (
    organization_id              text        NOT NULL REFERENCES organizations,
    id                           text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    invoice_number               text        NOT NULL CHECK (length(invoice_number) BETWEEN 1 AND 100),
    -- The year the number counts in; null while the number is a draft's.
    fiscal_year                  integer,
    customer_id                  text        NOT NULL,
    sales_order_id               text,
    salesperson_id               text,
    -- OVERDUE is never stored: it is SENT, read after the due date.
    status                       text        NOT NULL CHECK (status IN ('DRAFT', 'SENT', 'PARTIALLY_PAID', 'PAID', 'VOID')),
    invoice_date                 date        NOT NULL CHECK (invoice_date BETWEEN '1900-01-01' AND '2999-12-31'),
    due_date                     date        NOT NULL CHECK (due_date <= '3000-12-31'),
    seller_registration_id       text,
    seller_legal_name            text        NOT NULL,
    seller_gstin                 text,
    seller_state_code            text        NOT NULL,
    place_of_supply_state_code   text        NOT NULL,
    -- Whether the caller said so; else it follows from the customer, and again when the customer changes.
    place_of_supply_stated       boolean     NOT NULL,
    buyer                        jsonb       NOT NULL,
    currency_code                text        NOT NULL CHECK (length(currency_code) = 3),
    exchange_rate                exchange    NOT NULL,
    sub_total                    amount      NOT NULL CHECK (sub_total >= 0),
    discount_total               amount      NOT NULL CHECK (discount_total >= 0),
    document_discount            rate        NOT NULL DEFAULT 0,
    document_discount_is_percent boolean     NOT NULL DEFAULT false,
    cgst_total                   amount      NOT NULL CHECK (cgst_total >= 0),
    sgst_total                   amount      NOT NULL CHECK (sgst_total >= 0),
    igst_total                   amount      NOT NULL CHECK (igst_total >= 0),
    adjustment_label             text,
    adjustment_amount            amount      NOT NULL DEFAULT 0,
    round_off                    amount      NOT NULL DEFAULT 0 CHECK (round_off BETWEEN -0.50 AND 0.50),
    total                        amount      NOT NULL CHECK (total >= 0),
    amount_paid                  amount      NOT NULL DEFAULT 0 CHECK (amount_paid >= 0),
    apply_customer_credit        boolean     NOT NULL DEFAULT false,
    warehouse_id                 text,
    eway_bill_status             text        NOT NULL DEFAULT 'NOT_REQUIRED',
    eway_bill_id                 text,
    email_sent_at                timestamptz,
    pdf_template_id              text,
    scheme_ids                   jsonb       NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(scheme_ids) = 'array'),
    notes                        text,
    terms_and_conditions         text,
    created_by                   text,
    updated_by                   text,
    created_at                   timestamptz NOT NULL DEFAULT now(),
    updated_at                   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT invoices_one_per_number UNIQUE (organization_id, fiscal_year, invoice_number),
    CONSTRAINT invoices_customer_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers (organization_id, id),
    CONSTRAINT invoices_salesperson_fkey FOREIGN KEY (organization_id, salesperson_id) REFERENCES memberships (organization_id, user_id),
    CONSTRAINT invoices_registration_fkey FOREIGN KEY (organization_id, seller_registration_id) REFERENCES registrations (organization_id, id),
    CONSTRAINT invoices_warehouse_fkey FOREIGN KEY (organization_id, warehouse_id) REFERENCES warehouses (organization_id, id),
    CONSTRAINT invoices_due_after_their_date CHECK (due_date >= invoice_date),
    CONSTRAINT invoices_add_up CHECK (
        total = sub_total - discount_total + cgst_total + sgst_total + igst_total + adjustment_amount + round_off),
    CONSTRAINT invoices_halve_the_tax CHECK (cgst_total = sgst_total AND (cgst_total = 0 OR igst_total = 0)),
    CONSTRAINT invoices_never_overpaid CHECK (amount_paid <= total),
    CONSTRAINT invoices_issued_with_a_number CHECK (status = 'DRAFT' OR fiscal_year IS NOT NULL),
    CONSTRAINT invoices_paid_as_their_status_says CHECK (CASE status
        WHEN 'PARTIALLY_PAID' THEN amount_paid > 0 AND amount_paid < total
        WHEN 'PAID'           THEN amount_paid = total
        WHEN 'SENT'           THEN amount_paid = 0 AND total > 0
        ELSE amount_paid = 0
    END)
);
CREATE INDEX invoices_by_date ON invoices (organization_id, invoice_date DESC, created_at DESC, id DESC);
CREATE INDEX invoices_by_customer ON invoices (organization_id, customer_id, invoice_date DESC, id DESC);

CREATE TABLE invoice_lines (
    organization_id    text        NOT NULL,
    id                 text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    invoice_id         text        NOT NULL,
    item_id            text,
    item_variant_id    text,
    description        text        NOT NULL,
    hsn_or_sac         text,
    quantity           quantity    NOT NULL CHECK (quantity > 0),
    unit               text        NOT NULL CHECK (length(unit) BETWEEN 1 AND 20),
    rate               rate        NOT NULL,
    is_price_inclusive boolean     NOT NULL,
    discount           amount      NOT NULL CHECK (discount >= 0),
    tax_rate_percent   percent     NOT NULL,
    taxable_amount     amount      NOT NULL CHECK (taxable_amount >= 0),
    cgst_amount        amount      NOT NULL CHECK (cgst_amount >= 0),
    sgst_amount        amount      NOT NULL CHECK (sgst_amount = cgst_amount),
    igst_amount        amount      NOT NULL CHECK (igst_amount >= 0),
    total              amount      NOT NULL,
    sort_order         integer     NOT NULL,
    width              quantity    CHECK (width > 0),
    height             quantity    CHECK (height > 0),
    length_unit        text        CHECK (length_unit IN ('MM', 'CM', 'M', 'IN', 'FT')),
    qty_count          quantity    CHECK (qty_count > 0),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT invoice_lines_in_order UNIQUE (organization_id, invoice_id, sort_order),
    -- Checked at commit: lines go in before their invoice, so that its number is taken last of all.
    CONSTRAINT invoice_lines_invoice_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices (organization_id, id)
        DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT invoice_lines_item_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id),
    CONSTRAINT invoice_lines_variant_fkey FOREIGN KEY (organization_id, item_id, item_variant_id) REFERENCES item_variants (organization_id, item_id, id),
    CONSTRAINT invoice_lines_add_up CHECK (total = taxable_amount + cgst_amount + sgst_amount + igst_amount)
);

CALL tenant_table('invoices');
CALL tenant_table('invoice_lines');

-- An invoice as the API shows it: OVERDUE is worked out on the organization's own calendar.
CREATE VIEW invoice_records WITH (security_invoker) AS
SELECT i.id, i.organization_id, i.invoice_number, i.customer_id, i.sales_order_id, i.salesperson_id,
       CASE WHEN i.status = 'SENT' AND i.due_date < (now() AT TIME ZONE o.time_zone)::date THEN 'OVERDUE' ELSE i.status END AS status,
       i.invoice_date, i.due_date, i.seller_registration_id, i.seller_legal_name, i.seller_gstin, i.seller_state_code,
       i.place_of_supply_state_code, i.currency_code, i.exchange_rate, i.sub_total, i.discount_total, i.document_discount,
       i.document_discount_is_percent, i.cgst_total, i.sgst_total, i.igst_total, i.adjustment_label, i.adjustment_amount,
       i.round_off, i.total, i.amount_paid,
       CASE WHEN i.status = 'VOID' THEN 0 ELSE i.total - i.amount_paid END AS balance_due,
       i.apply_customer_credit, i.warehouse_id, i.eway_bill_status, i.eway_bill_id, i.email_sent_at, i.pdf_template_id, i.scheme_ids, i.notes,
       i.terms_and_conditions, i.created_by, i.updated_by, i.created_at, i.updated_at
FROM invoices i
JOIN organizations o ON o.id = i.organization_id;

CREATE VIEW invoice_line_records WITH (security_invoker) AS
SELECT id, organization_id, invoice_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate, discount,
       tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order, width, height, length_unit,
       qty_count
FROM invoice_lines;

GRANT SELECT ON invoice_records, invoice_line_records TO invoicing_app;
