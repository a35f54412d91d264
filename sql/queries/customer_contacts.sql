-- use: large_searched_list(customer_contacts, customer_contact_records, name)

-- part: chosen
organization_id = %(organization_id)s
  AND (%(customer_id)s::text IS NULL OR customer_id = %(customer_id)s)
  AND (%(enabled)s::boolean IS NULL OR enabled = %(enabled)s)
  AND :changed_since
  AND :found(customer_contacts)

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
SET (name, email, phone, role_label, updated_at) = (%(name)s, %(email)s, %(phone)s, %(role_label)s, now())
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
