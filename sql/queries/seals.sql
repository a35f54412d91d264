-- Seals over the trail: for commands alone.

-- name: last
SELECT s.number, s.last_entry, s.seal
FROM trail_seals s
WHERE s.organization_id = %(organization_id)s
ORDER BY s.number DESC
LIMIT 1;

-- name: texts
-- What is sealed of the entries after one number and up to another, in their order.
(
    SELECT e.id,
           jsonb_build_array(
               e.organization_id, e.id, e.table_name, e.record_id, encode(e.row_hash, 'hex'), e.before,
               e.transaction_id, (extract(epoch FROM t.at) * 1000000)::bigint, t.user_id, t.token_id, t.request_id
           )::text AS text
    FROM trail e
    LEFT JOIN trail_transactions t ON t.organization_id = %(organization_id)s AND t.id = e.transaction_id
    WHERE e.organization_id = %(organization_id)s AND e.id > %(after)s AND e.id <= %(through)s
    ORDER BY e.id
    LIMIT %(limit)s
)
UNION ALL
(
    SELECT c.id,
           jsonb_build_array(
               c.organization_id, c.id, c.table_name, c.record_id, c.operation, c.before, c.after,
               (extract(epoch FROM c.at) * 1000000)::bigint, c.user_id, c.token_id, c.request_id
           )::text
    FROM audit_copies c
    WHERE c.organization_id = %(organization_id)s AND c.id > %(after)s AND c.id <= %(through)s
    ORDER BY c.id
    LIMIT %(limit)s
)
ORDER BY id
LIMIT %(limit)s;

-- name: insert
INSERT INTO trail_seals (organization_id, number, sealed_at, first_entry, last_entry, entries, root, seal)
VALUES (
    %(organization_id)s, %(number)s, %(sealed_at)s, %(first_entry)s, %(last_entry)s, %(entries)s, %(root)s, %(seal)s);

-- name: insert_part
INSERT INTO trail_seal_parts (organization_id, number, part, last_entry, entries, hash)
VALUES (%(organization_id)s, %(number)s, %(part)s, %(last_entry)s, %(entries)s, %(hash)s);

-- name: all
SELECT s.number, s.sealed_at, s.first_entry, s.last_entry, s.entries, s.root, s.seal
FROM trail_seals s
WHERE s.organization_id = %(organization_id)s AND s.number > %(after)s
ORDER BY s.number
LIMIT %(limit)s;

-- name: parts
SELECT p.part, p.last_entry, p.entries, p.hash
FROM trail_seal_parts p
WHERE p.organization_id = %(organization_id)s AND p.number = %(number)s AND p.part > %(after)s
ORDER BY p.part
LIMIT %(limit)s;
