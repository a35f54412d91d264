-- Documents that are made elsewhere, in the fewest columns: one line, no tax. And what tests tamper with.

-- name: credit_note
WITH line AS (
    INSERT INTO credit_note_lines (
        organization_id, id, credit_note_id, description, quantity, unit, rate, is_price_inclusive, discount, tax_rate_percent,
        taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order)
    SELECT %(organization_id)s, 'l' || %(id)s::text, %(id)s, 'Work', 1, 'PCS', %(total)s::numeric, false, 0, 0, %(total)s, 0, 0, 0, %(total)s, 0
)
INSERT INTO credit_notes (
    organization_id, id, credit_note_number, fiscal_year, customer_id, status, credit_note_date, seller_legal_name,
    seller_state_code, place_of_supply_state_code, party, currency_code, exchange_rate, sub_total, discount_total, cgst_total,
    sgst_total, igst_total, total, created_at)
SELECT %(organization_id)s, %(id)s, %(number)s, fiscal_year(%(day)s::date, 4), %(party_id)s, %(status)s, %(day)s, 'Seller', '27', '27', '{}',
       %(currency_code)s, %(exchange_rate)s, %(total)s, 0, 0, 0, 0, %(total)s, clock_timestamp();

-- name: apply_credit_note
WITH note AS (
    UPDATE credit_notes
    SET allocated_amount = allocated_amount + %(amount)s
    WHERE organization_id = %(organization_id)s AND id = %(note_id)s
), invoice AS (
    UPDATE invoices
    SET amount_paid = amount_paid + %(amount)s,
        status = CASE WHEN amount_paid + %(amount)s = total THEN 'PAID' ELSE 'PARTIALLY_PAID' END
    WHERE organization_id = %(organization_id)s AND id = %(document_id)s
)
INSERT INTO credit_note_allocations (organization_id, id, credit_note_id, invoice_id, amount)
VALUES (%(organization_id)s, %(id)s, %(note_id)s, %(document_id)s, %(amount)s);

-- name: bill
WITH line AS (
    INSERT INTO bill_lines (
        organization_id, id, bill_id, description, quantity, unit, rate, is_price_inclusive, discount, tax_rate_percent,
        taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order)
    SELECT %(organization_id)s, 'l' || %(id)s::text, %(id)s, 'Work', 1, 'PCS', %(total)s::numeric, false, 0, 0, %(total)s, 0, 0, 0, %(total)s, 0
)
INSERT INTO bills (
    organization_id, id, bill_number, fiscal_year, vendor_id, status, bill_date, due_date, seller_legal_name,
    seller_state_code, place_of_supply_state_code, party, currency_code, exchange_rate, sub_total, discount_total, cgst_total,
    sgst_total, igst_total, total, created_at)
SELECT %(organization_id)s, %(id)s, %(number)s, fiscal_year(%(day)s::date, 4), %(party_id)s, %(status)s, %(day)s, %(due_date)s, 'Seller', '27', '27', '{}',
       %(currency_code)s, %(exchange_rate)s, %(total)s, 0, 0, 0, 0, %(total)s, clock_timestamp();

-- name: payment_made
INSERT INTO payments_made (
    organization_id, id, payment_number, fiscal_year, vendor_id, payment_date, mode, amount, currency_code, exchange_rate,
    created_at)
VALUES (
    %(organization_id)s, %(id)s, %(number)s, fiscal_year(%(day)s::date, 4), %(party_id)s, %(day)s, %(mode)s, %(total)s, %(currency_code)s,
    %(exchange_rate)s, clock_timestamp());

-- name: apply_payment_made
WITH payment AS (
    UPDATE payments_made
    SET allocated = allocated + %(amount)s
    WHERE organization_id = %(organization_id)s AND id = %(note_id)s
), bill AS (
    UPDATE bills
    SET amount_paid = amount_paid + %(amount)s,
        status = CASE WHEN amount_paid + %(amount)s = total THEN 'PAID' ELSE 'PARTIALLY_PAID' END
    WHERE organization_id = %(organization_id)s AND id = %(document_id)s
)
INSERT INTO bill_allocations (organization_id, id, payment_id, bill_id, amount)
VALUES (%(organization_id)s, %(id)s, %(note_id)s, %(document_id)s, %(amount)s);

-- name: debit_note
WITH line AS (
    INSERT INTO debit_note_lines (
        organization_id, id, debit_note_id, description, quantity, unit, rate, is_price_inclusive, discount, tax_rate_percent,
        taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order)
    SELECT %(organization_id)s, 'l' || %(id)s::text, %(id)s, 'Work', 1, 'PCS', %(total)s::numeric, false, 0, 0, %(total)s, 0, 0, 0, %(total)s, 0
)
INSERT INTO debit_notes (
    organization_id, id, debit_note_number, fiscal_year, vendor_id, status, debit_note_date, seller_legal_name,
    seller_state_code, place_of_supply_state_code, party, currency_code, exchange_rate, sub_total, discount_total, cgst_total,
    sgst_total, igst_total, total, created_at)
SELECT %(organization_id)s, %(id)s, %(number)s, fiscal_year(%(day)s::date, 4), %(party_id)s, %(status)s, %(day)s, 'Seller', '27', '27', '{}',
       %(currency_code)s, %(exchange_rate)s, %(total)s, 0, 0, 0, 0, %(total)s, clock_timestamp();

-- name: apply_debit_note
WITH note AS (
    UPDATE debit_notes
    SET allocated_amount = allocated_amount + %(amount)s
    WHERE organization_id = %(organization_id)s AND id = %(note_id)s
), bill AS (
    UPDATE bills
    SET amount_paid = amount_paid + %(amount)s,
        status = CASE WHEN amount_paid + %(amount)s = total THEN 'PAID' ELSE 'PARTIALLY_PAID' END
    WHERE organization_id = %(organization_id)s AND id = %(document_id)s
)
INSERT INTO debit_note_allocations (organization_id, id, debit_note_id, bill_id, amount)
VALUES (%(organization_id)s, %(id)s, %(note_id)s, %(document_id)s, %(amount)s);

-- name: role
INSERT INTO roles (organization_id, key, permissions)
VALUES (%(organization_id)s, %(key)s, %(permissions)s);
