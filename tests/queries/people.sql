-- What tests of the operator commands look at.

-- name: password
SELECT password_hash
FROM users
WHERE email = %(email)s;

-- name: home
SELECT default_organization_id
FROM users
WHERE email = %(email)s;

-- name: client
SELECT name, secret_hash, scopes
FROM oauth_clients
WHERE id = %(id)s;

-- name: resolved
SELECT *
FROM resolve_token(%(hash)s);
