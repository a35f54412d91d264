-- What the statements of a session suffer behind the service's back.

-- name: lose
DEALLOCATE ALL;

-- name: have_one
PREPARE "identity.applied_migrations" AS SELECT 1;
