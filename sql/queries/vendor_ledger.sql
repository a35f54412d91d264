-- name: list
SELECT id AS vendor_id, display_name, opening_balance, currency_code
FROM vendor_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR id IN (SELECT matching_vendors(%(q)s)))
ORDER BY created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM vendors
WHERE organization_id = %(organization_id)s
  AND deleted_at IS NULL
  AND (%(q)s::text IS NULL OR id IN (SELECT matching_vendors(%(q)s)));

-- name: party
SELECT id, display_name
FROM vendor_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: balance
-- The balance after the full history.
SELECT p.opening_balance,
       p.opening_balance + coalesce((
           SELECT sum(credit - debit)
           FROM vendor_ledger_entries e
           WHERE e.organization_id = p.organization_id AND e.vendor_id = p.id), 0) AS outstanding
FROM vendors p
WHERE p.organization_id = %(organization_id)s AND p.id = %(id)s AND p.deleted_at IS NULL;

-- name: entries
-- The entries of a window, oldest first; each balance counts what came before the window too.
SELECT e.date, e.type, e.number, e.debit, e.credit, e.status,
       p.opening_balance
           + coalesce((
               SELECT sum(credit - debit)
               FROM vendor_ledger_entries b
               WHERE b.organization_id = p.organization_id AND b.vendor_id = p.id AND b.date < %(from_day)s::date), 0)
           + sum(e.credit - e.debit) OVER (ORDER BY e.date, e.created_at, e.id) AS balance
FROM vendors p
JOIN vendor_ledger_entries e ON e.organization_id = p.organization_id AND e.vendor_id = p.id
WHERE p.organization_id = %(organization_id)s
  AND p.id = %(id)s
  AND p.deleted_at IS NULL
  AND e.date >= coalesce(%(from_day)s::date, '-infinity')
  AND e.date <= coalesce(%(to_day)s::date, 'infinity')
ORDER BY e.date, e.created_at, e.id;
