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
