-- use: signed_record(vendors, vendor_records)
-- use: large_searched_list(vendors, vendor_records, display_name)

-- part: chosen
organization_id = %(organization_id)s AND :active AND :changed_since AND :found(vendors)

-- name: insert
INSERT INTO vendors (
    organization_id, id, display_name, legal_name, email, phone, gstin, pan, currency_code, payment_terms_days,
    place_of_supply_state_code, billing_address, shipping_address, opening_balance, notes, is_active, vendor_code,
    lead_time_days, msme_type, udyam_number, msme_agreed_credit_days, msme_has_agreement, created_by
)
VALUES (
    %(organization_id)s, %(id)s, %(display_name)s, %(legal_name)s, %(email)s, %(phone)s, %(gstin)s, %(pan)s,
    %(currency_code)s, %(payment_terms_days)s, %(place_of_supply_state_code)s, %(billing_address)s,
    %(shipping_address)s, %(opening_balance)s, %(notes)s, %(is_active)s, %(vendor_code)s, %(lead_time_days)s,
    %(msme_type)s, %(udyam_number)s, %(msme_agreed_credit_days)s, %(msme_has_agreement)s, %(user_id)s
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
    vendor_code = %(vendor_code)s,
    lead_time_days = %(lead_time_days)s,
    msme_type = %(msme_type)s,
    udyam_number = %(udyam_number)s,
    msme_agreed_credit_days = %(msme_agreed_credit_days)s,
    msme_has_agreement = %(msme_has_agreement)s,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;
