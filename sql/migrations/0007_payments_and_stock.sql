-- Payments received and what they settle; stock with its history; replies that a retry must get again.

-- What payments have settled of the customer's opening balance: kept, so that a constraint can guard it.
ALTER TABLE customers
    ADD COLUMN opening_balance_applied amount NOT NULL DEFAULT 0 CHECK (opening_balance_applied >= 0),
    ADD CONSTRAINT customers_opening_balance_covers_what_was_applied CHECK (opening_balance_applied <= opening_balance);

-- A deleted payment keeps its row and its number; its allocations count no more.
CREATE TABLE payments_received (
    organization_id         text        NOT NULL REFERENCES organizations,
    id                      text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    payment_number          text        NOT NULL CHECK (length(payment_number) BETWEEN 1 AND 100),
    fiscal_year             integer     NOT NULL,
    customer_id             text        NOT NULL,
    payment_date            date        NOT NULL CHECK (payment_date BETWEEN '1900-01-01' AND '2999-12-31'),
    mode                    text        NOT NULL CHECK (mode IN ('CASH', 'BANK_TRANSFER', 'UPI', 'CARD', 'CHEQUE', 'GATEWAY', 'OTHER')),
    reference_number        text,
    deposit_account         text,
    amount                  amount      NOT NULL CHECK (amount >= 0),
    tds_amount              amount      NOT NULL DEFAULT 0 CHECK (tds_amount >= 0),
    tds_section_code        text,
    allocated               amount      NOT NULL DEFAULT 0 CHECK (allocated >= 0),
    opening_balance_applied amount      NOT NULL DEFAULT 0 CHECK (opening_balance_applied >= 0),
    currency_code           text        NOT NULL CHECK (length(currency_code) = 3),
    exchange_rate           exchange    NOT NULL,
    gateway_payment_id      text,
    is_gateway_auto         boolean     NOT NULL DEFAULT false,
    notes                   text,
    created_by              text,
    created_at              timestamptz NOT NULL DEFAULT now(),
    updated_at              timestamptz NOT NULL DEFAULT now(),
    deleted_at              timestamptz,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT payments_received_one_per_number UNIQUE (organization_id, fiscal_year, payment_number),
    CONSTRAINT payments_received_customer_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers (organization_id, id),
    CONSTRAINT payments_received_are_of_something CHECK (amount + tds_amount > 0),
    CONSTRAINT payments_received_never_overspent CHECK (allocated + opening_balance_applied <= amount + tds_amount)
);
CREATE INDEX payments_received_by_date ON payments_received (organization_id, payment_date DESC, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX payments_received_by_customer ON payments_received (organization_id, customer_id, payment_date, created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE payment_allocations (
    organization_id        text        NOT NULL,
    id                     text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    payment_id             text        NOT NULL,
    invoice_id             text,
    customer_adjustment_id text,
    amount                 amount      NOT NULL CHECK (amount > 0),
    created_at             timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    -- Checked at commit: allocations go in before their payment, so that its number is taken last of all.
    CONSTRAINT payment_allocations_payment_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments_received (organization_id, id)
        DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT payment_allocations_invoice_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices (organization_id, id),
    CONSTRAINT payment_allocations_settle_one_thing CHECK (num_nonnulls(invoice_id, customer_adjustment_id) = 1)
);
CREATE INDEX payment_allocations_by_payment ON payment_allocations (organization_id, payment_id);
CREATE INDEX payment_allocations_by_invoice ON payment_allocations (organization_id, invoice_id) WHERE invoice_id IS NOT NULL;

-- Stock of one variant in one warehouse, valued at its moving average. `quantity_on_hand` may be negative: goods
-- were sold before their receipt was entered.
CREATE TABLE stock_positions (
    organization_id     text        NOT NULL REFERENCES organizations,
    id                  text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    item_variant_id     text        NOT NULL,
    warehouse_id        text        NOT NULL,
    quantity_on_hand    numeric(18, 6) NOT NULL DEFAULT 0 CHECK (quantity_on_hand > -1e12 AND quantity_on_hand < 1e12),
    quantity_reserved   numeric(18, 6) NOT NULL DEFAULT 0 CHECK (quantity_reserved >= 0 AND quantity_reserved < 1e12),
    value               amount      NOT NULL DEFAULT 0,
    average_cost        rate        NOT NULL DEFAULT 0,
    low_stock_threshold numeric(18, 6) CHECK (low_stock_threshold >= 0 AND low_stock_threshold < 1e12),
    last_movement_at    timestamptz,
    updated_at          timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT stock_positions_one_per_variant_and_warehouse UNIQUE (organization_id, item_variant_id, warehouse_id),
    CONSTRAINT stock_positions_variant_fkey FOREIGN KEY (organization_id, item_variant_id) REFERENCES item_variants (organization_id, id),
    CONSTRAINT stock_positions_warehouse_fkey FOREIGN KEY (organization_id, warehouse_id) REFERENCES warehouses (organization_id, id),
    CONSTRAINT stock_positions_empty_is_worth_nothing CHECK (quantity_on_hand <> 0 OR value = 0)
);

-- History: rows are added and never changed. `sequence` orders the movements of a position, whose row is locked
-- while one is added.
CREATE TABLE inventory_movements (
    organization_id    text           NOT NULL,
    id                 text           NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    sequence           bigint         GENERATED ALWAYS AS IDENTITY,
    item_variant_id    text           NOT NULL,
    warehouse_id       text           NOT NULL,
    movement_type      text           NOT NULL CHECK (movement_type IN (
        'OPENING_IN', 'PURCHASE_IN', 'SALES_OUT', 'SALES_VOID_IN', 'SALES_RETURN_IN', 'PURCHASE_RETURN_OUT',
        'ADJUSTMENT_IN', 'ADJUSTMENT_OUT')),
    quantity           quantity       NOT NULL CHECK (quantity > 0),
    unit_cost          rate           NOT NULL,
    total_cost         amount         NOT NULL CHECK (total_cost >= 0),
    balance_after      numeric(18, 6) NOT NULL CHECK (balance_after > -1e12 AND balance_after < 1e12),
    avg_cost_after     rate           NOT NULL,
    source_doc_type    text           NOT NULL,
    source_doc_id      text           NOT NULL,
    source_doc_line_id text,
    reverses_id        text, -- the movement that this one takes back
    lot_id             text,
    notes              text,
    created_by         text,
    created_at         timestamptz    NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT inventory_movements_reversed_once UNIQUE (organization_id, reverses_id),
    CONSTRAINT inventory_movements_position_fkey FOREIGN KEY (organization_id, item_variant_id, warehouse_id)
        REFERENCES stock_positions (organization_id, item_variant_id, warehouse_id),
    CONSTRAINT inventory_movements_reversed_fkey FOREIGN KEY (organization_id, reverses_id) REFERENCES inventory_movements (organization_id, id)
);
CREATE INDEX inventory_movements_by_position ON inventory_movements (organization_id, item_variant_id, warehouse_id, sequence DESC);
CREATE INDEX inventory_movements_by_source ON inventory_movements (organization_id, source_doc_id);

-- The reply to a request that carried an Idempotency-Key; null until its transaction is about to commit.
CREATE TABLE idempotency_keys (
    organization_id text        NOT NULL REFERENCES organizations,
    operation       text        NOT NULL,
    key             text        NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    request_hash    text        NOT NULL,
    status          integer,
    reply           text,
    created_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, operation, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (organization_id, created_at);

CALL tenant_table('payments_received', 'SELECT, INSERT, UPDATE');
CALL tenant_table('payment_allocations', 'SELECT, INSERT');
CALL tenant_table('stock_positions', 'SELECT, INSERT, UPDATE');
CALL tenant_table('inventory_movements', 'SELECT, INSERT');
CALL tenant_table('idempotency_keys', 'SELECT, INSERT, UPDATE, DELETE', 'key');
-- The first movement of an organization without a warehouse makes one.
GRANT INSERT ON warehouses TO invoicing_app;

CREATE VIEW payment_received_records WITH (security_invoker) AS
SELECT id, organization_id, payment_number, customer_id, payment_date, mode, reference_number, deposit_account, amount,
       tds_amount, tds_section_code, allocated, opening_balance_applied, currency_code, exchange_rate, gateway_payment_id,
       is_gateway_auto, notes, created_by, created_at, updated_at
FROM payments_received
WHERE deleted_at IS NULL;

CREATE VIEW payment_allocation_records WITH (security_invoker) AS
SELECT id, organization_id, payment_id, invoice_id, customer_adjustment_id, amount
FROM payment_allocations;

GRANT SELECT ON payment_received_records, payment_allocation_records TO invoicing_app;
