-- name: list
-- The default one first.
SELECT *
FROM registration_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR gstin ILIKE %(q)s OR legal_name ILIKE %(q)s OR trade_name ILIKE %(q)s)
ORDER BY is_default DESC, gstin;

-- name: get
SELECT *
FROM registration_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;
