-- name: list
-- Two branches, of which one has rows: with an OR, a rare word would be looked for in every customer.
(
    SELECT *
    FROM customer_records
    WHERE organization_id = %(organization_id)s AND %(q)s::text IS NULL
    ORDER BY created_at DESC, id DESC
    LIMIT %(limit)s OFFSET %(offset)s
)
UNION ALL
SELECT *
FROM customer_records
WHERE organization_id = %(organization_id)s AND id IN (SELECT matching_customers(%(q)s, %(limit)s, %(offset)s))
ORDER BY created_at DESC, id DESC;

-- name: count
SELECT CASE WHEN %(q)s::text IS NULL
    THEN (SELECT coalesce(sum(change), 0)::bigint FROM record_counts
          WHERE organization_id = %(organization_id)s AND table_name = 'customers')
    ELSE (SELECT count(*) FROM matching_customers(%(q)s))
END AS total;

-- part: chosen
organization_id = %(organization_id)s
  AND (%(is_active)s::boolean IS NULL OR is_active = %(is_active)s)
  AND (%(updated_since)s::timestamptz IS NULL OR updated_at >= %(updated_since)s)
  AND (%(q)s::text IS NULL OR id = ANY (ARRAY(SELECT matching_customers(%(q)s))))

-- name: count_chosen
SELECT count(*) AS total
FROM customer_records
WHERE :chosen;

-- name: newest
SELECT *
FROM customer_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) < (%(after_created_at)s, %(after_id)s))
ORDER BY created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: oldest
SELECT *
FROM customer_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) > (%(after_created_at)s, %(after_id)s))
ORDER BY created_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_name
SELECT *
FROM customer_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (display_name, id) > (%(after_name)s, %(after_id)s))
ORDER BY display_name, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_update
SELECT *
FROM customer_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (updated_at, id) > (%(after_updated_at)s, %(after_id)s))
ORDER BY updated_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: get
SELECT *
FROM customer_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lock
SELECT *
FROM customers
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL
FOR NO KEY UPDATE;

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

-- name: delete
UPDATE customers
SET deleted_at = now(), updated_at = now(), updated_by = %(user_id)s
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL;
