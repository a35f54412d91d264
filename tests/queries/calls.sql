-- Calls of functions, as `track_functions` has PostgreSQL count them: one that was put into its statement is not called.

-- name: hang_up
-- What a session counted is told at the latest when it ends.
SELECT pg_terminate_backend(pid, 10000)
FROM pg_stat_activity
WHERE datname = current_database() AND application_name = %(name)s;

-- name: made
SELECT f.funcname AS name, l.lanname AS language, sum(f.calls)::bigint AS calls
FROM pg_stat_user_functions f
JOIN pg_proc p ON p.oid = f.funcid
JOIN pg_language l ON l.oid = p.prolang
WHERE f.calls > 0
GROUP BY f.funcname, l.lanname;
