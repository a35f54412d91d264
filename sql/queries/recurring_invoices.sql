-- use: list_by_creation(recurring_invoice_records, customer_name)

-- part: chosen
organization_id = %(organization_id)s AND :changed_since
  AND (%(q)s::text IS NULL OR customer_id IN (SELECT matching_customer_names(%(q)s)))
  AND (%(customer_id)s::text IS NULL OR customer_id = %(customer_id)s)
  AND (%(is_paused)s::boolean IS NULL OR is_paused = %(is_paused)s)

-- name: list
SELECT *
FROM recurring_invoice_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR customer_id IN (SELECT matching_customer_names(%(q)s)))
ORDER BY created_at DESC, id DESC
:page;

-- name: count
SELECT count(*) AS total
FROM recurring_invoice_records
WHERE organization_id = %(organization_id)s
  AND (%(q)s::text IS NULL OR customer_id IN (SELECT matching_customer_names(%(q)s)));

-- name: get
SELECT v.*, r.lines
FROM recurring_invoice_records v
JOIN recurring_invoices r ON r.organization_id = %(organization_id)s AND r.id = v.id
WHERE v.organization_id = %(organization_id)s AND v.id = %(id)s;

-- name: today
SELECT (now() AT TIME ZONE o.time_zone)::date AS today
FROM organizations o
WHERE o.id = %(organization_id)s;

-- name: schedule
SELECT r.*, (now() AT TIME ZONE o.time_zone)::date AS today
FROM recurring_invoices r
JOIN organizations o ON o.id = %(organization_id)s
WHERE r.organization_id = %(organization_id)s AND r.id = %(id)s AND r.deleted_at IS NULL;

-- name: lock
SELECT r.*, (now() AT TIME ZONE o.time_zone)::date AS today
FROM recurring_invoices r
JOIN organizations o ON o.id = %(organization_id)s
WHERE r.organization_id = %(organization_id)s AND r.id = %(id)s AND r.deleted_at IS NULL
FOR NO KEY UPDATE OF r;

-- name: insert
INSERT INTO recurring_invoices (
    organization_id, id, customer_id, salesperson_id, seller_registration_id, currency_code, exchange_rate,
    place_of_supply_state_code, warehouse_id, notes, terms_and_conditions, apply_customer_credit, scheme_ids,
    reverse_charge, export_with_payment, shipping_bill_number, shipping_bill_date, port_code, adjustments, lines,
    frequency, "interval", start_date, end_date, occurrences, day_of_month, due_days, "then", is_paused, next_date,
    created_by)
VALUES (
    %(organization_id)s, %(id)s, %(customer_id)s, %(salesperson_id)s, %(seller_registration_id)s, %(currency_code)s,
    %(exchange_rate)s, %(place_of_supply_state_code)s, %(warehouse_id)s, %(notes)s, %(terms_and_conditions)s,
    %(apply_customer_credit)s, %(scheme_ids)s, %(reverse_charge)s, %(export_with_payment)s,
    %(shipping_bill_number)s, %(shipping_bill_date)s, %(port_code)s, %(adjustments)s, %(lines)s, %(frequency)s,
    %(interval)s, %(start_date)s, %(end_date)s, %(occurrences)s, %(day_of_month)s, %(due_days)s, %(then)s,
    %(is_paused)s, %(next_date)s, %(user_id)s);

-- name: update
-- A change may have taken away why an invoice could not be made: that is tried again at once.
UPDATE recurring_invoices
SET customer_id = %(customer_id)s,
    salesperson_id = %(salesperson_id)s,
    seller_registration_id = %(seller_registration_id)s,
    currency_code = %(currency_code)s,
    exchange_rate = %(exchange_rate)s,
    place_of_supply_state_code = %(place_of_supply_state_code)s,
    warehouse_id = %(warehouse_id)s,
    notes = %(notes)s,
    terms_and_conditions = %(terms_and_conditions)s,
    apply_customer_credit = %(apply_customer_credit)s,
    scheme_ids = %(scheme_ids)s,
    reverse_charge = %(reverse_charge)s,
    export_with_payment = %(export_with_payment)s,
    shipping_bill_number = %(shipping_bill_number)s,
    shipping_bill_date = %(shipping_bill_date)s,
    port_code = %(port_code)s,
    adjustments = %(adjustments)s,
    lines = %(lines)s,
    frequency = %(frequency)s,
    "interval" = %(interval)s,
    start_date = %(start_date)s,
    end_date = %(end_date)s,
    occurrences = %(occurrences)s,
    day_of_month = %(day_of_month)s,
    due_days = %(due_days)s,
    "then" = %(then)s,
    is_paused = %(is_paused)s,
    next_date = %(next_date)s,
    not_before_date = %(not_before_date)s,
    failed_date = %(failed_date)s,
    failure = %(failure)s,
    retry_date = %(retry_date)s,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: delete
UPDATE recurring_invoices
SET deleted_at = now(), next_date = NULL, updated_at = now(), updated_by = %(user_id)s
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL;

-- name: take
-- The schedule, if an invoice of it is due and nobody else is at it. Who made one meanwhile has moved it on.
SELECT r.*, (%(now)s::timestamptz AT TIME ZONE o.time_zone)::date AS today
FROM recurring_invoices r
JOIN organizations o ON o.id = %(organization_id)s
WHERE r.organization_id = %(organization_id)s
  AND r.id = %(id)s
  AND r.deleted_at IS NULL
  AND r.next_date <= (%(now)s::timestamptz AT TIME ZONE o.time_zone)::date
  AND (r.retry_date IS NULL OR r.retry_date <= (%(now)s::timestamptz AT TIME ZONE o.time_zone)::date)
FOR NO KEY UPDATE OF r SKIP LOCKED;

-- name: insert_day
INSERT INTO recurring_invoice_days (organization_id, recurring_invoice_id, due_date, invoice_id)
VALUES (%(organization_id)s, %(id)s, %(due_date)s, %(invoice_id)s);

-- name: move_on
UPDATE recurring_invoices
SET last_date = next_date,
    last_invoice_id = %(invoice_id)s,
    made = made + 1,
    next_date = %(next_date)s,
    failed_date = NULL,
    failure = NULL,
    retry_date = NULL,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: note_failure
UPDATE recurring_invoices
SET failed_date = next_date,
    failure = %(failure)s,
    retry_date = %(retry_date)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;
