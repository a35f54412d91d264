-- use: signed_record(expenses, expense_records)

-- use: dated_list(expenses, expense_records, expense_date)

-- part: chosen
organization_id = %(organization_id)s
  AND :is_found
  AND (%(q)s::text IS NULL OR expense_number ILIKE %(q)s OR category ILIKE %(q)s OR external_reference ILIKE %(q)s
    OR vendor_id IN (SELECT matching_vendor_names(%(q)s)))
  AND :is_called(expense_number)
  AND :is_of(vendor_id)
  AND :of_days(expense_date)
  AND :changed_since

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
