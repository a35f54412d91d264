-- part: columns
-- The times place a party in the list and are not shown.
id AS vendor_id, display_name, opening_balance, currency_code, created_at, updated_at

-- name: list
-- Two branches, of which one has rows: with an OR, a rare word would be looked for in every vendor.
SELECT :columns
FROM (
    (
        SELECT *
        FROM vendor_records
        WHERE organization_id = %(organization_id)s AND %(q)s::text IS NULL
        ORDER BY created_at DESC, id DESC
        LIMIT %(limit)s OFFSET %(offset)s
    )
    UNION ALL
    SELECT *
    FROM vendor_records
    WHERE organization_id = %(organization_id)s AND id IN (SELECT matching_vendors(%(q)s, %(limit)s, %(offset)s))
) page
ORDER BY created_at DESC, id DESC;

-- name: count
SELECT CASE WHEN %(q)s::text IS NULL
    THEN (SELECT coalesce(sum(change), 0)::bigint FROM record_counts
          WHERE organization_id = %(organization_id)s AND table_name = 'vendors')
    ELSE (SELECT count(*) FROM matching_vendors(%(q)s))
END AS total;

-- part: chosen
organization_id = %(organization_id)s
  AND (%(updated_since)s::timestamptz IS NULL OR updated_at >= %(updated_since)s)
  AND (%(q)s::text IS NULL OR id = ANY (ARRAY(SELECT matching_vendors(%(q)s))))

-- name: count_chosen
SELECT count(*) AS total
FROM vendor_records
WHERE :chosen;

-- name: newest
SELECT :columns
FROM vendor_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) < (%(after_created_at)s, %(after_id)s))
ORDER BY created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: oldest
SELECT :columns
FROM vendor_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) > (%(after_created_at)s, %(after_id)s))
ORDER BY created_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_name
SELECT :columns
FROM vendor_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (display_name, id) > (%(after_name)s, %(after_id)s))
ORDER BY display_name, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_update
SELECT :columns
FROM vendor_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (updated_at, id) > (%(after_updated_at)s, %(after_id)s))
ORDER BY updated_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: party
SELECT id, display_name
FROM vendor_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: entries
-- The entries of the window, oldest first, each beside the balances at both ends of the full history: one statement, so
-- that all figures are of one moment. A window without entries makes one row, which has no type. What came before the
-- window is the whole less what came since: windows are mostly of late.
WITH history AS (
    SELECT coalesce(sum(change), 0) AS whole,
           coalesce(sum(change) FILTER (WHERE date >= coalesce(%(from_day)s::date, '-infinity')), 0) AS since
    FROM vendor_ledger_entries
    WHERE organization_id = %(organization_id)s AND vendor_id = %(id)s
)
SELECT p.opening_balance, p.opening_balance + h.whole AS outstanding,
       e.date, e.type, e.number, e.debit, e.credit, e.status,
       p.opening_balance + h.whole - h.since + sum(e.change) OVER (ORDER BY e.date, e.created_at, e.id) AS balance
FROM vendors p
CROSS JOIN history h
LEFT JOIN vendor_ledger_entries e
    ON e.organization_id = %(organization_id)s
    AND e.vendor_id = p.id
    AND e.date >= coalesce(%(from_day)s::date, '-infinity')
    AND e.date <= coalesce(%(to_day)s::date, 'infinity')
WHERE p.organization_id = %(organization_id)s AND p.id = %(id)s AND p.deleted_at IS NULL
ORDER BY e.date, e.created_at, e.id;
