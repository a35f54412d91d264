-- name: invoice
SELECT status, updated_at
FROM invoices
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: credit_note
SELECT status, updated_at
FROM credit_notes
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: quote
SELECT status, updated_at
FROM quotes
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: receipt_voucher
SELECT NULL AS status, updated_at
FROM payments_received
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL;

-- name: statement
SELECT NULL AS status, updated_at
FROM customers
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL;

-- name: address_of_customer
-- Where a customer's mail goes: its own address, else that of its first contact which is enabled.
SELECT coalesce(nullif(trim(c.email), ''), (
           SELECT nullif(trim(p.email), '')
           FROM customer_contacts p
           WHERE p.organization_id = %(organization_id)s AND p.customer_id = c.id AND p.enabled AND trim(p.email) <> ''
           ORDER BY p.is_primary DESC, p.created_at, p.id
           LIMIT 1)) AS address
FROM customers c
WHERE c.organization_id = %(organization_id)s AND c.id = %(customer_id)s;

-- name: insert
INSERT INTO mails (
    organization_id, id, kind, record_id, from_day, to_day, recipients, copies, subject, message, status, due_at,
    failure, created_by)
VALUES (
    %(organization_id)s, %(id)s, %(kind)s, %(record_id)s, %(from_day)s, %(to_day)s, %(recipients)s::text[],
    %(copies)s::text[], %(subject)s, %(message)s, %(status)s, %(due_at)s, %(failure)s, %(user_id)s);

-- name: get
SELECT *
FROM mail_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: of_record
SELECT *
FROM mail_records
WHERE organization_id = %(organization_id)s AND record_id = %(id)s AND kind = %(kind)s
ORDER BY created_at DESC, id DESC
LIMIT %(most)s;

-- name: take
-- A mail that is due, unless somebody else is at it. Nobody else tries it until its lease is over. By its key: the index
-- of what is due is of all organizations.
UPDATE mails
SET attempts = attempts + 1, due_at = %(lease)s::timestamptz
WHERE organization_id = %(organization_id)s
  AND id IN (
    SELECT m.id
    FROM mails m
    WHERE m.organization_id = %(organization_id)s AND m.id = %(id)s AND coalesce(m.due_at, 'infinity') <= %(now)s::timestamptz
    FOR UPDATE SKIP LOCKED)
RETURNING *;

-- name: note_sent
UPDATE mails
SET status = 'SENT', due_at = NULL, sent_at = now(), failure = NULL, refusals = %(refusals)s, subject = %(subject)s,
    message = %(message)s, updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s AND status = 'QUEUED';

-- name: note_failure
-- To be tried again, unless there is no time for that.
UPDATE mails
SET status = %(status)s, due_at = %(due_at)s, failure = %(failure)s, updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s AND status = 'QUEUED';

-- name: note_invoice
UPDATE invoices
SET email_sent_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: text
-- The organization's own text of a kind of mail.
SELECT html AS text
FROM document_templates
WHERE organization_id = %(organization_id)s AND document = %(document)s;
