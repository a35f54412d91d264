-- use: signed_record(customers, customer_records)
-- use: large_searched_list(customers, customer_records, display_name)

-- part: chosen
organization_id = %(organization_id)s AND :active AND :changed_since AND :found(customers)

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
    notes, is_active, created_by
)
VALUES (
    %(organization_id)s, %(id)s, %(display_name)s, %(legal_name)s, %(email)s, %(phone)s, %(gstin)s, %(pan)s,
    %(currency_code)s, %(payment_term_id)s, %(price_list_id)s, %(salesperson_id)s, %(place_of_supply_state_code)s,
    %(billing_address)s, %(shipping_address)s, %(opening_balance)s, %(notes)s, %(is_active)s, %(user_id)s
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
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;
