-- Many documents, set by set: %(organizations)s organizations of %(each)s invoices each, with what they stand on.

-- name: a_organizations
INSERT INTO organizations (id, slug, name, legal_name, state_code)
SELECT 'org_' || o, 'many-' || o, 'Many', 'Many', '27'
FROM generate_series(1, %(organizations)s) AS o;

-- name: b_registrations
INSERT INTO registrations (organization_id, id, gstin, state_code, legal_name, is_default)
SELECT 'org_' || o, 'reg_' || o, '27AAPFU0939F1ZV', '27', 'Many', true
FROM generate_series(1, %(organizations)s) AS o;

-- name: c_warehouses
INSERT INTO warehouses (organization_id, id, code, name, is_default)
SELECT 'org_' || o, 'whs_' || o, 'MAIN', 'Main', true
FROM generate_series(1, %(organizations)s) AS o;

-- name: d_series
INSERT INTO number_series (organization_id, id, doc_type, prefix)
SELECT 'org_' || o, 'ser_' || o || t, t, t
FROM generate_series(1, %(organizations)s) AS o, unnest(ARRAY['INVOICE', 'PAYMENT_RECEIVED']) AS t;

-- name: e_counters
INSERT INTO number_counters (organization_id, doc_type, fiscal_year, next_number, last_taken)
SELECT 'org_' || o, 'INVOICE', y, %(each)s + 1, %(each)s
FROM generate_series(1, %(organizations)s) AS o, generate_series(2000, 2026) AS y;

-- name: f_customers
INSERT INTO customers (organization_id, id, display_name)
SELECT 'org_' || o, 'cus_' || o || '_' || n, 'Customer ' || n
FROM generate_series(1, %(organizations)s) AS o, generate_series(1, greatest(%(each)s / 20, 10)) AS n;

-- name: g_items
INSERT INTO items (organization_id, id, name, track_inventory)
SELECT 'org_' || o, 'itm_' || o || '_' || n, 'Item ' || n, true
FROM generate_series(1, %(organizations)s) AS o, generate_series(1, greatest(%(each)s / 20, 10)) AS n;

-- name: h_variants
INSERT INTO item_variants (organization_id, id, item_id)
SELECT organization_id, 'var_' || substr(id, 5), id
FROM items;

-- name: i_positions
INSERT INTO stock_positions (organization_id, id, item_variant_id, warehouse_id)
SELECT organization_id, 'pos_' || substr(id, 5), id, 'whs_' || substr(organization_id, 5)
FROM item_variants;

-- name: j_invoices
INSERT INTO invoices (
    organization_id, id, invoice_number, fiscal_year, customer_id, status, invoice_date, due_date, seller_legal_name,
    seller_state_code, place_of_supply_state_code, place_of_supply_stated, buyer, currency_code, exchange_rate, sub_total,
    discount_total, cgst_total, sgst_total, igst_total, total, amount_paid, created_at)
SELECT 'org_' || o, 'inv_' || o || '_' || n, 'INV-' || n, 2026,
       'cus_' || o || '_' || 1 + n %% greatest(%(each)s / 20, 10),
       CASE WHEN n %% 10 < 3 THEN 'PAID' ELSE 'SENT' END,
       '2023-04-01'::date + n %% 1000, '2027-04-01', 'Many', '27', '27', false, '{"displayName": "Customer", "gstin": null}',
       'INR', 1, 100, 0, 0, 0, 0, 100, CASE WHEN n %% 10 < 3 THEN 100 ELSE 0 END, now() - n * interval '1 minute'
FROM generate_series(1, %(organizations)s) AS o, generate_series(1, %(each)s) AS n;

-- name: k_lines
INSERT INTO invoice_lines (
    organization_id, id, invoice_id, item_id, item_variant_id, description, quantity, unit, rate, is_price_inclusive,
    discount, tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order)
SELECT i.organization_id, 'inl_' || substr(i.id, 5) || '_' || n, i.id, 'itm_' || substr(i.customer_id, 5),
       'var_' || substr(i.customer_id, 5), 'Goods', 1, 'PCS', 50, false, 0, 0, 50, 0, 0, 0, 50, n
FROM invoices i, generate_series(0, 1) AS n;

-- name: l_payments
INSERT INTO payments_received (
    organization_id, id, payment_number, fiscal_year, customer_id, payment_date, mode, amount, allocated, currency_code,
    exchange_rate, created_at)
SELECT organization_id, 'pmt_' || substr(id, 5), 'PMT-' || substr(id, 5), 2026, customer_id, invoice_date, 'CASH',
       100 + (total - amount_paid), 100, 'INR', 1, created_at
FROM invoices
WHERE status = 'PAID';

-- name: m_allocations
INSERT INTO payment_allocations (organization_id, id, payment_id, invoice_id, amount)
SELECT organization_id, 'pal_' || substr(id, 5), id, 'inv_' || substr(id, 5), 100
FROM payments_received;

-- name: n_movements
INSERT INTO inventory_movements (
    organization_id, id, item_variant_id, warehouse_id, movement_type, quantity, unit_cost, total_cost, balance_after,
    avg_cost_after, source_doc_type, source_doc_id, source_doc_line_id)
SELECT organization_id, 'mov_' || substr(id, 5), item_variant_id, 'whs_' || substr(organization_id, 5), 'SALES_OUT', 1, 0, 0, -1, 0,
       'INVOICE', invoice_id, id
FROM invoice_lines;

-- name: o_keys
INSERT INTO idempotency_keys (organization_id, operation, key, request_hash, status, reply, created_at)
SELECT organization_id, '/api/v1/invoices', 'key-' || substr(id, 5), 'x', 201, '{}', created_at
FROM payments_received;

-- name: p_links
INSERT INTO share_links (organization_id, id, invoice_id, token_hash, expires_at, created_by)
SELECT organization_id, 'shl_' || substr(id, 5), id, encode(sha256(id::bytea), 'hex'), now() + interval '30 days', 'usr_7'
FROM invoices;

-- name: q_views
INSERT INTO invoice_views (organization_id, invoice_id, views, first_viewed_at, last_viewed_at)
SELECT organization_id, id, 1, now(), now()
FROM invoices;

-- name: r_mails
-- One in a hundred waits.
INSERT INTO mails (organization_id, id, kind, record_id, recipients, copies, status, due_at, sent_at, created_by)
SELECT organization_id, 'eml_' || substr(id, 5), 'invoice', id, '{a@example.com}', '{}', CASE WHEN waits THEN 'QUEUED' ELSE 'SENT' END,
       CASE WHEN waits THEN now() END, CASE WHEN NOT waits THEN now() END, 'usr_7'
FROM (SELECT organization_id, id, row_number() OVER () %% 100 = 0 AS waits FROM invoices) i;

-- name: s_vendors
INSERT INTO vendors (organization_id, id, display_name, msme_type)
SELECT 'org_' || o, 'ven_' || o || '_' || n, 'Vendor ' || n, CASE WHEN n %% 10 = 0 THEN 'SMALL' END
FROM generate_series(1, %(organizations)s) AS o, generate_series(1, 100) AS n;

-- name: t_bills
-- One in twenty is unpaid.
INSERT INTO bills (
    organization_id, id, bill_number, fiscal_year, vendor_id, status, bill_date, due_date, seller_legal_name,
    seller_state_code, place_of_supply_state_code, party, currency_code, exchange_rate, sub_total,
    discount_total, cgst_total, sgst_total, igst_total, total, amount_paid, created_at)
SELECT 'org_' || o, 'bil_' || o || '_' || n, 'BILL-' || n, 2026, 'ven_' || o || '_' || 1 + n %% 100,
       CASE WHEN n %% 20 = 0 THEN 'OPEN' ELSE 'PAID' END, '2023-04-01'::date + n %% 1000, '2027-04-01', 'Vendor', '27', '27',
       '{"displayName": "Vendor", "gstin": null}', 'INR', 1, 100, 0, 0, 0, 0, 100,
       CASE WHEN n %% 20 = 0 THEN 0 ELSE 100 END, now() - n * interval '1 minute'
FROM generate_series(1, %(organizations)s) AS o, generate_series(1, %(each)s / 2) AS n;

-- name: u_bill_lines
INSERT INTO bill_lines (
    organization_id, id, bill_id, description, quantity, unit, rate, is_price_inclusive, discount, tax_rate_percent,
    taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order)
SELECT organization_id, 'bll_' || substr(id, 5), id, 'Goods', 1, 'PCS', 100, false, 0, 0, 100, 0, 0, 0, 100, 0
FROM bills;
