-- name: profile
UPDATE organizations
SET address = %(address)s, phone = %(phone)s, email = %(email)s, upi_id = %(upi_id)s, bank = %(bank)s
WHERE id = %(organization_id)s;

-- name: forget_seller_address
-- As on invoices that are older than the column.
UPDATE invoices
SET seller_address = NULL
WHERE organization_id = %(organization_id)s;

-- name: many_invoices
-- Sent invoices of 1.00 each, a day after the other.
INSERT INTO invoices (
    organization_id, id, invoice_number, fiscal_year, customer_id, status, invoice_date, due_date, seller_legal_name,
    seller_state_code, place_of_supply_state_code, place_of_supply_stated, buyer, currency_code, exchange_rate, sub_total,
    discount_total, cgst_total, sgst_total, igst_total, total)
SELECT %(organization_id)s, 'inv_' || n, 'M-' || n, 2026, %(customer_id)s, 'SENT', date '2020-01-01' + n, date '2999-01-01',
       'Seller', '27', '27', false, '{}', 'INR', 1, 1, 0, 0, 0, 0, 1
FROM generate_series(1, %(count)s) n;

-- name: set_template
INSERT INTO document_templates (organization_id, id, document, html)
VALUES (%(organization_id)s, %(id)s, %(document)s, %(html)s);

-- name: expire_links
UPDATE share_links
SET expires_at = now()
WHERE organization_id = %(organization_id)s;

-- name: acknowledged
-- The portal acknowledged an invoice 24 hours ago, and so much before.
UPDATE invoices
SET ack_date = now() - interval '24 hours' - %(later)s::interval
WHERE organization_id = %(organization_id)s AND id = %(id)s;
