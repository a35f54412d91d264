-- The twelve kinds of master data. A deleted record keeps its row, so documents that name it stay readable;
-- `deleted_at` takes it out of every list, read and unique key. The views give each kind its shape on the wire.

CREATE TABLE payment_terms (
    organization_id text        NOT NULL REFERENCES organizations,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    days            integer     NOT NULL CHECK (days BETWEEN 0 AND 365),
    is_default      boolean     NOT NULL DEFAULT false,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    deleted_at      timestamptz,
    PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX payment_terms_one_default ON payment_terms (organization_id) WHERE is_default AND deleted_at IS NULL;

CREATE TABLE tax_rates (
    organization_id text        NOT NULL REFERENCES organizations,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    rate_percent    percent     NOT NULL,
    is_gst          boolean     NOT NULL DEFAULT true,
    is_default      boolean     NOT NULL DEFAULT false,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    deleted_at      timestamptz,
    PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX tax_rates_one_default ON tax_rates (organization_id) WHERE is_default AND deleted_at IS NULL;

CREATE TABLE currencies (
    organization_id text        NOT NULL REFERENCES organizations,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    code            text        NOT NULL CHECK (length(code) = 3 AND code = upper(code)),
    name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
    symbol          text        NOT NULL CHECK (length(symbol) BETWEEN 1 AND 10),
    exchange_rate   exchange    NOT NULL,
    is_base         boolean     NOT NULL DEFAULT false,
    is_active       boolean     NOT NULL DEFAULT true,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    deleted_at      timestamptz,
    PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX currencies_one_per_code ON currencies (organization_id, code) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX currencies_one_base ON currencies (organization_id) WHERE is_base AND deleted_at IS NULL;

CREATE TABLE accounts (
    organization_id text        NOT NULL REFERENCES organizations,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    account_name    text        NOT NULL CHECK (length(account_name) BETWEEN 1 AND 100),
    account_type    text        NOT NULL CHECK (account_type IN ('CASH', 'BANK', 'WALLET', 'RECEIVABLE', 'PAYABLE', 'DEBT', 'LOAN', 'OTHER')),
    bank_name       text        CHECK (length(bank_name) <= 100),
    account_number  text        CHECK (length(account_number) <= 50),
    ifsc_code       text        CHECK (length(ifsc_code) <= 20),
    is_default      boolean     NOT NULL DEFAULT false,
    is_active       boolean     NOT NULL DEFAULT true,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    deleted_at      timestamptz,
    PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX accounts_one_default ON accounts (organization_id) WHERE is_default AND deleted_at IS NULL;

CREATE TABLE item_groups (
    organization_id text        NOT NULL REFERENCES organizations,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 191),
    parent_group_id text,
    sort_order      bigint      NOT NULL DEFAULT 0 CHECK (sort_order BETWEEN -9007199254740991 AND 9007199254740991),
    description     text,
    created_by      text,
    updated_by      text,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    deleted_at      timestamptz,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT item_groups_parent_fkey FOREIGN KEY (organization_id, parent_group_id) REFERENCES item_groups (organization_id, id),
    CONSTRAINT item_groups_not_their_own_parent CHECK (parent_group_id <> id)
);

CREATE TABLE vendors (
    organization_id            text        NOT NULL REFERENCES organizations,
    id                         text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    display_name               text        NOT NULL CHECK (length(display_name) BETWEEN 1 AND 191),
    legal_name                 text,
    email                      text,
    phone                      text,
    gstin                      text,
    pan                        text,
    currency_code              text        NOT NULL DEFAULT 'INR' CHECK (length(currency_code) = 3),
    payment_term_id            text,
    payment_terms_days         integer     NOT NULL DEFAULT 0 CHECK (payment_terms_days BETWEEN 0 AND 365),
    place_of_supply_state_code text,
    billing_address            jsonb,
    shipping_address           jsonb,
    opening_balance            amount      NOT NULL DEFAULT 0 CHECK (opening_balance >= 0),
    notes                      text,
    is_active                  boolean     NOT NULL DEFAULT true,
    vendor_code                text,
    last_lot_sequence          integer     NOT NULL DEFAULT 0,
    lead_time_days             integer     CHECK (lead_time_days >= 0),
    msme_type                  text,
    udyam_number               text,
    msme_agreed_credit_days    integer     CHECK (msme_agreed_credit_days BETWEEN 0 AND 45),
    msme_has_agreement         boolean     NOT NULL DEFAULT false,
    created_by                 text,
    updated_by                 text,
    created_at                 timestamptz NOT NULL DEFAULT now(),
    updated_at                 timestamptz NOT NULL DEFAULT now(),
    deleted_at                 timestamptz,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT vendors_payment_term_fkey FOREIGN KEY (organization_id, payment_term_id) REFERENCES payment_terms (organization_id, id)
);

CREATE TABLE items (
    organization_id     text        NOT NULL REFERENCES organizations,
    id                  text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    name                text        NOT NULL CHECK (length(name) BETWEEN 1 AND 191),
    sku                 text,
    hsn_or_sac          text,
    type                text        NOT NULL DEFAULT 'GOODS' CHECK (type IN ('GOODS', 'SERVICE', 'BUNDLE')),
    group_id            text,
    size_module_id      text,
    unit                text        NOT NULL DEFAULT 'PCS' CHECK (length(unit) BETWEEN 1 AND 20),
    pricing_mode        text        NOT NULL DEFAULT 'PCS' CHECK (pricing_mode IN ('PCS', 'AREA')),
    default_length_unit text        CHECK (default_length_unit IN ('MM', 'CM', 'M', 'IN', 'FT')),
    master_unit         text,
    pieces_per_master   quantity    NOT NULL DEFAULT 1 CHECK (pieces_per_master > 0),
    selling_price       rate        NOT NULL DEFAULT 0,
    purchase_price      rate        NOT NULL DEFAULT 0,
    is_price_inclusive  text        NOT NULL DEFAULT 'inherit' CHECK (is_price_inclusive IN ('inherit', 'true', 'false')),
    tax_rate_id         text,
    description         text,
    reorder_quantity    quantity    NOT NULL DEFAULT 0 CHECK (reorder_quantity >= 0),
    barcode             text,
    track_inventory     boolean     NOT NULL DEFAULT false,
    is_active           boolean     NOT NULL DEFAULT true,
    primary_vendor_id   text,
    axes                jsonb       NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(axes) = 'array'),
    created_by          text,
    updated_by          text,
    created_at          timestamptz NOT NULL DEFAULT now(),
    updated_at          timestamptz NOT NULL DEFAULT now(),
    deleted_at          timestamptz,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT items_group_fkey FOREIGN KEY (organization_id, group_id) REFERENCES item_groups (organization_id, id),
    CONSTRAINT items_tax_rate_fkey FOREIGN KEY (organization_id, tax_rate_id) REFERENCES tax_rates (organization_id, id),
    CONSTRAINT items_primary_vendor_fkey FOREIGN KEY (organization_id, primary_vendor_id) REFERENCES vendors (organization_id, id)
);

CREATE TABLE item_variants (
    organization_id text        NOT NULL,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    item_id         text        NOT NULL,
    size            text        NOT NULL DEFAULT '',
    sku             text,
    barcode         text,
    selling_price   rate,
    purchase_price  rate,
    is_active       boolean     NOT NULL DEFAULT true,
    sort_order      bigint      NOT NULL DEFAULT 0 CHECK (sort_order BETWEEN -9007199254740991 AND 9007199254740991),
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    deleted_at      timestamptz,
    PRIMARY KEY (organization_id, id),
    -- so that a document's line can prove that its variant is one of its item
    UNIQUE (organization_id, item_id, id),
    CONSTRAINT item_variants_item_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id),
    -- not a unique index: two variants may swap their sizes in one statement
    CONSTRAINT item_variants_one_per_size EXCLUDE (organization_id WITH =, item_id WITH =, size WITH =)
        WHERE (deleted_at IS NULL AND btrim(size) <> '') DEFERRABLE
);

CREATE TABLE price_lists (
    organization_id text        NOT NULL REFERENCES organizations,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 150),
    type            text        NOT NULL CHECK (type IN ('SELLING', 'PURCHASE')),
    description     text,
    is_active       boolean     NOT NULL DEFAULT true,
    is_default      boolean     NOT NULL DEFAULT false,
    effective_from  date,
    effective_to    date,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    deleted_at      timestamptz,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT price_lists_end_after_they_begin CHECK (effective_to >= effective_from)
);
CREATE UNIQUE INDEX price_lists_one_default_per_type ON price_lists (organization_id, type) WHERE is_default AND deleted_at IS NULL;

CREATE TABLE price_list_entries (
    organization_id text        NOT NULL,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    price_list_id   text        NOT NULL,
    item_id         text        NOT NULL,
    item_variant_id text,
    rate            rate        NOT NULL,
    position        integer     NOT NULL, -- the order they were sent in
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT price_list_entries_one_rate_per_item UNIQUE NULLS NOT DISTINCT (organization_id, price_list_id, item_id, item_variant_id),
    CONSTRAINT price_list_entries_list_fkey FOREIGN KEY (organization_id, price_list_id) REFERENCES price_lists (organization_id, id),
    CONSTRAINT price_list_entries_item_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id),
    CONSTRAINT price_list_entries_variant_fkey FOREIGN KEY (organization_id, item_id, item_variant_id) REFERENCES item_variants (organization_id, item_id, id)
);

CREATE TABLE customers (
    organization_id            text        NOT NULL REFERENCES organizations,
    id                         text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    display_name               text        NOT NULL CHECK (length(display_name) BETWEEN 1 AND 191),
    legal_name                 text,
    email                      text,
    phone                      text,
    gstin                      text,
    pan                        text,
    currency_code              text        NOT NULL DEFAULT 'INR' CHECK (length(currency_code) = 3),
    payment_term_id            text,
    price_list_id              text,
    salesperson_id             text,
    place_of_supply_state_code text,
    billing_address            jsonb,
    shipping_address           jsonb,
    opening_balance            amount      NOT NULL DEFAULT 0 CHECK (opening_balance >= 0),
    notes                      text,
    is_active                  boolean     NOT NULL DEFAULT true,
    tenant_org_id              text,
    portal_enabled             boolean     NOT NULL DEFAULT false,
    portal_enabled_at          timestamptz,
    created_by                 text,
    updated_by                 text,
    created_at                 timestamptz NOT NULL DEFAULT now(),
    updated_at                 timestamptz NOT NULL DEFAULT now(),
    deleted_at                 timestamptz,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT customers_payment_term_fkey FOREIGN KEY (organization_id, payment_term_id) REFERENCES payment_terms (organization_id, id),
    CONSTRAINT customers_price_list_fkey FOREIGN KEY (organization_id, price_list_id) REFERENCES price_lists (organization_id, id),
    CONSTRAINT customers_salesperson_fkey FOREIGN KEY (organization_id, salesperson_id) REFERENCES memberships (organization_id, user_id)
);

-- A contact is never removed, only disabled (spec 3.3).
CREATE TABLE customer_contacts (
    organization_id text        NOT NULL,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    customer_id     text        NOT NULL,
    name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
    email           text,
    phone           text,
    role_label      text,
    is_primary      boolean     NOT NULL DEFAULT false,
    enabled         boolean     NOT NULL DEFAULT true,
    invited_at      timestamptz,
    last_login_at   timestamptz,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT customer_contacts_customer_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers (organization_id, id)
);
CREATE UNIQUE INDEX customer_contacts_one_primary ON customer_contacts (organization_id, customer_id) WHERE is_primary;

CREATE TABLE number_series (
    organization_id text        NOT NULL REFERENCES organizations,
    id              text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    doc_type        text        NOT NULL CHECK (doc_type IN (
        'QUOTE', 'SALES_ORDER', 'INVOICE', 'PAYMENT_RECEIVED', 'PURCHASE_ORDER', 'BILL', 'PAYMENT_MADE', 'EXPENSE',
        'CREDIT_NOTE', 'DEBIT_NOTE', 'DEBIT_ADJUSTMENT', 'CREDIT_ADJUSTMENT')),
    prefix          text        NOT NULL DEFAULT '' CHECK (length(prefix) <= 40),
    suffix          text        NOT NULL DEFAULT '' CHECK (length(suffix) <= 20),
    padding         integer     NOT NULL DEFAULT 5 CHECK (padding BETWEEN 1 AND 10),
    reset_yearly    boolean     NOT NULL DEFAULT true,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    deleted_at      timestamptz,
    PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX number_series_one_per_doc_type ON number_series (organization_id, doc_type) WHERE deleted_at IS NULL;

-- The counter a number is taken from: the last row a transaction locks. It outlives its series, so that a
-- series made anew cannot give out a used number. Fiscal year 0 counts for a series that never resets. What
-- `last_taken` says may have been taken from the counter that this one took over from.
CREATE TABLE number_counters (
    organization_id text    NOT NULL REFERENCES organizations,
    doc_type        text    NOT NULL,
    fiscal_year     integer NOT NULL CHECK (fiscal_year BETWEEN 0 AND 9999),
    next_number     bigint  NOT NULL DEFAULT 1 CHECK (next_number BETWEEN 1 AND 9007199254740992),
    last_taken      bigint  NOT NULL DEFAULT 0 CHECK (last_taken BETWEEN 0 AND 9007199254740991),
    PRIMARY KEY (organization_id, doc_type, fiscal_year),
    CONSTRAINT number_counters_never_go_back CHECK (next_number > last_taken)
);

CREATE TABLE expenses (
    organization_id      text        NOT NULL REFERENCES organizations,
    id                   text        NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
    expense_number       text        NOT NULL,
    fiscal_year          integer     NOT NULL,
    vendor_id            text,
    category             text        NOT NULL CHECK (length(category) BETWEEN 1 AND 100),
    expense_date         date        NOT NULL CHECK (expense_date BETWEEN '1900-01-01' AND '2999-12-31'),
    paid_through_account text,
    amount               amount      NOT NULL CHECK (amount >= 0),
    tax_rate_percent     percent     NOT NULL DEFAULT 0,
    tax_amount           amount      NOT NULL DEFAULT 0 CHECK (tax_amount >= 0),
    itc_eligible         boolean     NOT NULL DEFAULT false,
    notes                text,
    currency_code        text        NOT NULL DEFAULT 'INR' CHECK (length(currency_code) = 3),
    exchange_rate        exchange    NOT NULL DEFAULT 1,
    created_by           text,
    updated_by           text,
    created_at           timestamptz NOT NULL DEFAULT now(),
    updated_at           timestamptz NOT NULL DEFAULT now(),
    deleted_at           timestamptz,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT expenses_one_per_number UNIQUE (organization_id, fiscal_year, expense_number),
    CONSTRAINT expenses_vendor_fkey FOREIGN KEY (organization_id, vendor_id) REFERENCES vendors (organization_id, id)
);

-- The order each list is read in.
CREATE INDEX payment_terms_newest     ON payment_terms     (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tax_rates_newest         ON tax_rates         (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX currencies_newest        ON currencies        (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX accounts_newest          ON accounts          (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX item_groups_in_order     ON item_groups       (organization_id, sort_order, name, id)     WHERE deleted_at IS NULL;
CREATE INDEX vendors_newest           ON vendors           (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX items_newest             ON items             (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX price_lists_newest       ON price_lists       (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX customers_newest         ON customers         (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX customer_contacts_newest ON customer_contacts (organization_id, created_at DESC, id DESC);
CREATE INDEX number_series_newest     ON number_series     (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX expenses_by_date         ON expenses          (organization_id, expense_date DESC, created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- The way from a record to what hangs on it.
CREATE INDEX item_variants_by_item         ON item_variants      (organization_id, item_id, sort_order, size, id) WHERE deleted_at IS NULL;
CREATE INDEX item_groups_by_parent         ON item_groups        (organization_id, parent_group_id) WHERE deleted_at IS NULL;
CREATE INDEX customer_contacts_by_customer ON customer_contacts  (organization_id, customer_id, created_at DESC, id DESC);

CALL tenant_table('payment_terms', 'SELECT, INSERT, UPDATE');
CALL tenant_table('tax_rates', 'SELECT, INSERT, UPDATE');
CALL tenant_table('currencies', 'SELECT, INSERT, UPDATE');
CALL tenant_table('accounts', 'SELECT, INSERT, UPDATE');
CALL tenant_table('item_groups', 'SELECT, INSERT, UPDATE');
CALL tenant_table('vendors', 'SELECT, INSERT, UPDATE');
CALL tenant_table('items', 'SELECT, INSERT, UPDATE');
CALL tenant_table('item_variants', 'SELECT, INSERT, UPDATE');
CALL tenant_table('price_lists', 'SELECT, INSERT, UPDATE');
CALL tenant_table('price_list_entries', 'SELECT, INSERT, UPDATE, DELETE');
CALL tenant_table('customers', 'SELECT, INSERT, UPDATE');
CALL tenant_table('customer_contacts', 'SELECT, INSERT, UPDATE');
CALL tenant_table('number_series', 'SELECT, INSERT, UPDATE');
CALL tenant_table('number_counters', 'SELECT, INSERT, UPDATE', 'doc_type');
CALL tenant_table('expenses', 'SELECT, INSERT, UPDATE');

CREATE VIEW payment_term_records WITH (security_invoker) AS
SELECT id, organization_id, name, days, is_default, created_at, updated_at
FROM payment_terms
WHERE deleted_at IS NULL;

CREATE VIEW tax_rate_records WITH (security_invoker) AS
SELECT id, organization_id, name, rate_percent, is_gst, is_default, created_at, updated_at
FROM tax_rates
WHERE deleted_at IS NULL;

CREATE VIEW currency_records WITH (security_invoker) AS
SELECT id, organization_id, code, name, symbol, exchange_rate, is_base, is_active, created_at, updated_at
FROM currencies
WHERE deleted_at IS NULL;

CREATE VIEW account_records WITH (security_invoker) AS
SELECT id, organization_id, account_name, account_type, bank_name, account_number, ifsc_code, is_default, is_active,
       created_at, updated_at
FROM accounts
WHERE deleted_at IS NULL;

CREATE VIEW item_group_records WITH (security_invoker) AS
SELECT id, organization_id, name, parent_group_id, sort_order, description, created_by, updated_by, created_at, updated_at
FROM item_groups
WHERE deleted_at IS NULL;

CREATE VIEW vendor_records WITH (security_invoker) AS
SELECT id, organization_id, display_name, legal_name, email, phone, gstin, pan, currency_code, payment_term_id,
       payment_terms_days, place_of_supply_state_code, billing_address, shipping_address, opening_balance, notes, is_active,
       vendor_code, last_lot_sequence, lead_time_days, msme_type, udyam_number, msme_agreed_credit_days, msme_has_agreement,
       created_by, updated_by, created_at, updated_at
FROM vendors
WHERE deleted_at IS NULL;

-- isPriceInclusive is what the item comes to: where it inherits, the organization's setting. An item whose group
-- was deleted is in none; nothing is written to what may be most of the items.
CREATE VIEW item_records WITH (security_invoker) AS
SELECT i.id, i.organization_id, i.name, i.sku, i.hsn_or_sac, i.type, g.id AS group_id, i.size_module_id, i.unit, i.pricing_mode,
       i.default_length_unit, i.master_unit, i.pieces_per_master, i.selling_price, i.purchase_price,
       CASE i.is_price_inclusive WHEN 'inherit' THEN o.prices_include_tax ELSE i.is_price_inclusive = 'true' END AS is_price_inclusive,
       i.tax_rate_id, i.description, i.reorder_quantity, i.barcode, i.track_inventory, i.is_active, i.primary_vendor_id, i.axes,
       i.created_by, i.updated_by, i.created_at, i.updated_at
FROM items i
JOIN organizations o ON o.id = i.organization_id
LEFT JOIN item_groups g ON g.organization_id = i.organization_id AND g.id = i.group_id AND g.deleted_at IS NULL
WHERE i.deleted_at IS NULL;

CREATE VIEW item_variant_records WITH (security_invoker) AS
SELECT id, organization_id, item_id, size, sku, barcode, selling_price, purchase_price, is_active, sort_order, created_at, updated_at
FROM item_variants
WHERE deleted_at IS NULL;

CREATE VIEW price_list_records WITH (security_invoker) AS
SELECT id, organization_id, name, type, description, is_active, is_default, effective_from, effective_to, created_at, updated_at
FROM price_lists
WHERE deleted_at IS NULL;

-- paymentTermsDays are the days of the payment term, also of one deleted since: the agreement stands.
CREATE VIEW customer_records WITH (security_invoker) AS
SELECT c.id, c.organization_id, c.display_name, c.legal_name, c.email, c.phone, c.gstin, c.pan, c.currency_code,
       c.payment_term_id, coalesce(t.days, 0) AS payment_terms_days, c.price_list_id, c.salesperson_id,
       c.place_of_supply_state_code, c.billing_address, c.shipping_address, c.opening_balance, c.notes, c.is_active,
       c.tenant_org_id, c.portal_enabled, c.portal_enabled_at, c.created_by, c.updated_by, c.created_at, c.updated_at
FROM customers c
LEFT JOIN payment_terms t ON t.organization_id = c.organization_id AND t.id = c.payment_term_id
WHERE c.deleted_at IS NULL;

CREATE VIEW customer_contact_records WITH (security_invoker) AS
SELECT id, organization_id, customer_id, name, email, phone, role_label, is_primary, enabled, invited_at, last_login_at,
       created_at, updated_at
FROM customer_contacts;

CREATE VIEW expense_records WITH (security_invoker) AS
SELECT id, organization_id, expense_number, vendor_id, category, expense_date, paid_through_account, amount, tax_rate_percent,
       tax_amount, itc_eligible, notes, currency_code, exchange_rate, created_by, updated_by, created_at, updated_at
FROM expenses
WHERE deleted_at IS NULL;

-- The fiscal year a day falls in, named by the calendar year it begins in.
CREATE FUNCTION fiscal_year(day date, start_month integer) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN extract(year FROM day)::int - CASE WHEN extract(month FROM day) < start_month THEN 1 ELSE 0 END;

-- nextNumber is the counter of the fiscal year that runs today where the organization is.
CREATE VIEW number_series_records WITH (security_invoker) AS
SELECT s.id, s.organization_id, s.doc_type, s.prefix, s.suffix, s.padding, coalesce(c.next_number, 1) AS next_number,
       s.reset_yearly, s.updated_at
FROM number_series s
JOIN organizations o ON o.id = s.organization_id
LEFT JOIN number_counters c
    ON c.organization_id = s.organization_id
    AND c.doc_type = s.doc_type
    AND c.fiscal_year = CASE WHEN s.reset_yearly
        THEN fiscal_year((now() AT TIME ZONE o.time_zone)::date, o.fiscal_year_start_month) ELSE 0 END
WHERE s.deleted_at IS NULL;

GRANT SELECT ON
    payment_term_records, tax_rate_records, currency_records, account_records, item_group_records, vendor_records, item_records,
    item_variant_records, price_list_records, customer_records, customer_contact_records,
    expense_records, number_series_records
TO invoicing_app;
