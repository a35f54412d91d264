-- name: point
-- What a standby must have replayed to read for the caller; no row for who wrote in the last seconds. A transaction has
-- the time of its first change: whoever wrote in the last "quiet" seconds may have committed a moment ago.
SELECT pg_current_wal_lsn()::text AS reached, (now() - make_interval(secs => %(lag)s))::text AS since
WHERE NOT EXISTS (
    SELECT
    FROM (
        SELECT t.at
        FROM trail_transactions t
        WHERE t.organization_id = %(organization_id)s AND t.user_id = %(user_id)s
        ORDER BY t.id DESC
        LIMIT 1
    ) latest
    WHERE latest.at > now() - make_interval(secs => %(quiet)s)
);
