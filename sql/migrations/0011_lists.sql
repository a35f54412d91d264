-- Indexes for lists that are narrowed, sorted, and gone through by cursor (docs/api.md, "Lists").
--
-- Each index is written at every insert, so it stands only where a page would otherwise cost tens of milliseconds. With
-- 1,000,000 invoices of one organization, a page by change cost 240 ms without its index and costs 1 with it; the rare
-- status, 125 and 1.
--
-- There is none, because a sort of what the organization has takes a few milliseconds at most, for what comes in
-- hundreds (tax rates, currencies, payment terms, accounts, price lists, item groups, number series) or in thousands
-- (vendors, credit and debit notes). Flags (is_active, enabled) divide too little to be worth one. The status of quotes,
-- orders, bills and notes is looked for along their dates. Stock positions are changed by every sale: an index on their
-- times would end the cheap updates that leave the indexes alone, and their names are those of the items.

-- The order of synchronising, and what changed since.
CREATE INDEX invoices_by_update          ON invoices          (organization_id, updated_at, id);
CREATE INDEX payments_received_by_update ON payments_received (organization_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX quotes_by_update            ON quotes            (organization_id, updated_at, id);
CREATE INDEX sales_orders_by_update      ON sales_orders      (organization_id, updated_at, id);
CREATE INDEX bills_by_update             ON bills             (organization_id, updated_at, id);
CREATE INDEX expenses_by_update          ON expenses          (organization_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX customers_by_update         ON customers         (organization_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX customer_contacts_by_update ON customer_contacts (organization_id, updated_at, id);
CREATE INDEX items_by_update             ON items             (organization_id, updated_at, id) WHERE deleted_at IS NULL;

-- By name.
CREATE INDEX customers_by_name         ON customers         (organization_id, display_name, id) WHERE deleted_at IS NULL;
CREATE INDEX customer_contacts_by_name ON customer_contacts (organization_id, name, id);
CREATE INDEX items_by_name             ON items             (organization_id, name, id) WHERE deleted_at IS NULL;

-- Most invoices end as PAID and are found among the others along their dates. The due date tells OVERDUE from SENT
-- without a look into the table.
CREATE INDEX invoices_by_status ON invoices (organization_id, status, invoice_date DESC, created_at DESC, id DESC)
    INCLUDE (due_date) WHERE status <> 'PAID';

-- The documents of one customer or vendor; invoices and payments have had theirs.
CREATE INDEX quotes_by_customer       ON quotes       (organization_id, customer_id, quote_date DESC, created_at DESC, id DESC);
CREATE INDEX sales_orders_by_customer ON sales_orders (organization_id, customer_id, order_date DESC, created_at DESC, id DESC);
CREATE INDEX bills_by_vendor          ON bills        (organization_id, vendor_id, bill_date DESC, created_at DESC, id DESC);
CREATE INDEX expenses_by_vendor       ON expenses     (organization_id, vendor_id, expense_date DESC, created_at DESC, id DESC)
    WHERE deleted_at IS NULL AND vendor_id IS NOT NULL;
