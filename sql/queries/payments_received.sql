-- use: referenced(payments_received)

-- use: numbered(payments_received, payment_number)

-- part: in_force
deleted_at IS NULL

-- use: dated_list(payments_received, payment_received_records, payment_date)

-- part: chosen
organization_id = %(organization_id)s
  AND :is_found
  AND (%(q)s::text IS NULL OR payment_number ILIKE %(q)s OR reference_number ILIKE %(q)s
    OR external_reference ILIKE %(q)s
    OR customer_id IN (SELECT matching_customer_names(%(q)s)))
  AND :is_called(payment_number)
  AND :is_of(customer_id)
  AND :of_days(payment_date)
  AND :changed_since

-- name: get
SELECT r.*, :emailed(receipt_voucher)
FROM payment_received_records r
WHERE r.organization_id = %(organization_id)s AND r.id = %(id)s;

-- name: allocations
SELECT *
FROM payment_allocation_records
WHERE organization_id = %(organization_id)s AND payment_id = %(id)s
ORDER BY id;

-- name: lock_customers
-- As `lock_customer`, in one order always; with the organization's day, what it does with writes that look wrong, and
-- what says where an advance is taxed.
SELECT c.id, c.currency_code, c.opening_balance, c.opening_balance_applied, c.deleted_at, o.checks,
       (now() AT TIME ZONE o.time_zone)::date AS today, c.display_name, c.gstin, c.place_of_supply_state_code,
       c.billing_address, gst_category_of(c.gst_category, c.gstin, c.billing_address) AS gst_category,
       coalesce(r.state_code, o.state_code) AS seller_state
FROM customers c
JOIN organizations o ON o.id = %(organization_id)s
LEFT JOIN registrations r ON r.organization_id = %(organization_id)s AND r.is_default
WHERE c.organization_id = %(organization_id)s AND c.id = ANY (%(customer_ids)s::text[])
ORDER BY c.id
FOR NO KEY UPDATE OF c;

-- name: lock_customer
-- First in the lock order: whoever moves a customer's money holds the customer.
SELECT id, currency_code, opening_balance, opening_balance_applied, deleted_at
FROM customers
WHERE organization_id = %(organization_id)s AND id = %(customer_id)s
FOR NO KEY UPDATE;

-- name: owner
SELECT customer_id, currency_code
FROM payments_received
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL;

-- name: lock
SELECT *
FROM payments_received
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL
FOR NO KEY UPDATE;

-- name: insert
-- One payment or many: `rows` is an array of objects that are keyed by column.
INSERT INTO payments_received (
    organization_id, id, payment_number, fiscal_year, customer_id, payment_date, mode, reference_number,
    deposit_account, amount, tds_amount, tds_section_code, allocated, opening_balance_applied, currency_code,
    exchange_rate, notes, external_reference, advance_tax_rate_percent, advance_place_of_supply_state_code,
    advance_gst_category, created_by)
SELECT %(organization_id)s, r.id, r.payment_number, r.fiscal_year, r.customer_id, r.payment_date, r.mode,
       r.reference_number, r.deposit_account, r.amount, r.tds_amount, r.tds_section_code, r.allocated,
       r.opening_balance_applied, r.currency_code, r.exchange_rate, r.notes, r.external_reference,
       r.advance_tax_rate_percent, r.advance_place_of_supply_state_code, r.advance_gst_category, %(user_id)s
FROM json_populate_recordset(NULL::payments_received, %(rows)s::json) r
RETURNING id;

-- name: allocate
INSERT INTO payment_allocations (organization_id, id, payment_id, invoice_id, amount)
SELECT %(organization_id)s, n.id, n.payment_id, n.invoice_id, n.amount
FROM unnest(%(ids)s::text[], %(payment_ids)s::text[], %(invoice_ids)s::text[], %(amounts)s::numeric[])
    AS n (id, payment_id, invoice_id, amount)
RETURNING id;

-- name: apply_opening_balance
-- What payments settle of their customers' opening balances, each customer once; what comes off is negative.
UPDATE customers c
SET opening_balance_applied = c.opening_balance_applied + n.amount, updated_at = now()
FROM unnest(%(customer_ids)s::text[], %(amounts)s::numeric[]) AS n (customer_id, amount)
WHERE c.organization_id = %(organization_id)s AND c.id = n.customer_id;

-- name: settled_by
-- What a payment settled, invoice by invoice.
SELECT invoice_id, sum(amount) AS amount
FROM payment_allocations
WHERE organization_id = %(organization_id)s AND payment_id = %(id)s AND invoice_id IS NOT NULL
GROUP BY invoice_id
ORDER BY invoice_id;

-- name: delete
UPDATE payments_received
SET deleted_at = now(), updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: unallocated
-- The customers' payments with something left over, oldest first.
SELECT id, customer_id, currency_code, amount + tds_amount - allocated - opening_balance_applied AS credit
FROM payments_received
WHERE organization_id = %(organization_id)s
  AND customer_id = ANY (%(customer_ids)s::text[])
  AND deleted_at IS NULL
  AND amount + tds_amount > allocated + opening_balance_applied
ORDER BY payment_date, created_at, id;

-- name: add_allocated
UPDATE payments_received p
SET allocated = p.allocated + n.amount, updated_at = now()
FROM unnest(%(payment_ids)s::text[], %(amounts)s::numeric[]) AS n (payment_id, amount)
WHERE p.organization_id = %(organization_id)s AND p.id = n.payment_id;
