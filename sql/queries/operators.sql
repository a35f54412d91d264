-- What operators do, working as the owner of the tables: set up organizations, people and credentials.

-- name: organization_by_slug
-- The way in: from the name people use to the id that every other statement is bound to.
SELECT id, slug, name, legal_name, state_code, currency_code, time_zone
FROM organizations
WHERE slug = %(slug)s;

-- name: owner
-- Whether the login may act as the owner of the tables. To another one the policies show tables without rows.
SELECT pg_has_role(relowner, 'USAGE') AS is_ours
FROM pg_class
WHERE oid = 'organizations'::regclass;

-- name: knows_time_zone
SELECT EXISTS (SELECT FROM pg_timezone_names WHERE name = %(time_zone)s) AS known;

-- name: insert_organization
INSERT INTO organizations (
    id, slug, name, legal_name, state_code, currency_code, time_zone, fiscal_year_start_month, round_off,
    prices_include_tax, address, phone, email, upi_id, logo, bank, checks
)
VALUES (
    %(organization_id)s, %(slug)s, %(name)s, coalesce(%(legal_name)s::text, %(name)s), %(state_code)s, %(currency)s,
    %(time_zone)s, %(fiscal_year_start)s,
    coalesce(%(round_off)s::boolean, false), coalesce(%(prices_include_tax)s::boolean, false),
    nullif(%(address)s::text, ''), nullif(%(phone)s::text, ''), nullif(%(email)s::text, ''),
    nullif(%(upi_id)s::text, ''), nullif(%(logo)s::bytea, ''), nullif(%(bank)s::text, ''),
    coalesce(%(checks)s::text, 'warn')
)
ON CONFLICT ON CONSTRAINT organizations_one_per_slug DO NOTHING;

-- name: update_organization
-- What is not given stays; an empty text clears.
UPDATE organizations
SET name = coalesce(%(name)s::text, name),
    legal_name = coalesce(%(legal_name)s::text, legal_name),
    state_code = coalesce(%(state_code)s::text, state_code),
    currency_code = coalesce(%(currency)s::text, currency_code),
    time_zone = coalesce(%(time_zone)s::text, time_zone),
    round_off = coalesce(%(round_off)s::boolean, round_off),
    prices_include_tax = coalesce(%(prices_include_tax)s::boolean, prices_include_tax),
    address = nullif(coalesce(%(address)s::text, address), ''),
    phone = nullif(coalesce(%(phone)s::text, phone), ''),
    email = nullif(coalesce(%(email)s::text, email), ''),
    upi_id = nullif(coalesce(%(upi_id)s::text, upi_id), ''),
    logo = nullif(coalesce(%(logo)s::bytea, logo), ''),
    bank = nullif(coalesce(%(bank)s::text, bank), ''),
    checks = coalesce(%(checks)s::text, checks),
    updated_at = now()
WHERE id = %(organization_id)s;

-- name: set_checks
-- What becomes of writes that look wrong.
UPDATE organizations
SET checks = %(checks)s, updated_at = now()
WHERE id = %(organization_id)s;

-- name: keeps_books
-- Whether amounts in the base currency have been written.
SELECT EXISTS (SELECT FROM invoices WHERE organization_id = %(organization_id)s)
    OR EXISTS (SELECT FROM payments_received WHERE organization_id = %(organization_id)s)
    OR EXISTS (SELECT FROM expenses WHERE organization_id = %(organization_id)s)
    OR EXISTS (SELECT FROM bills WHERE organization_id = %(organization_id)s)
    OR EXISTS (SELECT FROM payments_made WHERE organization_id = %(organization_id)s)
    OR EXISTS (SELECT FROM credit_notes WHERE organization_id = %(organization_id)s)
    OR EXISTS (SELECT FROM debit_notes WHERE organization_id = %(organization_id)s)
    OR EXISTS (SELECT FROM quotes WHERE organization_id = %(organization_id)s)
    OR EXISTS (SELECT FROM sales_orders WHERE organization_id = %(organization_id)s)
    OR EXISTS (SELECT FROM purchase_orders WHERE organization_id = %(organization_id)s)
    OR EXISTS (SELECT FROM inventory_movements WHERE organization_id = %(organization_id)s) AS kept;

-- name: no_base_currency
UPDATE currencies
SET is_base = false, updated_at = now()
WHERE organization_id = %(organization_id)s
  AND is_base
  AND deleted_at IS NULL;

-- name: set_base_currency
INSERT INTO currencies (organization_id, id, code, name, symbol, exchange_rate, is_base)
VALUES (%(organization_id)s, %(id)s, %(code)s, %(name)s, %(symbol)s, 1, true)
ON CONFLICT (organization_id, code) WHERE deleted_at IS NULL
DO UPDATE SET is_base = true, is_active = true, exchange_rate = 1, updated_at = excluded.updated_at;

-- name: default_registration
SELECT id, gstin, state_code, legal_name
FROM registrations
WHERE organization_id = %(organization_id)s
  AND is_default;

-- name: registration_by_gstin
SELECT id, state_code, is_default
FROM registrations
WHERE organization_id = %(organization_id)s
  AND gstin = %(gstin)s;

-- name: no_default_registration
UPDATE registrations
SET is_default = false, updated_at = now()
WHERE organization_id = %(organization_id)s
  AND is_default;

-- name: make_registration_default
UPDATE registrations
SET is_default = true, updated_at = now()
WHERE organization_id = %(organization_id)s
  AND id = %(id)s;

-- name: insert_registration
INSERT INTO registrations (organization_id, id, gstin, state_code, legal_name, address, is_default)
VALUES (
    %(organization_id)s, %(id)s, %(gstin)s, %(state_code)s, %(legal_name)s, nullif(%(address)s::text, ''),
    %(is_default)s)
ON CONFLICT ON CONSTRAINT registrations_one_per_gstin DO NOTHING;

-- name: correct_registration
UPDATE registrations
SET gstin = %(gstin)s, state_code = %(state_code)s, updated_at = now()
WHERE organization_id = %(organization_id)s
  AND id = %(id)s;

-- name: describe_registration
-- What is not given stays; an empty text clears. A date is null for both.
UPDATE registrations r
SET trade_name = nullif(coalesce(%(trade_name)s::text, r.trade_name), ''),
    address_line1 = nullif(coalesce(%(address_line1)s::text, r.address_line1), ''),
    address_line2 = nullif(coalesce(%(address_line2)s::text, r.address_line2), ''),
    city = nullif(coalesce(%(city)s::text, r.city), ''),
    pincode = nullif(coalesce(%(pincode)s::text, r.pincode), ''),
    is_composition = coalesce(%(composition)s::boolean, r.is_composition),
    lut_number = nullif(coalesce(%(lut_number)s::text, r.lut_number), ''),
    lut_valid_from = CASE WHEN %(keeps_lut_from)s::boolean THEN r.lut_valid_from ELSE %(lut_from)s::date END,
    lut_valid_to = CASE WHEN %(keeps_lut_to)s::boolean THEN r.lut_valid_to ELSE %(lut_to)s::date END,
    turnover_above_5_crore = coalesce(%(turnover_above_5_crore)s::boolean, r.turnover_above_5_crore),
    e_invoicing = CASE WHEN %(keeps_e_invoicing_since)s::boolean
        THEN r.e_invoicing
        ELSE %(e_invoicing_since)s::date
    END,
    updated_at = now()
WHERE r.organization_id = %(organization_id)s
  AND r.id = %(id)s;

-- name: move_registration
UPDATE registrations
SET state_code = %(state_code)s, updated_at = now()
WHERE organization_id = %(organization_id)s
  AND id = %(id)s;

-- name: rename_registrations
-- The registrations of one legal person bear its name; one that was given another name keeps it.
UPDATE registrations
SET legal_name = %(legal_name)s, updated_at = now()
WHERE organization_id = %(organization_id)s
  AND legal_name = %(former_name)s;

-- name: user_by_email
SELECT id, email, name
FROM users
WHERE lower(email) = lower(%(email)s);

-- name: insert_user
INSERT INTO users (id, email, name, password_hash)
VALUES (%(id)s, %(email)s, %(name)s, %(password_hash)s)
ON CONFLICT (lower(email)) DO NOTHING;

-- name: set_first_password
UPDATE users
SET password_hash = %(password_hash)s, updated_at = now()
WHERE lower(email) = lower(%(email)s)
  AND password_hash IS NULL;

-- name: families
-- The logins of a user: each is a device that failures may be counted under.
SELECT DISTINCT family_id AS id
FROM tokens
WHERE user_id = %(member_id)s
  AND kind = 'refresh';

-- name: forget_failures
-- Of a username, and of the devices that its user logged in with.
DELETE FROM login_throttle
WHERE username_hash = throttle_key(%(email)s::text)
   OR username_hash = ANY (ARRAY(SELECT device_key(f) FROM unnest(%(families)s::text[]) AS f));

-- name: hold_logins
-- The oldest of a family first, as those do who add to it or end it.
SELECT id
FROM tokens
WHERE user_id = %(member_id)s
  AND kind <> 'pat'
  AND revoked_at IS NULL
ORDER BY created_at, id
FOR UPDATE;

-- name: hold_memberships
-- A login or refresh that is under way holds one too, until its tokens are there to be ended.
SELECT organization_id
FROM memberships
WHERE user_id = %(member_id)s
ORDER BY organization_id
FOR UPDATE;

-- name: set_password
UPDATE users
SET password_hash = %(password_hash)s, updated_at = now()
WHERE id = %(member_id)s;

-- name: end_tokens
UPDATE tokens
SET revoked_at = now()
WHERE organization_id = %(organization_id)s
  AND user_id = %(member_id)s
  AND (kind <> 'pat' OR %(personal_too)s::boolean)
  AND revoked_at IS NULL;

-- name: membership
-- Whoever was removed has the role 'former', which is the key of none. Who is being removed is waited for. On Citus
-- the wait precedes the row lock: KEY SHARE would then lock the row of before, since the role is in no key.
SELECT role_key
FROM memberships
WHERE organization_id = %(organization_id)s
  AND user_id = %(member_id)s
  AND role_key <> 'former'
FOR NO KEY UPDATE;

-- name: end_membership
UPDATE memberships
SET role_key = 'former', updated_at = now()
WHERE organization_id = %(organization_id)s
  AND user_id = %(member_id)s;

-- name: leave_default_organization
-- For the one that the user has been a member of for the longest time.
UPDATE users
SET default_organization_id = (
        SELECT m.organization_id
        FROM memberships m
        WHERE m.user_id = users.id
          AND m.role_key <> 'former'
        ORDER BY m.created_at, m.organization_id
        LIMIT 1
    ),
    updated_at = now()
WHERE id = %(member_id)s
  AND default_organization_id = %(organization_id)s;

-- name: set_membership
INSERT INTO memberships (organization_id, user_id, role_key)
VALUES (%(organization_id)s, %(member_id)s, %(role_key)s)
ON CONFLICT (organization_id, user_id)
DO UPDATE SET role_key = excluded.role_key, updated_at = excluded.updated_at;

-- name: set_default_organization
-- A user's first organization is the default one; another becomes it by being named.
UPDATE users
SET default_organization_id = %(organization_id)s, updated_at = now()
WHERE id = %(member_id)s
  AND (default_organization_id IS NULL OR %(is_default)s::boolean);

-- name: custom_roles
SELECT key
FROM roles
WHERE organization_id = %(organization_id)s
ORDER BY key;

-- name: set_role
INSERT INTO roles (organization_id, key, permissions)
VALUES (%(organization_id)s, %(key)s, %(permissions)s::text[])
ON CONFLICT (organization_id, key)
DO UPDATE SET permissions = excluded.permissions, updated_at = excluded.updated_at;

-- name: insert_client
INSERT INTO oauth_clients (id, name, secret_hash)
VALUES (%(id)s, %(name)s, %(secret_hash)s)
ON CONFLICT (id) DO NOTHING;

-- name: insert_token
INSERT INTO tokens (organization_id, id, kind, token_hash, user_id, scopes, name, expires_at)
VALUES (
    %(organization_id)s, %(id)s, 'pat', %(token_hash)s, %(member_id)s, %(scopes)s::text[], %(name)s,
    %(expires_at)s::timestamptz
);

-- name: organization_of_token
-- A token's id is all that an operator has; the organization follows from it.
SELECT organization_id
FROM tokens
WHERE id = %(id)s
  AND kind = 'pat';

-- name: revoke_token
UPDATE tokens
SET revoked_at = now()
WHERE organization_id = %(organization_id)s
  AND id = %(id)s
  AND revoked_at IS NULL;

-- name: lock_demonstration
-- Two of one slug that begin at the same moment make one demonstration; those of other slugs do not wait.
SELECT pg_advisory_xact_lock(hashtextextended('demo ' || %(slug)s::text, 0));

-- name: audited_tables
SELECT table_name AS name
FROM trail_tables
ORDER BY table_name;

-- name: copies_to_turn
SELECT id
FROM audit_copies
WHERE organization_id = %(organization_id)s AND NOT stays
LIMIT 1;

-- name: past_the_trail
SELECT table_name, record_id, difference
FROM past_the_trail(%(organization_id)s);

-- name: last_number_of_trail
-- The last number that was given to an entry.
SELECT last_value AS number
FROM trail_ids;

-- name: writers_of_trail
-- The transactions that have taken a number and go on. Each keeps its lock on the sequence until it ends.
SELECT DISTINCT l.virtualtransaction AS name
FROM pg_locks l
JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
WHERE l.locktype = 'relation' AND l.relation = 'trail_ids'::regclass AND l.mode = 'RowExclusiveLock' AND l.granted;

-- name: audit_page
-- The page after the row (after_id, after_record), oldest first. Entries are chosen first: to tell what one says costs more
-- than to find it. A transaction has its time a moment after its number.
WITH chosen AS (
    (SELECT e.id
     FROM trail e
     JOIN trail_transactions t ON t.organization_id = %(organization_id)s AND t.id = e.transaction_id
     WHERE e.organization_id = %(organization_id)s
       AND e.id >= coalesce(%(after_id)s::bigint, 0)
       AND (%(table)s::text IS NULL OR e.table_name = %(table)s)
       AND (%(since)s::timestamptz IS NULL OR t.at >= %(since)s)
       AND (%(since)s::timestamptz IS NULL OR e.id >= (
           SELECT f.id
           FROM trail_transactions f
           WHERE f.organization_id = %(organization_id)s AND f.at >= %(since)s::timestamptz - interval '1 minute'
           ORDER BY f.at
           LIMIT 1))
       AND (%(record)s::text IS NULL OR e.id = ANY (ARRAY(SELECT id FROM entries_of_record(%(record)s::text) AS id)))
     ORDER BY e.id
     LIMIT %(limit)s + 1)
    UNION ALL
    (SELECT c.id
     FROM audit_copies c
     WHERE c.organization_id = %(organization_id)s
       AND c.id >= coalesce(%(after_id)s::bigint, 0)
       AND (%(table)s::text IS NULL OR c.table_name = %(table)s)
       AND (%(since)s::timestamptz IS NULL OR c.at >= %(since)s)
       AND (%(record)s::text IS NULL OR c.record_id = %(record)s)
     ORDER BY c.id
     LIMIT %(limit)s + 1)
    ORDER BY 1
    LIMIT %(limit)s + 1
)
SELECT a.id, a.organization_id, a.at, a.user_id, a.token_id, a.request_id, a.table_name, a.record_id, a.operation, a.before, a.after
FROM audit_log a
WHERE a.organization_id = %(organization_id)s
  AND a.id = ANY (ARRAY(SELECT id FROM chosen))
  AND (%(record)s::text IS NULL OR a.record_id = %(record)s)
  AND (%(after_id)s::bigint IS NULL OR (a.id, a.record_id) > (%(after_id)s, %(after_record)s::text))
ORDER BY a.id, a.record_id
LIMIT %(limit)s;

-- name: due_recurring_invoices
-- Schedules of all organizations of which an invoice is due where the organization is; the longest due come first. The
-- first condition is for the index: nowhere is it later than 14 hours after UTC.
SELECT r.organization_id, r.id, r.next_date, r.created_by
FROM recurring_invoices r
JOIN organizations o ON o.id = r.organization_id
WHERE r.next_date <= (%(now)s::timestamptz AT TIME ZONE 'UTC' + interval '14 hours')::date
  AND r.deleted_at IS NULL
  AND r.next_date <= (%(now)s::timestamptz AT TIME ZONE o.time_zone)::date
  AND (r.retry_date IS NULL OR r.retry_date <= (%(now)s::timestamptz AT TIME ZONE o.time_zone)::date)
ORDER BY r.next_date, r.organization_id, r.id
LIMIT %(most)s;

-- name: due_mails
-- Mails of all organizations that are due; the longest due come first.
SELECT m.organization_id, m.id, m.created_by
FROM mails m
WHERE m.due_at <= %(now)s::timestamptz
ORDER BY m.due_at, m.organization_id, m.id
LIMIT %(most)s;

-- name: list_organizations
-- Of logins the last day is known that tokens were issued on, of personal access tokens the last day of a request.
SELECT o.id, o.slug, o.name, o.created_at,
       (SELECT count(*) FROM memberships m WHERE m.organization_id = o.id AND m.role_key <> 'former') AS members,
       used.last_on::text AS last_used_on
FROM organizations o
LEFT JOIN (
    SELECT t.organization_id, max(CASE WHEN t.kind = 'pat' THEN x.used_on ELSE (t.created_at AT TIME ZONE 'UTC')::date END) AS last_on
    FROM tokens t
    LEFT JOIN token_uses x ON x.token_id = t.id
    GROUP BY t.organization_id
) used ON used.organization_id = o.id
ORDER BY o.slug;

-- name: list_users
SELECT u.id, u.email, u.name, u.created_at, u.password_hash IS NOT NULL AS has_password,
       ARRAY(SELECT o.slug FROM memberships m JOIN organizations o ON o.id = m.organization_id
             WHERE m.user_id = u.id AND m.role_key <> 'former' ORDER BY o.slug) AS organizations,
       used.last_on::text AS last_used_on
FROM users u
LEFT JOIN (
    SELECT t.user_id, max(CASE WHEN t.kind = 'pat' THEN x.used_on ELSE (t.created_at AT TIME ZONE 'UTC')::date END) AS last_on
    FROM tokens t
    LEFT JOIN token_uses x ON x.token_id = t.id
    GROUP BY t.user_id
) used ON used.user_id = u.id
ORDER BY lower(u.email);

-- name: list_clients
SELECT c.id, c.name, c.created_at, c.secret_hash IS NOT NULL AS is_confidential, c.scopes,
       used.last_on::text AS last_used_on
FROM oauth_clients c
LEFT JOIN (
    SELECT t.client_id, (max(t.created_at) AT TIME ZONE 'UTC')::date AS last_on
    FROM tokens t
    GROUP BY t.client_id
) used ON used.client_id = c.id
ORDER BY c.created_at, c.id;

-- name: list_tokens
SELECT t.id, o.slug, u.email, t.name, t.scopes, t.created_at, t.expires_at, t.revoked_at, x.used_on::text AS last_used_on
FROM tokens t
JOIN organizations o ON o.id = t.organization_id
JOIN users u ON u.id = t.user_id
LEFT JOIN token_uses x ON x.token_id = t.id
WHERE t.kind = 'pat'
  AND (%(slug)s::text IS NULL OR o.slug = %(slug)s)
ORDER BY o.slug, t.created_at, t.id;

-- name: set_default_quotas
-- What is not given stays; -1 is any number.
UPDATE default_quotas
SET most_records = nullif(coalesce(%(records)s::bigint, most_records), -1),
    most_lines = nullif(coalesce(%(lines)s::bigint, most_lines), -1);

-- name: default_quotas
SELECT most_records, most_lines
FROM default_quotas;

-- name: count_for_quotas
-- From the commit on.
UPDATE default_quotas
SET are_counted = true
WHERE NOT are_complete;

-- name: writers
-- The transactions that have begun to write to a table of ours, or a view of one (sql/citus/shards.sql), and go on. A statement
-- takes the lock before it looks at what was committed, and keeps it until its transaction ends.
SELECT DISTINCT l.virtualtransaction AS name
FROM pg_locks l
JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
JOIN pg_class c ON c.oid = l.relation AND c.relkind IN ('r', 'p', 'v')
JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname ~ '^(public$|shard_|former_shard_)'
WHERE l.locktype = 'relation' AND l.mode = 'RowExclusiveLock' AND l.granted;

-- name: count_what_is_there
-- Once: who comes second waits for the first, and finds it done.
SELECT count_what_is_there();
