-- How many records and lines organizations may have, as operators see it (migration 0079).

-- name: set
-- What is not given stays; -1 is what holds for all.
UPDATE organizations
SET most_records = nullif(coalesce(%(records)s::bigint, most_records), -1),
    most_lines = nullif(coalesce(%(lines)s::bigint, most_lines), -1),
    updated_at = now()
WHERE id = %(organization_id)s;

-- name: of_organization
SELECT coalesce(o.most_records, d.most_records) AS most_records, coalesce(o.most_lines, d.most_lines) AS most_lines
FROM organizations o
CROSS JOIN default_quotas d
WHERE o.id = %(organization_id)s;

-- name: counted
-- What an organization has of each kind, most first.
SELECT table_name, sum(change)::bigint AS rows
FROM record_counts
WHERE organization_id = %(organization_id)s
GROUP BY table_name
HAVING sum(change) > 0
ORDER BY rows DESC, table_name;

-- name: require
-- Refuses where there is more of a kind than may be.
SELECT require_quota(%(organization_id)s, c.table_name)
FROM (SELECT DISTINCT table_name FROM record_counts WHERE organization_id = %(organization_id)s) c;
