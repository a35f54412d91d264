-- use: signed_record(expenses, expense_records)

-- name: matching
-- The ids of those that a search finds, or of `most` of them.
SELECT id
FROM matching_expenses(%(q)s, %(most)s) AS id
WHERE current_organization() = %(organization_id)s;

-- part: chosen
organization_id = %(organization_id)s
  AND (%(found)s::text[] IS NULL OR id = ANY (%(found)s))
  AND (%(q)s::text IS NULL OR expense_number ILIKE %(q)s OR category ILIKE %(q)s OR external_reference ILIKE %(q)s
    OR vendor_id IN (SELECT matching_vendor_names(%(q)s)))
  AND :is_called(expense_number)
  AND (%(vendor_id)s::text IS NULL OR vendor_id = %(vendor_id)s)
  AND (%(from_day)s::date IS NULL OR expense_date >= %(from_day)s)
  AND (%(to_day)s::date IS NULL OR expense_date <= %(to_day)s)
  AND :changed_since

-- name: list
SELECT *
FROM expense_records
WHERE organization_id = %(organization_id)s
ORDER BY expense_date DESC, created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT coalesce(sum(change), 0)::bigint AS total
FROM record_counts
WHERE organization_id = %(organization_id)s AND table_name = 'expenses';

-- name: count_chosen
SELECT count(*) AS total
FROM expense_records
WHERE :chosen;

-- name: latest
SELECT *
FROM expense_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL
    OR (expense_date, created_at, id) < (%(after_day)s, %(after_created_at)s, %(after_id)s))
ORDER BY expense_date DESC, created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: earliest
SELECT *
FROM expense_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL
    OR (expense_date, created_at, id) > (%(after_day)s, %(after_created_at)s, %(after_id)s))
ORDER BY expense_date, created_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: by_update
SELECT *
FROM expense_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (updated_at, id) > (%(after_updated_at)s, %(after_id)s))
ORDER BY updated_at, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: dangling
SELECT 'vendorId' AS field
WHERE NOT EXISTS (
    SELECT FROM vendors
    WHERE organization_id = %(organization_id)s AND id = %(vendor_id)s AND deleted_at IS NULL);

-- name: insert
INSERT INTO expenses (
    organization_id, id, expense_number, fiscal_year, vendor_id, category, expense_date, paid_through_account, amount,
    tax_rate_percent, tax_amount, itc_eligible, notes, currency_code, exchange_rate, external_reference, created_by)
VALUES (
    %(organization_id)s, %(id)s, %(expense_number)s, %(fiscal_year)s, %(vendor_id)s, %(category)s, %(expense_date)s,
    %(paid_through_account)s, %(amount)s, %(tax_rate_percent)s, %(tax_amount)s, %(itc_eligible)s, %(notes)s,
    %(currency_code)s, %(exchange_rate)s, %(external_reference)s, %(user_id)s);

-- name: update
-- Number and fiscal year stay what they were when the number was taken.
UPDATE expenses
SET vendor_id = %(vendor_id)s,
    category = %(category)s,
    expense_date = %(expense_date)s,
    paid_through_account = %(paid_through_account)s,
    amount = %(amount)s,
    tax_rate_percent = %(tax_rate_percent)s,
    tax_amount = %(tax_amount)s,
    itc_eligible = %(itc_eligible)s,
    notes = %(notes)s,
    currency_code = %(currency_code)s,
    exchange_rate = %(exchange_rate)s,
    external_reference = %(external_reference)s,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;
