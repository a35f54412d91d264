-- use: party_ledger(vendors, vendor_records, vendor_ledger_entries, vendor_id)

-- part: columns
-- The times place a party in the list and are not shown.
id AS vendor_id, display_name, opening_balance, currency_code, created_at, updated_at

-- name: party
SELECT id, display_name
FROM vendor_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;
