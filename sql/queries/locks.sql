-- name: take
-- Queue behind whoever holds the same subject of the organization; let go when the transaction ends.
SELECT pg_advisory_xact_lock(hashtextextended(%(organization_id)s::text || ' ' || %(subject)s::text, 0))
