-- use: signed_record(vendors, vendor_records)
-- use: guarded(vendors)
-- use: referenced(vendors)
-- use: large_searched_list(vendors, vendor_records, display_name)

-- part: in_force
deleted_at IS NULL

-- part: chosen
organization_id = %(organization_id)s AND :active AND :is_referenced AND :changed_since AND :found(vendors)

-- name: insert
INSERT INTO vendors (
    organization_id, id, display_name, legal_name, email, phone, gstin, pan, currency_code, payment_terms_days,
    place_of_supply_state_code, billing_address, shipping_address, opening_balance, notes, is_active,
    gst_category, vendor_code,
    lead_time_days, msme_type, udyam_number, msme_agreed_credit_days, msme_has_agreement, external_reference, created_by
)
VALUES (
    %(organization_id)s, %(id)s, %(display_name)s, %(legal_name)s, %(email)s, %(phone)s, %(gstin)s, %(pan)s,
    %(currency_code)s, %(payment_terms_days)s, %(place_of_supply_state_code)s, %(billing_address)s,
    %(shipping_address)s, %(opening_balance)s, %(notes)s, %(is_active)s, %(gst_category)s,
    %(vendor_code)s, %(lead_time_days)s,
    %(msme_type)s, %(udyam_number)s, %(msme_agreed_credit_days)s, %(msme_has_agreement)s,
    %(external_reference)s, %(user_id)s
);

-- name: update
UPDATE vendors
SET display_name = %(display_name)s,
    legal_name = %(legal_name)s,
    email = %(email)s,
    phone = %(phone)s,
    gstin = %(gstin)s,
    pan = %(pan)s,
    currency_code = %(currency_code)s,
    payment_terms_days = %(payment_terms_days)s,
    place_of_supply_state_code = %(place_of_supply_state_code)s,
    billing_address = %(billing_address)s,
    shipping_address = %(shipping_address)s,
    opening_balance = %(opening_balance)s,
    notes = %(notes)s,
    is_active = %(is_active)s,
    gst_category = %(gst_category)s,
    vendor_code = %(vendor_code)s,
    lead_time_days = %(lead_time_days)s,
    msme_type = %(msme_type)s,
    udyam_number = %(udyam_number)s,
    msme_agreed_credit_days = %(msme_agreed_credit_days)s,
    msme_has_agreement = %(msme_has_agreement)s,
    external_reference = %(external_reference)s,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: open
-- The first thing that is not settled with a vendor who is held, and how many there are.
SELECT o.word, o.number, o.state, o.amount, o.currency_code, count(*) OVER () AS many
FROM (
    SELECT 1 AS place, 'The opening balance' AS word, NULL AS number, 'open' AS state, opening_balance AS amount,
           currency_code, NULL::date AS day, id
    FROM vendors
    WHERE organization_id = %(organization_id)s AND id = %(id)s AND opening_balance > 0
    UNION ALL
    SELECT 2, 'Bill', bill_number, CASE status WHEN 'DRAFT' THEN 'draft' ELSE 'open' END, total - amount_paid,
           currency_code, bill_date, id
    FROM bills
    WHERE organization_id = %(organization_id)s
      AND vendor_id = %(id)s
      AND status IN ('DRAFT', 'OPEN', 'PARTIALLY_PAID')
    UNION ALL
    SELECT 3, 'Payment', payment_number, 'unspent', amount - allocated, currency_code, payment_date, id
    FROM payments_made
    WHERE organization_id = %(organization_id)s AND vendor_id = %(id)s AND deleted_at IS NULL AND amount > allocated
    UNION ALL
    SELECT 4, 'Debit note', debit_note_number, CASE status WHEN 'DRAFT' THEN 'draft' ELSE 'unspent' END,
           total - allocated_amount, currency_code, debit_note_date, id
    FROM debit_notes
    WHERE organization_id = %(organization_id)s
      AND vendor_id = %(id)s
      AND (status = 'DRAFT' OR (status = 'OPEN' AND total > allocated_amount))
    UNION ALL
    SELECT 5, 'Purchase order', purchase_order_number, 'draft', total, currency_code, order_date, id
    FROM purchase_orders
    WHERE organization_id = %(organization_id)s AND vendor_id = %(id)s AND status = 'DRAFT'
) o
ORDER BY o.place, o.day, o.id
LIMIT 1;
