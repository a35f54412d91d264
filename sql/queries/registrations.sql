-- name: list
-- The default one first.
SELECT *
FROM registration_records
WHERE organization_id = %(organization_id)s
ORDER BY is_default DESC, gstin;

-- name: get
SELECT *
FROM registration_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;
