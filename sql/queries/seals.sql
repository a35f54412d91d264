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
    SELECT e.id, sealed_text(e, t) AS text
    FROM trail e
    LEFT JOIN trail_transactions t ON t.organization_id = %(organization_id)s AND t.id = e.transaction_id
    WHERE e.organization_id = %(organization_id)s AND e.id > %(after)s AND e.id <= %(through)s
    ORDER BY e.id
    LIMIT %(limit)s
)
UNION ALL
(
    SELECT c.id, sealed_text(c)
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
