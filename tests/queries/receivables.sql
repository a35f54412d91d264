-- What is kept of open invoices, as it lies there, and what is done to it at once.

-- name: kept
SELECT id, due_date, change, folded
FROM receivables_by_day
WHERE organization_id = %(organization_id)s
ORDER BY due_date, id;

-- name: fold
SELECT fold_receivables(%(organization_id)s);

-- name: add
-- Sent invoices of 1.00, due on the first so many days of 2030.
INSERT INTO invoices (
    organization_id, id, invoice_number, fiscal_year, customer_id, status, invoice_date, due_date, seller_legal_name,
    seller_state_code, place_of_supply_state_code, place_of_supply_stated, buyer, currency_code, exchange_rate,
    sub_total, discount_total, cgst_total, sgst_total, igst_total, total)
SELECT %(organization_id)s, 'inv_' || n, 'M-' || n, 2026, %(customer_id)s, 'SENT', '2026-05-04',
       date '2030-01-01' + n %% %(days)s::int, 'Seller', '27', '27', false, '{}', 'INR', 1, 1, 0, 0, 0, 0, 1
FROM generate_series(%(first)s::int, %(last)s::int) n;

-- name: pay
-- A tenth of an invoice, of one or of all.
UPDATE invoices
SET amount_paid = amount_paid + 0.1, status = 'PARTIALLY_PAID'
WHERE organization_id = %(organization_id)s AND (%(id)s::text IS NULL OR id = %(id)s);

-- name: remove
DELETE FROM invoices WHERE organization_id = %(organization_id)s AND id = %(id)s;
