-- name: take
-- Queue behind whoever holds the same subject of the organization; let go when the transaction ends.
SELECT pg_advisory_xact_lock(hashtextextended(%(organization_id)s::text || ' ' || %(subject)s::text, 0));

-- name: share
-- Queue behind whoever has taken the same subject; those who share it keep nobody else who does waiting.
SELECT pg_advisory_xact_lock_shared(hashtextextended(%(organization_id)s::text || ' ' || %(subject)s::text, 0));
