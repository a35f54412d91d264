-- A month of invoices of an organization, and its other months: three lines each, to buyers with a GSTIN.

-- name: month
INSERT INTO invoices (
    organization_id, id, invoice_number, fiscal_year, customer_id, status, invoice_date, due_date, seller_legal_name,
    seller_gstin, seller_state_code, place_of_supply_state_code, place_of_supply_stated, buyer, currency_code,
    exchange_rate, sub_total, discount_total, cgst_total, sgst_total, igst_total, total, gst_category, supply_type)
SELECT %(organization_id)s, 'inv_' || %(from)s::date || n, 'I' || to_char(%(from)s::date, 'YYMM') || '-' || n, 2026, 'cus', 'SENT',
       %(from)s::date + n %% 28, '2027-04-01', 'Many', '27AAPFU0939F1ZV', '27', '27', false,
       jsonb_build_object('displayName', 'Customer', 'gstin', (%(gstins)s::text[])[1 + n %% 100]), 'INR', 1, 300, 0, 18, 18, 0, 336,
       'REGISTERED', 'B2B'
FROM generate_series(1, %(each)s) AS n;

-- name: lines
INSERT INTO invoice_lines (
    organization_id, id, invoice_id, description, hsn_or_sac, quantity, unit, rate, is_price_inclusive,
    discount, tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order)
SELECT i.organization_id, i.id || '_' || n, i.id, 'Goods', '610' || n, 1, 'PCS', 100, false, 0, 12, 100, 6, 6, 0, 112, n
FROM invoices i, generate_series(1, 3) AS n
WHERE i.organization_id = %(organization_id)s;
