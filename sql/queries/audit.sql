-- The trail as it is read over HTTP, newest first. Entries are chosen first, because to tell what one says costs more than
-- to find it. The id of a row is made of the number of its entry and its place among the rows of that. Idempotency keys
-- are left out: they are no part of the books, and their replies were read from records that are told themselves.

-- use: found_in_every_kind

-- part: most
-- Rows that are reached by page, and counted: behind these a list goes on by its cursor.
1000

-- part: after_entry
coalesce(substring(%(after_id)s::text FROM '^aud_([0-9]{15})_')::bigint, 9223372036854775807)

-- part: began
(%(from_day)s::date)::timestamp AT TIME ZONE (
    SELECT o.time_zone FROM organizations o WHERE o.id = %(organization_id)s)

-- part: ended
(%(to_day)s::date + 1)::timestamp AT TIME ZONE (
    SELECT o.time_zone FROM organizations o WHERE o.id = %(organization_id)s)

-- part: after_place
coalesce(substring(%(after_id)s::text FROM '_([0-9]{7})$')::bigint, 1)

-- part: asked
-- Of entry e in transaction t. A transaction has its time a moment after its number; none goes on for a day.
e.table_name <> 'idempotency_keys'
AND (%(table)s::text IS NULL OR e.table_name = replace(%(table)s::text, '-', '_'))
AND (%(user)s::text IS NULL OR t.user_id = %(user)s)
AND (%(request)s::text IS NULL OR t.request_id = %(request)s)
AND (%(from_day)s::date IS NULL OR t.at >= :began)
AND (%(from_day)s::date IS NULL OR e.id >= (
    SELECT f.id
    FROM trail_transactions f
    WHERE f.organization_id = %(organization_id)s AND f.at >= :began - interval '1 minute'
    ORDER BY f.at
    LIMIT 1))
AND (%(to_day)s::date IS NULL OR t.at < :ended)
AND (%(to_day)s::date IS NULL OR e.id < coalesce((
    SELECT f.id
    FROM trail_transactions f
    WHERE f.organization_id = %(organization_id)s AND f.at >= :ended + interval '1 day'
    ORDER BY f.at
    LIMIT 1), 9223372036854775807))

-- part: entry
SELECT e.id, e.table_name, e.record_id, t.at, t.user_id, t.token_id, t.request_id
FROM trail e
JOIN trail_transactions t ON t.organization_id = %(organization_id)s AND t.id = e.transaction_id
WHERE e.organization_id = %(organization_id)s

-- part: copy
SELECT c.id, c.table_name, c.record_id, c.at, c.user_id, c.token_id, c.request_id
FROM audit_copies c
WHERE c.organization_id = %(organization_id)s AND c.table_name <> 'idempotency_keys'

-- part: copy_asked
(%(table)s::text IS NULL OR c.table_name = replace(%(table)s::text, '-', '_'))
AND (%(user)s::text IS NULL OR c.user_id = %(user)s)
AND (%(request)s::text IS NULL OR c.request_id = %(request)s)
AND (%(from_day)s::date IS NULL OR c.at >= :began)
AND (%(to_day)s::date IS NULL OR c.at < :ended)

-- part: reached
least(%(offset)s::bigint, :most) + %(limit)s::bigint + 1

-- part: everything
-- Neither a record is asked for nor a search.
%(record)s::text IS NULL AND %(found)s::text[] IS NULL

-- part: sought
-- The entries of the record that is asked for, or of those that a search found, one time for each record.
(
    SELECT id, record_id
    FROM entries_of_records(%(found)s::text[])
    WHERE %(record)s::text IS NULL OR record_id = %(record)s
    UNION ALL
    SELECT id, %(record)s::text
    FROM entries_of_record(%(record)s::text) AS id
    WHERE %(found)s::text[] IS NULL
)

-- part: entries_of_sought
SELECT e.id, e.table_name, s.record_id, t.at, t.user_id, t.token_id, t.request_id
FROM :sought s
JOIN trail e ON e.organization_id = %(organization_id)s AND e.id = s.id
JOIN trail_transactions t ON t.organization_id = %(organization_id)s AND t.id = e.transaction_id
WHERE :asked
UNION ALL
(
    :copy AND :copy_asked
    AND c.record_id = ANY (coalesce(%(found)s::text[], ARRAY[%(record)s::text]))
    AND (%(record)s::text IS NULL OR c.record_id = %(record)s)
)

-- part: told
-- Of entries c, of which each has some `rows`, and `upto` counts those of it and of all before: the rows of the page. Only
-- entries that have some of them are told.
SELECT 'aud_' || lpad(c.id::text, 15, '0') || '_' || lpad(r.place::text, 7, '0') AS id, c.at, r.action,
       replace(c.table_name, '_', '-') AS "table", r.record_id, c.user_id, c.token_id, c.request_id, r.before, r.after

-- part: of_the_page
c.upto > %(offset)s AND c.upto - c.rows < %(offset)s::bigint + %(limit)s::bigint AND %(offset)s::bigint < :most

-- name: list
:told
FROM (
    SELECT u.*, sum(u.rows) OVER (ORDER BY u.id DESC) AS upto
    FROM (
        SELECT n.*, rows_of_entry(n.id, n.table_name, n.record_id) AS rows
        FROM (
            (:entry AND e.table_name <> 'idempotency_keys'
             ORDER BY e.id DESC
             LIMIT :reached)
            UNION ALL
            (:copy
             ORDER BY c.id DESC
             LIMIT :reached)
            ORDER BY id DESC
            LIMIT :reached
        ) n
    ) u
) c
CROSS JOIN LATERAL told_entry(c.id) r
WHERE :of_the_page AND c.upto - r.place >= %(offset)s
ORDER BY c.id DESC, r.place DESC
LIMIT %(limit)s;

-- name: newest
-- Of an entry that has sought records their rows are told, of the one that a cursor leads to those that follow.
(:told
FROM (
    SELECT u.*, sum(u.rows) OVER (ORDER BY u.id DESC) AS upto
    FROM (
        SELECT n.*, CASE WHEN n.id = :after_entry THEN :after_place - 1
                         ELSE rows_of_entry(n.id, n.table_name, n.record_id) END AS rows
        FROM (
            (:entry AND :asked AND :everything AND e.id <= :after_entry
             ORDER BY e.id DESC
             LIMIT :reached)
            UNION ALL
            (:copy AND :copy_asked AND :everything AND c.id <= :after_entry
             ORDER BY c.id DESC
             LIMIT :reached)
            ORDER BY id DESC
            LIMIT :reached
        ) n
    ) u
) c
CROSS JOIN LATERAL told_entry(c.id) r
WHERE :of_the_page AND r.place <= c.rows AND c.upto - r.place >= %(offset)s
ORDER BY c.id DESC, r.place DESC
LIMIT %(limit)s)
UNION ALL
(:told
FROM (
    SELECT *
    FROM (
:entries_of_sought
    ) n
    WHERE n.id <= :after_entry AND NOT (:everything)
    ORDER BY n.id DESC
    LIMIT :reached + 1
) c
JOIN LATERAL told_entry(c.id) r ON r.record_id = c.record_id
WHERE (c.id, r.place) < (:after_entry, :after_place) AND %(offset)s::bigint < :most
ORDER BY c.id DESC, r.place DESC
LIMIT %(limit)s OFFSET %(offset)s);

-- name: count
SELECT least(coalesce(sum(rows_of_entry(c.id, c.table_name, c.record_id)), 0)::bigint, :most) AS total
FROM (
    (:entry AND e.table_name <> 'idempotency_keys'
     ORDER BY e.id DESC
     LIMIT :most)
    UNION ALL
    (:copy
     ORDER BY c.id DESC
     LIMIT :most)
    ORDER BY id DESC
    LIMIT :most
) c;

-- name: count_chosen
SELECT least(coalesce(sum(c.rows), 0)::bigint, :most) AS total
FROM (
    SELECT rows_of_entry(n.id, n.table_name, n.record_id) AS rows
    FROM (
        (:entry AND :asked AND :everything
         ORDER BY e.id DESC
         LIMIT :most)
        UNION ALL
        (:copy AND :copy_asked AND :everything
         ORDER BY c.id DESC
         LIMIT :most)
        ORDER BY id DESC
        LIMIT :most
    ) n
    UNION ALL
    SELECT 1
    FROM (
:entries_of_sought
    ) n
    WHERE NOT (:everything)
) c;
