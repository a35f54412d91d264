-- use: party_ledger(customers, customer_records, customer_ledger_entries, customer_id)

-- part: columns
-- The times place a party in the list and are not shown.
id, display_name, gstin, phone, email, currency_code, opening_balance, created_at, updated_at

-- name: party
SELECT id, display_name, legal_name, gstin, phone, email, currency_code, opening_balance
FROM customer_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;
