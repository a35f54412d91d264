-- Organizations' own HTML for their papers, written by operators.

-- name: get
SELECT id, document, html, updated_at
FROM document_templates
WHERE organization_id = %(organization_id)s AND document = %(document)s;

-- name: put
INSERT INTO document_templates (organization_id, id, document, html)
VALUES (%(organization_id)s, %(id)s, %(document)s, %(html)s)
ON CONFLICT (organization_id, document)
    DO UPDATE SET html = excluded.html, updated_at = excluded.updated_at
RETURNING id;

-- name: delete
DELETE FROM document_templates
WHERE organization_id = %(organization_id)s AND document = %(document)s
RETURNING id;
