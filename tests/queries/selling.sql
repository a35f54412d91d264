-- What tests of invoices, payments and stock set up and look at behind the API.

-- name: warehouse
INSERT INTO warehouses (organization_id, id, code, name, is_default)
VALUES (%(organization_id)s, %(id)s, %(code)s, %(code)s, %(is_default)s);

-- name: warehouses
SELECT id, code, is_default
FROM warehouses
WHERE organization_id = %(organization_id)s;

-- name: no_default_warehouse
UPDATE warehouses
SET is_default = false
WHERE organization_id = %(organization_id)s;

-- name: registration
INSERT INTO registrations (organization_id, id, gstin, state_code, legal_name)
VALUES (%(organization_id)s, %(id)s, %(gstin)s, %(state_code)s, %(legal_name)s);

-- name: spell_gstin
UPDATE registrations
SET gstin = %(gstin)s
WHERE organization_id = %(organization_id)s AND is_default;

-- name: default_registration
SELECT id
FROM registrations
WHERE organization_id = %(organization_id)s AND is_default;

-- name: rename_seller
UPDATE registrations
SET legal_name = 'Renamed', gstin = '29AAPFU0939F1ZR', state_code = '29'
WHERE organization_id = %(organization_id)s;

-- name: positions
SELECT *
FROM stock_positions
WHERE organization_id = %(organization_id)s
ORDER BY id;

-- name: movements
SELECT *
FROM inventory_movements
WHERE organization_id = %(organization_id)s
ORDER BY sequence;

-- name: opening_balance_applied
SELECT opening_balance_applied
FROM customers
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: payments
-- Deleted ones too.
SELECT id, payment_number, deleted_at
FROM payments_received
WHERE organization_id = %(organization_id)s
ORDER BY id;

-- name: keys
SELECT operation, key
FROM idempotency_keys
WHERE organization_id = %(organization_id)s
ORDER BY key;

-- name: age_keys
UPDATE idempotency_keys
SET created_at = (created_at AT TIME ZONE 'UTC' - %(by)s::interval) AT TIME ZONE 'UTC'
WHERE organization_id = %(organization_id)s;

-- name: about_an_invoice
UPDATE credit_notes
SET invoice_id = %(invoice_id)s
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: live_variants
SELECT id
FROM item_variants
WHERE organization_id = %(organization_id)s AND deleted_at IS NULL;
