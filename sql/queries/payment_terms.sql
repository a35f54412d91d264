-- name: list
SELECT *
FROM payment_term_records
WHERE organization_id = %(organization_id)s
ORDER BY created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM payment_term_records
WHERE organization_id = %(organization_id)s;

-- part: chosen
organization_id = %(organization_id)s
  AND (%(updated_since)s::timestamptz IS NULL OR updated_at >= %(updated_since)s)

-- name: count_chosen
SELECT count(*) AS total
FROM payment_term_records
WHERE :chosen;

-- name: newest
SELECT *
FROM payment_term_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) < (%(after_created_at)s, %(after_id)s))
ORDER BY created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: oldest
SELECT *
FROM payment_term_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) > (%(after_created_at)s, %(after_id)s))
ORDER BY created_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_name
SELECT *
FROM payment_term_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (name, id) > (%(after_name)s, %(after_id)s))
ORDER BY name, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_update
SELECT *
FROM payment_term_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (updated_at, id) > (%(after_updated_at)s, %(after_id)s))
ORDER BY updated_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: get
SELECT *
FROM payment_term_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lock
SELECT *
FROM payment_terms
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL
FOR NO KEY UPDATE;

-- name: insert
INSERT INTO payment_terms (organization_id, id, name, days, is_default)
VALUES (%(organization_id)s, %(id)s, %(name)s, %(days)s, %(is_default)s);

-- name: clear_default
UPDATE payment_terms
SET is_default = false, updated_at = now()
WHERE organization_id = %(organization_id)s AND is_default AND deleted_at IS NULL
  AND id IS DISTINCT FROM %(id)s::text;

-- name: update
UPDATE payment_terms
SET name = %(name)s,
    days = %(days)s,
    is_default = %(is_default)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: delete
UPDATE payment_terms
SET deleted_at = now(), updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL;
