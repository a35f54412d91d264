-- name: invoice
-- What decides whether an invoice can be shared, and for how long by default.
SELECT id, status, due_date, updated_at
FROM invoices
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: insert
INSERT INTO share_links (organization_id, id, invoice_id, token_hash, expires_at, created_by)
VALUES (%(organization_id)s, %(id)s, %(invoice_id)s, %(token_hash)s, %(expires_at)s, %(user_id)s);

-- name: end
DELETE FROM share_links
WHERE organization_id = %(organization_id)s AND invoice_id = %(id)s;

-- name: find
-- The invoice that a token shows, as long as the link holds and the invoice is in force.
SELECT i.id, i.status, i.due_date < (now() AT TIME ZONE o.time_zone)::date AS is_past_due
FROM share_links l
JOIN invoices i
    ON i.organization_id = %(organization_id)s AND i.id = l.invoice_id AND i.status NOT IN ('DRAFT', 'VOID')
JOIN organizations o
    ON o.id = %(organization_id)s
WHERE l.organization_id = %(organization_id)s AND l.token_hash = %(token_hash)s AND l.expires_at > now();

-- name: count_view
INSERT INTO invoice_views AS v (organization_id, invoice_id, views, first_viewed_at, last_viewed_at)
VALUES (%(organization_id)s, %(id)s, 1, now(), now())
ON CONFLICT (organization_id, invoice_id) DO UPDATE
SET views = v.views + 1,
    last_viewed_at = greatest(v.last_viewed_at, excluded.last_viewed_at);
