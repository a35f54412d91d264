-- What takes as long as it is told to.

-- name: sleep
SELECT %(secret)s::text AS secret, pg_sleep(%(seconds)s::float);

-- name: fail_late
SELECT 1 / length(pg_sleep(%(seconds)s::float)::text);
