-- use: record(accounts, account_records)
-- use: small_searched_list(accounts, account_records, account_name)
-- use: one_default(accounts, is_default)

-- part: chosen
organization_id = %(organization_id)s AND :active AND :changed_since AND :found(accounts)

-- name: insert
INSERT INTO accounts (
    organization_id, id, account_name, account_type, bank_name, account_number, ifsc_code, is_default, is_active
)
VALUES (
    %(organization_id)s, %(id)s, %(account_name)s, %(account_type)s, %(bank_name)s, %(account_number)s, %(ifsc_code)s,
    %(is_default)s, %(is_active)s
);

-- name: update
UPDATE accounts
SET (account_name, account_type, bank_name, account_number, ifsc_code, is_default, is_active, updated_at)
  = (%(account_name)s, %(account_type)s, %(bank_name)s, %(account_number)s, %(ifsc_code)s, %(is_default)s,
     %(is_active)s, now())
WHERE organization_id = %(organization_id)s AND id = %(id)s;
