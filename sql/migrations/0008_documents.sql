-- Documents that are made elsewhere and read here: quotes, orders, bills, notes and payments made. They keep the
-- same figures as invoices do, so they are cut from one pattern, which goes when they are made.

CREATE TABLE document_pattern (
    organization_id              text        NOT NULL,
    id                           text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    fiscal_year                  integer     NOT NULL,
    seller_legal_name            text        NOT NULL,
    seller_gstin                 text,
    seller_state_code            text        NOT NULL,
    place_of_supply_state_code   text        NOT NULL,
    party                        jsonb       NOT NULL,
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
    warehouse_id                 text,
    notes                        text,
    terms_and_conditions         text,
    created_by                   text,
    updated_by                   text,
    created_at                   timestamptz NOT NULL DEFAULT now(),
    updated_at                   timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT documents_add_up CHECK (
        total = sub_total - discount_total + cgst_total + sgst_total + igst_total + adjustment_amount + round_off),
    CONSTRAINT documents_halve_the_tax CHECK (cgst_total = sgst_total AND (cgst_total = 0 OR igst_total = 0))
);

CREATE TABLE line_pattern (LIKE invoice_lines INCLUDING CONSTRAINTS);
ALTER TABLE line_pattern DROP COLUMN invoice_id;

CREATE TABLE quotes (
    LIKE document_pattern INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    quote_number text NOT NULL CHECK (length(quote_number) BETWEEN 1 AND 100),
    customer_id  text NOT NULL,
    status       text NOT NULL CHECK (status IN ('DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED')),
    quote_date   date NOT NULL CHECK (quote_date BETWEEN '1900-01-01' AND '2999-12-31'),
    expiry_date  date CHECK (expiry_date BETWEEN '1900-01-01' AND '2999-12-31'),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT quotes_one_per_number UNIQUE (organization_id, fiscal_year, quote_number),
    CONSTRAINT quotes_customer_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers (organization_id, id),
    CONSTRAINT quotes_warehouse_fkey FOREIGN KEY (organization_id, warehouse_id) REFERENCES warehouses (organization_id, id)
);
CREATE TABLE quote_lines (
    LIKE line_pattern INCLUDING CONSTRAINTS,
    quote_id text NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT quote_lines_in_order UNIQUE (organization_id, quote_id, sort_order),
    CONSTRAINT quote_lines_quote_fkey FOREIGN KEY (organization_id, quote_id) REFERENCES quotes (organization_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT quote_lines_item_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id),
    CONSTRAINT quote_lines_variant_fkey FOREIGN KEY (organization_id, item_id, item_variant_id) REFERENCES item_variants (organization_id, item_id, id)
);

CREATE TABLE sales_orders (
    LIKE document_pattern INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    sales_order_number     text NOT NULL CHECK (length(sales_order_number) BETWEEN 1 AND 100),
    customer_id            text NOT NULL,
    quote_id               text,
    status                 text NOT NULL CHECK (status IN ('DRAFT', 'CONFIRMED', 'CLOSED', 'VOID')),
    order_date             date NOT NULL CHECK (order_date BETWEEN '1900-01-01' AND '2999-12-31'),
    expected_shipment_date date CHECK (expected_shipment_date BETWEEN '1900-01-01' AND '2999-12-31'),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT sales_orders_one_per_number UNIQUE (organization_id, fiscal_year, sales_order_number),
    CONSTRAINT sales_orders_customer_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers (organization_id, id),
    CONSTRAINT sales_orders_quote_fkey FOREIGN KEY (organization_id, quote_id) REFERENCES quotes (organization_id, id),
    CONSTRAINT sales_orders_warehouse_fkey FOREIGN KEY (organization_id, warehouse_id) REFERENCES warehouses (organization_id, id)
);
CREATE TABLE sales_order_lines (
    LIKE line_pattern INCLUDING CONSTRAINTS,
    sales_order_id text NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT sales_order_lines_in_order UNIQUE (organization_id, sales_order_id, sort_order),
    CONSTRAINT sales_order_lines_order_fkey FOREIGN KEY (organization_id, sales_order_id) REFERENCES sales_orders (organization_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT sales_order_lines_item_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id),
    CONSTRAINT sales_order_lines_variant_fkey FOREIGN KEY (organization_id, item_id, item_variant_id) REFERENCES item_variants (organization_id, item_id, id)
);

CREATE TABLE purchase_orders (
    LIKE document_pattern INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    purchase_order_number text NOT NULL CHECK (length(purchase_order_number) BETWEEN 1 AND 100),
    vendor_id             text NOT NULL,
    status                text NOT NULL CHECK (status IN ('DRAFT', 'ISSUED', 'CLOSED', 'VOID')),
    order_date            date NOT NULL CHECK (order_date BETWEEN '1900-01-01' AND '2999-12-31'),
    expected_date         date CHECK (expected_date BETWEEN '1900-01-01' AND '2999-12-31'),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT purchase_orders_one_per_number UNIQUE (organization_id, fiscal_year, purchase_order_number),
    CONSTRAINT purchase_orders_vendor_fkey FOREIGN KEY (organization_id, vendor_id) REFERENCES vendors (organization_id, id),
    CONSTRAINT purchase_orders_warehouse_fkey FOREIGN KEY (organization_id, warehouse_id) REFERENCES warehouses (organization_id, id)
);
CREATE TABLE purchase_order_lines (
    LIKE line_pattern INCLUDING CONSTRAINTS,
    purchase_order_id text NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT purchase_order_lines_in_order UNIQUE (organization_id, purchase_order_id, sort_order),
    CONSTRAINT purchase_order_lines_order_fkey FOREIGN KEY (organization_id, purchase_order_id) REFERENCES purchase_orders (organization_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT purchase_order_lines_item_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id),
    CONSTRAINT purchase_order_lines_variant_fkey FOREIGN KEY (organization_id, item_id, item_variant_id) REFERENCES item_variants (organization_id, item_id, id)
);

CREATE TABLE bills (
    LIKE document_pattern INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    bill_number        text    NOT NULL CHECK (length(bill_number) BETWEEN 1 AND 100),
    vendor_bill_number text,
    vendor_id          text    NOT NULL,
    purchase_order_id  text,
    -- OVERDUE is never stored: it is OPEN, read after the due date.
    status             text    NOT NULL CHECK (status IN ('DRAFT', 'OPEN', 'PARTIALLY_PAID', 'PAID', 'VOID')),
    bill_date          date    NOT NULL CHECK (bill_date BETWEEN '1900-01-01' AND '2999-12-31'),
    due_date           date    NOT NULL CHECK (due_date <= '3000-12-31'),
    amount_paid        amount  NOT NULL DEFAULT 0 CHECK (amount_paid >= 0),
    itc_eligible       boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT bills_one_per_number UNIQUE (organization_id, fiscal_year, bill_number),
    CONSTRAINT bills_vendor_fkey FOREIGN KEY (organization_id, vendor_id) REFERENCES vendors (organization_id, id),
    CONSTRAINT bills_purchase_order_fkey FOREIGN KEY (organization_id, purchase_order_id) REFERENCES purchase_orders (organization_id, id),
    CONSTRAINT bills_warehouse_fkey FOREIGN KEY (organization_id, warehouse_id) REFERENCES warehouses (organization_id, id),
    CONSTRAINT bills_due_after_their_date CHECK (due_date >= bill_date),
    CONSTRAINT bills_paid_as_their_status_says CHECK (CASE status
        WHEN 'PARTIALLY_PAID' THEN amount_paid > 0 AND amount_paid < total
        WHEN 'PAID'           THEN amount_paid = total
        WHEN 'OPEN'           THEN amount_paid = 0 AND total > 0
        ELSE amount_paid = 0
    END)
);
CREATE TABLE bill_lines (
    LIKE line_pattern INCLUDING CONSTRAINTS,
    bill_id text NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT bill_lines_in_order UNIQUE (organization_id, bill_id, sort_order),
    CONSTRAINT bill_lines_bill_fkey FOREIGN KEY (organization_id, bill_id) REFERENCES bills (organization_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT bill_lines_item_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id),
    CONSTRAINT bill_lines_variant_fkey FOREIGN KEY (organization_id, item_id, item_variant_id) REFERENCES item_variants (organization_id, item_id, id)
);

-- Credit notes reduce what a customer owes. CLOSED is never stored: it is OPEN with everything allocated.
CREATE TABLE credit_notes (
    LIKE document_pattern INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    credit_note_number text   NOT NULL CHECK (length(credit_note_number) BETWEEN 1 AND 100),
    customer_id        text   NOT NULL,
    invoice_id         text,
    status             text   NOT NULL CHECK (status IN ('DRAFT', 'OPEN', 'VOID')),
    credit_note_date   date   NOT NULL CHECK (credit_note_date BETWEEN '1900-01-01' AND '2999-12-31'),
    reason             text,
    allocated_amount   amount NOT NULL DEFAULT 0 CHECK (allocated_amount >= 0),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT credit_notes_one_per_number UNIQUE (organization_id, fiscal_year, credit_note_number),
    CONSTRAINT credit_notes_customer_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers (organization_id, id),
    CONSTRAINT credit_notes_invoice_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices (organization_id, id),
    CONSTRAINT credit_notes_warehouse_fkey FOREIGN KEY (organization_id, warehouse_id) REFERENCES warehouses (organization_id, id),
    CONSTRAINT credit_notes_never_overspent CHECK (allocated_amount <= total AND (status = 'OPEN' OR allocated_amount = 0))
);
CREATE TABLE credit_note_lines (
    LIKE line_pattern INCLUDING CONSTRAINTS,
    credit_note_id           text    NOT NULL,
    original_invoice_item_id text,
    restock                  boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT credit_note_lines_in_order UNIQUE (organization_id, credit_note_id, sort_order),
    CONSTRAINT credit_note_lines_note_fkey FOREIGN KEY (organization_id, credit_note_id) REFERENCES credit_notes (organization_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT credit_note_lines_original_fkey FOREIGN KEY (organization_id, original_invoice_item_id) REFERENCES invoice_lines (organization_id, id),
    CONSTRAINT credit_note_lines_item_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id),
    CONSTRAINT credit_note_lines_variant_fkey FOREIGN KEY (organization_id, item_id, item_variant_id) REFERENCES item_variants (organization_id, item_id, id)
);
CREATE TABLE credit_note_allocations (
    organization_id text        NOT NULL,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    credit_note_id  text        NOT NULL,
    invoice_id      text        NOT NULL,
    amount          amount      NOT NULL CHECK (amount > 0),
    allocated_at    timestamptz NOT NULL DEFAULT now(),
    created_by      text,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT credit_note_allocations_note_fkey FOREIGN KEY (organization_id, credit_note_id) REFERENCES credit_notes (organization_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT credit_note_allocations_invoice_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices (organization_id, id)
);

CREATE TABLE debit_notes (
    LIKE document_pattern INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    debit_note_number text   NOT NULL CHECK (length(debit_note_number) BETWEEN 1 AND 100),
    vendor_id         text   NOT NULL,
    bill_id           text,
    status            text   NOT NULL CHECK (status IN ('DRAFT', 'OPEN', 'VOID')),
    debit_note_date   date   NOT NULL CHECK (debit_note_date BETWEEN '1900-01-01' AND '2999-12-31'),
    reason            text,
    allocated_amount  amount NOT NULL DEFAULT 0 CHECK (allocated_amount >= 0),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT debit_notes_one_per_number UNIQUE (organization_id, fiscal_year, debit_note_number),
    CONSTRAINT debit_notes_vendor_fkey FOREIGN KEY (organization_id, vendor_id) REFERENCES vendors (organization_id, id),
    CONSTRAINT debit_notes_bill_fkey FOREIGN KEY (organization_id, bill_id) REFERENCES bills (organization_id, id),
    CONSTRAINT debit_notes_warehouse_fkey FOREIGN KEY (organization_id, warehouse_id) REFERENCES warehouses (organization_id, id),
    CONSTRAINT debit_notes_never_overspent CHECK (allocated_amount <= total AND (status = 'OPEN' OR allocated_amount = 0))
);
CREATE TABLE debit_note_lines (
    LIKE line_pattern INCLUDING CONSTRAINTS,
    debit_note_id         text    NOT NULL,
    original_bill_item_id text,
    restock               boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT debit_note_lines_in_order UNIQUE (organization_id, debit_note_id, sort_order),
    CONSTRAINT debit_note_lines_note_fkey FOREIGN KEY (organization_id, debit_note_id) REFERENCES debit_notes (organization_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT debit_note_lines_original_fkey FOREIGN KEY (organization_id, original_bill_item_id) REFERENCES bill_lines (organization_id, id),
    CONSTRAINT debit_note_lines_item_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id),
    CONSTRAINT debit_note_lines_variant_fkey FOREIGN KEY (organization_id, item_id, item_variant_id) REFERENCES item_variants (organization_id, item_id, id)
);
CREATE TABLE debit_note_allocations (
    organization_id text        NOT NULL,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    debit_note_id   text        NOT NULL,
    bill_id         text        NOT NULL,
    amount          amount      NOT NULL CHECK (amount > 0),
    allocated_at    timestamptz NOT NULL DEFAULT now(),
    created_by      text,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT debit_note_allocations_note_fkey FOREIGN KEY (organization_id, debit_note_id) REFERENCES debit_notes (organization_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT debit_note_allocations_bill_fkey FOREIGN KEY (organization_id, bill_id) REFERENCES bills (organization_id, id)
);

CREATE TABLE payments_made (
    organization_id  text        NOT NULL REFERENCES organizations,
    id               text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    payment_number   text        NOT NULL CHECK (length(payment_number) BETWEEN 1 AND 100),
    fiscal_year      integer     NOT NULL,
    vendor_id        text        NOT NULL,
    payment_date     date        NOT NULL CHECK (payment_date BETWEEN '1900-01-01' AND '2999-12-31'),
    mode             text        NOT NULL CHECK (mode IN ('CASH', 'BANK_TRANSFER', 'UPI', 'CARD', 'CHEQUE', 'GATEWAY', 'OTHER')),
    reference_number text,
    amount           amount      NOT NULL CHECK (amount > 0),
    allocated        amount      NOT NULL DEFAULT 0 CHECK (allocated >= 0),
    currency_code    text        NOT NULL CHECK (length(currency_code) = 3),
    exchange_rate    exchange    NOT NULL,
    notes            text,
    created_by       text,
    created_at       timestamptz NOT NULL DEFAULT now(),
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT payments_made_one_per_number UNIQUE (organization_id, fiscal_year, payment_number),
    CONSTRAINT payments_made_vendor_fkey FOREIGN KEY (organization_id, vendor_id) REFERENCES vendors (organization_id, id),
    CONSTRAINT payments_made_never_overspent CHECK (allocated <= amount)
);
CREATE TABLE bill_allocations (
    organization_id text        NOT NULL,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    payment_id      text        NOT NULL,
    bill_id         text        NOT NULL,
    amount          amount      NOT NULL CHECK (amount > 0),
    created_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT bill_allocations_payment_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments_made (organization_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT bill_allocations_bill_fkey FOREIGN KEY (organization_id, bill_id) REFERENCES bills (organization_id, id)
);

DROP TABLE line_pattern;
DROP TABLE document_pattern;

-- An invoice may come from a sales order.
ALTER TABLE invoices ADD CONSTRAINT invoices_sales_order_fkey
    FOREIGN KEY (organization_id, sales_order_id) REFERENCES sales_orders (organization_id, id);

-- The order each list is read in, and the ledgers' way from a party to its documents.
CREATE INDEX quotes_by_date               ON quotes          (organization_id, quote_date DESC, created_at DESC, id DESC);
CREATE INDEX sales_orders_by_date         ON sales_orders    (organization_id, order_date DESC, created_at DESC, id DESC);
CREATE INDEX purchase_orders_by_date      ON purchase_orders (organization_id, order_date DESC, created_at DESC, id DESC);
CREATE INDEX bills_by_date                ON bills           (organization_id, bill_date DESC, created_at DESC, id DESC);
CREATE INDEX credit_notes_by_date         ON credit_notes    (organization_id, credit_note_date DESC, created_at DESC, id DESC);
CREATE INDEX debit_notes_by_date          ON debit_notes     (organization_id, debit_note_date DESC, created_at DESC, id DESC);
CREATE INDEX bill_allocations_by_bill     ON bill_allocations (organization_id, bill_id);
CREATE INDEX bill_allocations_by_payment  ON bill_allocations (organization_id, payment_id);
CREATE INDEX credit_notes_by_invoice          ON credit_notes    (organization_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX credit_note_lines_by_original    ON credit_note_lines (organization_id, original_invoice_item_id) WHERE original_invoice_item_id IS NOT NULL;
CREATE INDEX credit_note_allocations_by_note    ON credit_note_allocations (organization_id, credit_note_id);
CREATE INDEX credit_note_allocations_by_invoice ON credit_note_allocations (organization_id, invoice_id);
CREATE INDEX debit_note_allocations_by_note     ON debit_note_allocations  (organization_id, debit_note_id);
CREATE INDEX debit_note_allocations_by_bill     ON debit_note_allocations  (organization_id, bill_id);
-- Receivables: what is still open, by when it was due.
CREATE INDEX invoices_open ON invoices (organization_id, due_date) INCLUDE (total, amount_paid, exchange_rate) WHERE status IN ('SENT', 'PARTIALLY_PAID');

CALL tenant_table('quotes', 'SELECT, INSERT');
CALL tenant_table('quote_lines', 'SELECT, INSERT');
CALL tenant_table('sales_orders', 'SELECT, INSERT');
CALL tenant_table('sales_order_lines', 'SELECT, INSERT');
CALL tenant_table('purchase_orders', 'SELECT, INSERT');
CALL tenant_table('purchase_order_lines', 'SELECT, INSERT');
CALL tenant_table('bills', 'SELECT, INSERT, UPDATE');
CALL tenant_table('bill_lines', 'SELECT, INSERT');
CALL tenant_table('credit_notes', 'SELECT, INSERT, UPDATE');
CALL tenant_table('credit_note_lines', 'SELECT, INSERT');
CALL tenant_table('credit_note_allocations', 'SELECT, INSERT');
CALL tenant_table('debit_notes', 'SELECT, INSERT, UPDATE');
CALL tenant_table('debit_note_lines', 'SELECT, INSERT');
CALL tenant_table('debit_note_allocations', 'SELECT, INSERT');
CALL tenant_table('payments_made', 'SELECT, INSERT, UPDATE');
CALL tenant_table('bill_allocations', 'SELECT, INSERT');
