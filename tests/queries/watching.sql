-- What takes as long as it is told to.

-- name: sleep
SELECT %(secret)s::text AS secret, pg_sleep(%(seconds)s::float);

-- name: waiting
-- How many wait for a lock of this database, which is one test worker's alone.
SELECT count(*)::integer AS sessions
FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock';

-- name: fail_late
SELECT 1 / length(pg_sleep(%(seconds)s::float)::text);
