-- The day through which an organization's books are closed. An organization that never closed any has no row.

-- name: get
SELECT l.locked_through
FROM books_locks l
WHERE l.organization_id = %(organization_id)s;

-- name: move
-- Waits for those who write in the books at this moment. A lock that stays as it is keeps its time.
INSERT INTO books_locks AS l (organization_id, locked_through, updated_by)
VALUES (%(organization_id)s, %(day)s, %(user_id)s)
ON CONFLICT (organization_id) DO UPDATE
SET locked_through = excluded.locked_through, updated_by = excluded.updated_by, updated_at = excluded.updated_at
WHERE l.locked_through IS DISTINCT FROM excluded.locked_through;

-- name: hold
-- The books as they are until the transaction ends, and today in the organization's calendar.
SELECT hold_books(o.id) AS closed_through, (now() AT TIME ZONE o.time_zone)::date AS today
FROM organizations o
WHERE o.id = %(organization_id)s;
