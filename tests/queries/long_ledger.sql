-- One customer with %(entries)s entries over four years, and a vendor with as many; others have as many between them.

-- name: a_organization
INSERT INTO organizations (id, slug, name, legal_name, state_code)
VALUES ('org_long', 'long', 'Long', 'Long', '27');

-- name: b_customers
INSERT INTO customers (organization_id, id, display_name, opening_balance)
SELECT 'org_long', 'cus_' || n, 'Customer ' || n, 500
FROM generate_series(0, 40) AS n;

-- name: c_vendors
INSERT INTO vendors (organization_id, id, display_name, opening_balance)
SELECT 'org_long', 'ven_' || n, 'Vendor ' || n, 500
FROM generate_series(0, 40) AS n;

-- name: d_invoices
-- Half of the entries; one in twenty is in dollars.
INSERT INTO invoices (
    organization_id, id, invoice_number, fiscal_year, customer_id, status, invoice_date, due_date, seller_legal_name,
    seller_state_code, place_of_supply_state_code, place_of_supply_stated, buyer, currency_code, exchange_rate, sub_total,
    discount_total, cgst_total, sgst_total, igst_total, total, created_at)
SELECT 'org_long', 'inv_' || n, 'INV-' || n, 2026, 'cus_' || CASE WHEN n %% 2 = 0 THEN 0 ELSE 1 + n %% 40 END,
       'SENT', '2022-04-01'::date + n %% 1461, '2026-04-30', 'Long', '27', '27', false, '{}',
       CASE WHEN n %% 20 = 0 THEN 'USD' ELSE 'INR' END, CASE WHEN n %% 20 = 0 THEN 83.123456 ELSE 1 END,
       100 + n %% 977, 0, 0, 0, 0, 100 + n %% 977, now() - n * interval '1 minute'
FROM generate_series(1, %(entries)s) AS n;

-- name: e_payments
INSERT INTO payments_received (
    organization_id, id, payment_number, fiscal_year, customer_id, payment_date, mode, amount, tds_amount, currency_code,
    exchange_rate, created_at)
SELECT 'org_long', 'pmt_' || n, 'PMT-' || n, 2026, 'cus_' || CASE WHEN n %% 2 = 0 THEN 0 ELSE 1 + n %% 40 END,
       '2022-04-01'::date + n %% 1461, 'UPI', 90 + n %% 877, 10, 'INR', 1, now() - n * interval '1 minute'
FROM generate_series(1, %(entries)s * 9 / 10) AS n;

-- name: f_credit_notes
INSERT INTO credit_notes (
    organization_id, id, credit_note_number, fiscal_year, customer_id, status, credit_note_date, seller_legal_name,
    seller_state_code, place_of_supply_state_code, party, currency_code, exchange_rate, sub_total, discount_total, cgst_total,
    sgst_total, igst_total, total, created_at)
SELECT 'org_long', 'crn_' || n, 'CN-' || n, 2026, 'cus_' || CASE WHEN n %% 2 = 0 THEN 0 ELSE 1 + n %% 40 END,
       'OPEN', '2022-04-01'::date + n %% 1461, 'Long', '27', '27', '{}', 'INR', 1, 10, 0, 0, 0, 0, 10,
       now() - n * interval '1 minute'
FROM generate_series(1, %(entries)s / 10) AS n;

-- name: g_bills
INSERT INTO bills (
    organization_id, id, bill_number, fiscal_year, vendor_id, status, bill_date, due_date, seller_legal_name,
    seller_state_code, place_of_supply_state_code, party, currency_code, exchange_rate, sub_total, discount_total, cgst_total,
    sgst_total, igst_total, total, created_at)
SELECT organization_id, 'bil' || substr(id, 4), invoice_number, fiscal_year, 'ven' || substr(customer_id, 4), 'OPEN',
       invoice_date, due_date, seller_legal_name, seller_state_code, place_of_supply_state_code, '{}', currency_code,
       exchange_rate, sub_total, 0, 0, 0, 0, total, created_at
FROM invoices;

-- name: h_payments_made
INSERT INTO payments_made (
    organization_id, id, payment_number, fiscal_year, vendor_id, payment_date, mode, amount, currency_code, exchange_rate,
    created_at)
SELECT organization_id, id, payment_number, fiscal_year, 'ven' || substr(customer_id, 4), payment_date, mode, amount,
       currency_code, exchange_rate, created_at
FROM payments_received;

-- name: i_debit_notes
INSERT INTO debit_notes (
    organization_id, id, debit_note_number, fiscal_year, vendor_id, status, debit_note_date, seller_legal_name,
    seller_state_code, place_of_supply_state_code, party, currency_code, exchange_rate, sub_total, discount_total, cgst_total,
    sgst_total, igst_total, total, created_at)
SELECT organization_id, id, credit_note_number, fiscal_year, 'ven' || substr(customer_id, 4), status, credit_note_date,
       seller_legal_name, seller_state_code, place_of_supply_state_code, party, currency_code, exchange_rate, sub_total, 0, 0,
       0, 0, total, created_at
FROM credit_notes;

-- name: customer_by_hand
-- The same figures as `customer_ledger.entries` from plain sums: outstanding, and the balance before a day.
SELECT 500 + sum(change) AS outstanding, 500 + sum(change) FILTER (WHERE day < %(day)s::date) AS before
FROM (
    SELECT invoice_date AS day, CASE currency_code WHEN 'INR' THEN total ELSE round(total * exchange_rate, 2) END AS change
    FROM invoices
    WHERE organization_id = 'org_long' AND customer_id = 'cus_0'
    UNION ALL
    SELECT payment_date, -amount - tds_amount
    FROM payments_received
    WHERE organization_id = 'org_long' AND customer_id = 'cus_0'
    UNION ALL
    SELECT credit_note_date, -total
    FROM credit_notes
    WHERE organization_id = 'org_long' AND customer_id = 'cus_0'
) d;
