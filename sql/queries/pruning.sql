-- What has no meaning any more, of every organization.

-- name: idempotency_keys
DELETE FROM idempotency_keys
WHERE created_at < now() - interval '24 hours';

-- name: login_failures
DELETE FROM login_throttle
WHERE forget_at < now();

-- name: login_tokens
-- Tokens of logins that ended a month ago: late enough that a refresh token used twice still ends its family.
DELETE FROM tokens
WHERE kind IN ('access', 'refresh') AND expires_at < now() - interval '30 days';

-- name: refresh_repeats
-- Answers to refreshes that cannot be given again.
DELETE FROM refresh_repeats
WHERE exchanged_at < now() - interval '1 minute';

-- name: share_links
-- Links that show nothing any more.
DELETE FROM share_links
WHERE expires_at < now();

-- name: events
DELETE FROM events
WHERE created_at < now() - make_interval(days => %(event_days)s);

-- name: webhook_deliveries
DELETE FROM webhook_deliveries
WHERE created_at < now() - make_interval(days => %(event_days)s);

-- name: webhook_secrets
DELETE FROM webhook_secrets
WHERE valid_until < now();
