-- Many recurring invoices: %(organizations)s organizations with %(each)s each.

-- name: a_organizations
INSERT INTO organizations (id, slug, name, legal_name, state_code)
SELECT 'org_' || o, 'many-' || o, 'Many', 'Many', '27'
FROM generate_series(1, %(organizations)s) AS o;

-- name: b_customers
INSERT INTO customers (organization_id, id, display_name)
SELECT 'org_' || o, 'cus_' || o || '_' || n, 'Customer ' || n
FROM generate_series(1, %(organizations)s) AS o, generate_series(1, greatest(%(each)s / 20, 10)) AS n;

-- name: c_schedules
-- Of each organization five are due, of which one is tried again later; every fourth is paused.
INSERT INTO recurring_invoices (
    organization_id, id, customer_id, currency_code, exchange_rate, apply_customer_credit, scheme_ids, reverse_charge,
    adjustments, lines, frequency, "interval", start_date, "then", is_paused, next_date, failed_date, failure,
    retry_date, created_by, created_at)
SELECT 'org_' || o, 'rin_' || o || '_' || n, 'cus_' || o || '_' || 1 + n %% greatest(%(each)s / 20, 10), 'INR', 1, false,
       '[]', false, '{}', '[{"description": "Rent", "quantity": 1, "rate": 100}]', 'MONTHLY', 1, '2026-01-01', 'SEND',
       n %% 4 = 0,
       CASE WHEN n %% 4 = 0 THEN NULL WHEN n <= 6 THEN '2026-05-01'::date ELSE '2026-05-02'::date + n %% 3000 END,
       CASE WHEN n = 1 THEN '2026-05-01'::date END, CASE WHEN n = 1 THEN 'Closed.' END,
       CASE WHEN n = 1 THEN '2026-05-02'::date END, 'usr_1', now() - n * interval '1 minute'
FROM generate_series(1, %(organizations)s) AS o, generate_series(1, %(each)s) AS n;
