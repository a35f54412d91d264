-- name: list
SELECT id, display_name, gstin, phone, email, currency_code, opening_balance
FROM customer_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR id IN (SELECT matching_customers(%(q)s)))
ORDER BY created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM customers
WHERE organization_id = %(organization_id)s
  AND deleted_at IS NULL
  AND (%(q)s::text IS NULL OR id IN (SELECT matching_customers(%(q)s)));

-- name: party
SELECT id, display_name, legal_name, gstin, phone, email, currency_code, opening_balance
FROM customer_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: balance
-- The balance after the full history.
SELECT p.opening_balance,
       p.opening_balance + coalesce((
           SELECT sum(debit - credit)
           FROM customer_ledger_entries e
           WHERE e.organization_id = p.organization_id AND e.customer_id = p.id), 0) AS outstanding
FROM customers p
WHERE p.organization_id = %(organization_id)s AND p.id = %(id)s AND p.deleted_at IS NULL;

-- name: entries
-- The entries of a window, oldest first; each balance counts what came before the window too.
SELECT e.date, e.type, e.number, e.debit, e.credit, e.status,
       p.opening_balance
           + coalesce((
               SELECT sum(debit - credit)
               FROM customer_ledger_entries b
               WHERE b.organization_id = p.organization_id AND b.customer_id = p.id AND b.date < %(from_day)s::date), 0)
           + sum(e.debit - e.credit) OVER (ORDER BY e.date, e.created_at, e.id) AS balance
FROM customers p
JOIN customer_ledger_entries e ON e.organization_id = p.organization_id AND e.customer_id = p.id
WHERE p.organization_id = %(organization_id)s
  AND p.id = %(id)s
  AND p.deleted_at IS NULL
  AND e.date >= coalesce(%(from_day)s::date, '-infinity')
  AND e.date <= coalesce(%(to_day)s::date, 'infinity')
ORDER BY e.date, e.created_at, e.id;
