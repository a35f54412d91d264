-- use: referenced(payments_made)

-- use: numbered(payments_made, payment_number)

-- part: in_force
deleted_at IS NULL

-- use: dated_list(payments_made, payment_made_records, payment_date)

-- part: chosen
organization_id = %(organization_id)s
  AND :is_found
  AND (%(q)s::text IS NULL OR payment_number ILIKE %(q)s OR reference_number ILIKE %(q)s
    OR external_reference ILIKE %(q)s OR vendor_id IN (SELECT matching_vendor_names(%(q)s)))
  AND :is_called(payment_number)
  AND :is_of(vendor_id)
  AND :of_days(payment_date)
  AND :changed_since

-- name: get
SELECT *
FROM payment_made_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: allocations
SELECT *
FROM bill_allocation_records
WHERE organization_id = %(organization_id)s AND payment_id = %(id)s
ORDER BY id;

-- name: insert
-- `rows` is an array of objects that are keyed by column.
INSERT INTO payments_made (
    organization_id, id, payment_number, fiscal_year, vendor_id, payment_date, mode, reference_number, amount,
    allocated, currency_code, exchange_rate, notes, external_reference, created_by)
SELECT %(organization_id)s, r.id, r.payment_number, r.fiscal_year, r.vendor_id, r.payment_date, r.mode,
       r.reference_number, r.amount, r.allocated, r.currency_code, r.exchange_rate, r.notes,
       r.external_reference, %(user_id)s
FROM json_populate_recordset(NULL::payments_made, %(rows)s::json) r
RETURNING id;

-- name: allocate
INSERT INTO bill_allocations (organization_id, id, payment_id, bill_id, amount)
SELECT %(organization_id)s, a.id, a.payment_id, a.bill_id, a.amount
FROM unnest(%(ids)s::text[], %(payment_ids)s::text[], %(bill_ids)s::text[], %(amounts)s::numeric[])
    AS a (id, payment_id, bill_id, amount)
RETURNING id;

-- name: settled_by
-- What a payment settled, bill by bill.
SELECT bill_id, sum(amount) AS amount
FROM bill_allocations
WHERE organization_id = %(organization_id)s AND payment_id = %(id)s
GROUP BY bill_id
ORDER BY bill_id;

-- name: lock
SELECT *
FROM payments_made
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL
FOR NO KEY UPDATE;

-- name: delete
UPDATE payments_made
SET deleted_at = now(), updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;
