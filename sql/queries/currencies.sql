-- name: list
SELECT *
FROM currency_records
WHERE organization_id = %(organization_id)s
ORDER BY created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM currency_records
WHERE organization_id = %(organization_id)s;

-- part: chosen
organization_id = %(organization_id)s
  AND (%(is_active)s::boolean IS NULL OR is_active = %(is_active)s)
  AND (%(updated_since)s::timestamptz IS NULL OR updated_at >= %(updated_since)s)

-- name: count_chosen
SELECT count(*) AS total
FROM currency_records
WHERE :chosen;

-- name: newest
SELECT *
FROM currency_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) < (%(after_created_at)s, %(after_id)s))
ORDER BY created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: oldest
SELECT *
FROM currency_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) > (%(after_created_at)s, %(after_id)s))
ORDER BY created_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_name
SELECT *
FROM currency_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (code, id) > (%(after_name)s, %(after_id)s))
ORDER BY code, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_update
SELECT *
FROM currency_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (updated_at, id) > (%(after_updated_at)s, %(after_id)s))
ORDER BY updated_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: get
SELECT *
FROM currency_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lock
SELECT *
FROM currencies
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL
FOR NO KEY UPDATE;

-- name: insert
INSERT INTO currencies (organization_id, id, code, name, symbol, exchange_rate, is_base, is_active)
VALUES (
    %(organization_id)s, %(id)s, %(code)s, %(name)s, %(symbol)s, %(exchange_rate)s, %(is_base)s, %(is_active)s);

-- name: clear_default
UPDATE currencies
SET is_base = false, updated_at = now()
WHERE organization_id = %(organization_id)s AND is_base AND deleted_at IS NULL
  AND id IS DISTINCT FROM %(id)s::text;

-- name: update
UPDATE currencies
SET code = %(code)s,
    name = %(name)s,
    symbol = %(symbol)s,
    exchange_rate = %(exchange_rate)s,
    is_base = %(is_base)s,
    is_active = %(is_active)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: delete
UPDATE currencies
SET deleted_at = now(), updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL;
