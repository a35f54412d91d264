-- name: list
-- Two branches, of which one has rows: with an OR, a rare word would be looked for in every contact.
(
    SELECT *
    FROM customer_contact_records
    WHERE organization_id = %(organization_id)s AND %(q)s::text IS NULL
    ORDER BY created_at DESC, id DESC
    LIMIT %(limit)s OFFSET %(offset)s
)
UNION ALL
SELECT *
FROM customer_contact_records
WHERE organization_id = %(organization_id)s AND id IN (SELECT matching_customer_contacts(%(q)s, %(limit)s, %(offset)s))
ORDER BY created_at DESC, id DESC;

-- name: count
SELECT CASE WHEN %(q)s::text IS NULL
    THEN (SELECT coalesce(sum(change), 0)::bigint FROM record_counts
          WHERE organization_id = %(organization_id)s AND table_name = 'customer_contacts')
    ELSE (SELECT count(*) FROM matching_customer_contacts(%(q)s))
END AS total;

-- part: chosen
organization_id = %(organization_id)s
  AND (%(customer_id)s::text IS NULL OR customer_id = %(customer_id)s)
  AND (%(enabled)s::boolean IS NULL OR enabled = %(enabled)s)
  AND (%(updated_since)s::timestamptz IS NULL OR updated_at >= %(updated_since)s)
  AND (%(q)s::text IS NULL OR id = ANY (ARRAY(SELECT matching_customer_contacts(%(q)s))))

-- name: count_chosen
SELECT count(*) AS total
FROM customer_contact_records
WHERE :chosen;

-- name: newest
SELECT *
FROM customer_contact_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) < (%(after_created_at)s, %(after_id)s))
ORDER BY created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: oldest
SELECT *
FROM customer_contact_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) > (%(after_created_at)s, %(after_id)s))
ORDER BY created_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_name
SELECT *
FROM customer_contact_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (name, id) > (%(after_name)s, %(after_id)s))
ORDER BY name, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_update
SELECT *
FROM customer_contact_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (updated_at, id) > (%(after_updated_at)s, %(after_id)s))
ORDER BY updated_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: get
SELECT *
FROM customer_contact_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lock
SELECT *
FROM customer_contacts
WHERE organization_id = %(organization_id)s AND id = %(id)s
FOR NO KEY UPDATE;

-- name: lock_customer
-- Contacts of one customer are made one after another, or several would be the first.
SELECT id
FROM customers
WHERE organization_id = %(organization_id)s AND id = %(customer_id)s AND deleted_at IS NULL
FOR NO KEY UPDATE;

-- name: insert
INSERT INTO customer_contacts (organization_id, id, customer_id, name, email, phone, role_label, is_primary)
SELECT %(organization_id)s, %(id)s, %(customer_id)s, %(name)s, %(email)s, %(phone)s, %(role_label)s,
       NOT EXISTS (
           SELECT
           FROM customer_contacts
           WHERE organization_id = %(organization_id)s AND customer_id = %(customer_id)s
       )
RETURNING id;

-- name: update
UPDATE customer_contacts
SET name = %(name)s,
    email = %(email)s,
    phone = %(phone)s,
    role_label = %(role_label)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: delete
-- Disables; what is disabled already stays as it is.
UPDATE customer_contacts c
SET enabled = false, updated_at = known.updated_at
FROM (
    SELECT id, CASE WHEN enabled THEN now() ELSE updated_at END AS updated_at
    FROM customer_contacts
    WHERE organization_id = %(organization_id)s AND id = %(id)s
    FOR NO KEY UPDATE
) known
WHERE c.organization_id = %(organization_id)s AND c.id = known.id;
