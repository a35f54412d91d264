-- use: signed_record(customers, customer_records)
-- use: guarded(customers)
-- use: referenced(customers)
-- use: large_searched_list(customers, customer_records, display_name)

-- part: in_force
deleted_at IS NULL

-- part: chosen
organization_id = %(organization_id)s AND :active AND :is_referenced AND :changed_since AND :found(customers)

-- name: dangling
SELECT 'paymentTermId' AS field
WHERE %(payment_term_id)s::text IS NOT NULL
    AND NOT EXISTS (
        SELECT
        FROM payment_terms
        WHERE organization_id = %(organization_id)s AND id = %(payment_term_id)s AND deleted_at IS NULL
    )
UNION ALL
SELECT 'priceListId'
WHERE %(price_list_id)s::text IS NOT NULL
    AND NOT EXISTS (
        SELECT
        FROM price_lists
        WHERE organization_id = %(organization_id)s AND id = %(price_list_id)s AND deleted_at IS NULL
    )
UNION ALL
SELECT 'salespersonId'
WHERE %(salesperson_id)s::text IS NOT NULL
    AND NOT EXISTS (
        SELECT
        FROM memberships
        WHERE organization_id = %(organization_id)s AND user_id = %(salesperson_id)s
    );

-- name: insert
INSERT INTO customers (
    organization_id, id, display_name, legal_name, email, phone, gstin, pan, currency_code, payment_term_id,
    price_list_id, salesperson_id, place_of_supply_state_code, billing_address, shipping_address, opening_balance,
    notes, is_active, gst_category, external_reference, created_by
)
VALUES (
    %(organization_id)s, %(id)s, %(display_name)s, %(legal_name)s, %(email)s, %(phone)s, %(gstin)s, %(pan)s,
    %(currency_code)s, %(payment_term_id)s, %(price_list_id)s, %(salesperson_id)s, %(place_of_supply_state_code)s,
    %(billing_address)s, %(shipping_address)s, %(opening_balance)s, %(notes)s, %(is_active)s,
    %(gst_category)s, %(external_reference)s, %(user_id)s
);

-- name: update
UPDATE customers
SET display_name = %(display_name)s,
    legal_name = %(legal_name)s,
    email = %(email)s,
    phone = %(phone)s,
    gstin = %(gstin)s,
    pan = %(pan)s,
    currency_code = %(currency_code)s,
    payment_term_id = %(payment_term_id)s,
    price_list_id = %(price_list_id)s,
    salesperson_id = %(salesperson_id)s,
    place_of_supply_state_code = %(place_of_supply_state_code)s,
    billing_address = %(billing_address)s,
    shipping_address = %(shipping_address)s,
    opening_balance = %(opening_balance)s,
    notes = %(notes)s,
    is_active = %(is_active)s,
    gst_category = %(gst_category)s,
    external_reference = %(external_reference)s,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: open
-- The first thing that is not settled with a customer who is held, and how many there are.
SELECT o.word, o.number, o.state, o.amount, o.currency_code, count(*) OVER () AS many
FROM (
    SELECT 1 AS place, 'The opening balance' AS word, NULL AS number, 'open' AS state,
           opening_balance - opening_balance_applied AS amount, currency_code, NULL::date AS day, id
    FROM customers
    WHERE organization_id = %(organization_id)s AND id = %(id)s AND opening_balance > opening_balance_applied
    UNION ALL
    SELECT 2, 'Invoice', invoice_number, CASE status WHEN 'DRAFT' THEN 'draft' ELSE 'open' END, total - amount_paid,
           currency_code, invoice_date, id
    FROM invoices
    WHERE organization_id = %(organization_id)s
      AND customer_id = %(id)s
      AND status IN ('DRAFT', 'SENT', 'PARTIALLY_PAID')
    UNION ALL
    SELECT 3, 'Payment', payment_number, 'unspent', amount + tds_amount - allocated - opening_balance_applied,
           currency_code, payment_date, id
    FROM payments_received
    WHERE organization_id = %(organization_id)s
      AND customer_id = %(id)s
      AND deleted_at IS NULL
      AND amount + tds_amount > allocated + opening_balance_applied
    UNION ALL
    SELECT 4, 'Credit note', credit_note_number, CASE status WHEN 'DRAFT' THEN 'draft' ELSE 'unspent' END,
           total - allocated_amount, currency_code, credit_note_date, id
    FROM credit_notes
    WHERE organization_id = %(organization_id)s
      AND customer_id = %(id)s
      AND (status = 'DRAFT' OR (status = 'OPEN' AND total > allocated_amount))
    UNION ALL
    SELECT 5, 'Quote', quote_number, 'draft', total, currency_code, quote_date, id
    FROM quotes
    WHERE organization_id = %(organization_id)s AND customer_id = %(id)s AND status = 'DRAFT'
    UNION ALL
    SELECT 6, 'Sales order', sales_order_number, 'draft', total, currency_code, order_date, id
    FROM sales_orders
    WHERE organization_id = %(organization_id)s AND customer_id = %(id)s AND status = 'DRAFT'
) o
ORDER BY o.place, o.day, o.id
LIMIT 1;
