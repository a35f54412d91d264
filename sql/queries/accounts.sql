-- name: list
SELECT *
FROM account_records
WHERE organization_id = %(organization_id)s
ORDER BY created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM account_records
WHERE organization_id = %(organization_id)s;

-- part: chosen
organization_id = %(organization_id)s
  AND (%(is_active)s::boolean IS NULL OR is_active = %(is_active)s)
  AND (%(updated_since)s::timestamptz IS NULL OR updated_at >= %(updated_since)s)

-- name: count_chosen
SELECT count(*) AS total
FROM account_records
WHERE :chosen;

-- name: newest
SELECT *
FROM account_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) < (%(after_created_at)s, %(after_id)s))
ORDER BY created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: oldest
SELECT *
FROM account_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) > (%(after_created_at)s, %(after_id)s))
ORDER BY created_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_name
SELECT *
FROM account_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (account_name, id) > (%(after_name)s, %(after_id)s))
ORDER BY account_name, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_update
SELECT *
FROM account_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (updated_at, id) > (%(after_updated_at)s, %(after_id)s))
ORDER BY updated_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: get
SELECT *
FROM account_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lock
SELECT *
FROM accounts
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL
FOR NO KEY UPDATE;

-- name: insert
INSERT INTO accounts (
    organization_id, id, account_name, account_type, bank_name, account_number, ifsc_code, is_default, is_active
)
VALUES (
    %(organization_id)s, %(id)s, %(account_name)s, %(account_type)s, %(bank_name)s, %(account_number)s, %(ifsc_code)s,
    %(is_default)s, %(is_active)s
);

-- name: clear_default
UPDATE accounts
SET is_default = false, updated_at = now()
WHERE organization_id = %(organization_id)s AND is_default AND deleted_at IS NULL
  AND id IS DISTINCT FROM %(id)s::text;

-- name: update
UPDATE accounts
SET account_name = %(account_name)s,
    account_type = %(account_type)s,
    bank_name = %(bank_name)s,
    account_number = %(account_number)s,
    ifsc_code = %(ifsc_code)s,
    is_default = %(is_default)s,
    is_active = %(is_active)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: delete
UPDATE accounts
SET deleted_at = now(), updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL;
