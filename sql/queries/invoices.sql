-- name: list
SELECT *
FROM invoice_records
WHERE organization_id = %(organization_id)s
ORDER BY invoice_date DESC, created_at DESC, id DESC
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM invoices
WHERE organization_id = %(organization_id)s;

-- name: get
SELECT *
FROM invoice_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lines
SELECT *
FROM invoice_line_records
WHERE organization_id = %(organization_id)s AND invoice_id = %(id)s
ORDER BY sort_order;

-- name: lock
SELECT i.*, i.due_date < (now() AT TIME ZONE o.time_zone)::date AS is_past_due
FROM invoices i
JOIN organizations o ON o.id = i.organization_id
WHERE i.organization_id = %(organization_id)s AND i.id = %(id)s
FOR NO KEY UPDATE OF i;

-- name: lock_customers
-- The customers whose money an edit may move, the invoice's and the one that the edit names, before the invoice.
SELECT c.id
FROM customers c
WHERE c.organization_id = %(organization_id)s
  AND (c.id = %(customer_id)s::text OR c.id = (
    SELECT i.customer_id
    FROM invoices i
    WHERE i.organization_id = %(organization_id)s AND i.id = %(id)s))
ORDER BY c.id
FOR NO KEY UPDATE;

-- name: lock_crediting_customer
-- The customer of an invoice that takes credit when it is sent.
SELECT c.id
FROM customers c
JOIN invoices i
    ON i.organization_id = c.organization_id AND i.customer_id = c.id AND i.apply_customer_credit
WHERE c.organization_id = %(organization_id)s AND i.id = %(id)s
FOR NO KEY UPDATE OF c;

-- name: parties
-- Everything a new invoice takes from outside its own body: the seller as registered, the customer, and whether
-- the other records that the body names are there. Always one row.
SELECT o.legal_name AS organization_legal_name,
       o.state_code AS organization_state_code,
       o.round_off,
       (now() AT TIME ZONE o.time_zone)::date AS today,
       r.id AS registration_id,
       r.legal_name AS registration_legal_name,
       r.gstin AS registration_gstin,
       r.state_code AS registration_state_code,
       c.id AS customer_id,
       c.display_name,
       c.legal_name,
       c.gstin,
       c.pan,
       c.email,
       c.phone,
       c.place_of_supply_state_code,
       c.billing_address,
       c.shipping_address,
       c.price_list_id,
       coalesce(t.days, 0) AS payment_terms_days,
       m.user_id AS salesperson_id,
       w.id AS warehouse_id
FROM organizations o
LEFT JOIN customers c
    ON c.organization_id = o.id AND c.id = %(customer_id)s AND c.deleted_at IS NULL
LEFT JOIN payment_terms t
    ON t.organization_id = o.id AND t.id = c.payment_term_id
LEFT JOIN registrations r
    ON r.organization_id = o.id
    AND (r.id = %(seller_registration_id)s::text OR (%(seller_registration_id)s::text IS NULL AND r.is_default))
LEFT JOIN memberships m
    ON m.organization_id = o.id AND m.user_id = %(salesperson_id)s::text
LEFT JOIN warehouses w
    ON w.organization_id = o.id AND w.id = %(warehouse_id)s::text
WHERE o.id = %(organization_id)s;

-- name: item_facts
-- For each line that names an item, by its place: what the line takes from the item, its variant and the price
-- list when it does not say so itself. The price is the list's in force on the day, else the variant's, else
-- the item's. item_id or item_variant_id is null where the line names none that is there.
SELECT n.place::int - 1 AS place,
       i.id AS item_id,
       v.id AS item_variant_id,
       coalesce(nullif(i.description, ''), i.name) AS description,
       i.hsn_or_sac,
       i.unit,
       i.default_length_unit,
       i.track_inventory,
       CASE i.is_price_inclusive WHEN 'inherit' THEN o.prices_include_tax ELSE i.is_price_inclusive = 'true' END AS is_price_inclusive,
       coalesce(p.rate, v.selling_price, i.selling_price) AS rate,
       coalesce(t.rate_percent, 0) AS tax_rate_percent
FROM unnest(%(item_ids)s::text[], %(item_variant_ids)s::text[]) WITH ORDINALITY AS n (item_id, item_variant_id, place)
JOIN organizations o
    ON o.id = %(organization_id)s
LEFT JOIN items i
    ON i.organization_id = o.id AND i.id = n.item_id AND i.deleted_at IS NULL
LEFT JOIN item_variants v
    ON v.organization_id = o.id AND v.item_id = i.id AND v.id = n.item_variant_id AND v.deleted_at IS NULL
LEFT JOIN tax_rates t
    ON t.organization_id = o.id AND t.id = i.tax_rate_id
LEFT JOIN LATERAL (
    SELECT e.rate
    FROM price_lists l
    JOIN price_list_entries e ON e.organization_id = l.organization_id AND e.price_list_id = l.id
    WHERE l.organization_id = o.id
      AND l.id = %(price_list_id)s::text
      AND l.type = 'SELLING'
      AND l.is_active
      AND l.deleted_at IS NULL
      AND coalesce(l.effective_from, '-infinity') <= %(day)s::date
      AND coalesce(l.effective_to, 'infinity') >= %(day)s::date
      AND e.item_id = i.id
      AND (e.item_variant_id IS NULL OR e.item_variant_id = v.id)
    ORDER BY e.item_variant_id NULLS LAST
    LIMIT 1
) p ON true;

-- name: insert
INSERT INTO invoices (
    organization_id, id, invoice_number, fiscal_year, customer_id, salesperson_id, status, invoice_date, due_date,
    seller_registration_id, seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code,
    place_of_supply_stated, buyer,
    currency_code, exchange_rate, sub_total, discount_total, document_discount, document_discount_is_percent,
    cgst_total, sgst_total, igst_total, adjustment_label, adjustment_amount, round_off, total,
    apply_customer_credit, warehouse_id, scheme_ids, notes, terms_and_conditions, created_by)
VALUES (
    %(organization_id)s, %(id)s, %(invoice_number)s, %(fiscal_year)s, %(customer_id)s, %(salesperson_id)s, %(status)s,
    %(invoice_date)s, %(due_date)s,
    %(seller_registration_id)s, %(seller_legal_name)s, %(seller_gstin)s, %(seller_state_code)s,
    %(place_of_supply_state_code)s, %(place_of_supply_stated)s, %(buyer)s,
    %(currency_code)s, %(exchange_rate)s, %(sub_total)s, %(discount_total)s, %(document_discount)s,
    %(document_discount_is_percent)s,
    %(cgst_total)s, %(sgst_total)s, %(igst_total)s, %(adjustment_label)s, %(adjustment_amount)s, %(round_off)s, %(total)s,
    %(apply_customer_credit)s, %(warehouse_id)s, %(scheme_ids)s, %(notes)s, %(terms_and_conditions)s, %(user_id)s);

-- name: insert_lines
INSERT INTO invoice_lines (
    organization_id, id, invoice_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate,
    is_price_inclusive, discount, tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total,
    sort_order, width, height, length_unit, qty_count)
SELECT %(organization_id)s, l.id, %(id)s, l.item_id, l.item_variant_id, l.description, l.hsn_or_sac, l.quantity, l.unit, l.rate,
       l.is_price_inclusive, l.discount, l.tax_rate_percent, l.taxable_amount, l.cgst_amount, l.sgst_amount, l.igst_amount, l.total,
       l.sort_order, l.width, l.height, l.length_unit, l.qty_count
FROM jsonb_to_recordset(%(lines)s::jsonb) AS l (
    id text, item_id text, item_variant_id text, description text, hsn_or_sac text, quantity quantity, unit text, rate rate,
    is_price_inclusive boolean, discount amount, tax_rate_percent percent, taxable_amount amount, cgst_amount amount,
    sgst_amount amount, igst_amount amount, total amount, sort_order integer, width quantity, height quantity,
    length_unit text, qty_count quantity);

-- name: delete_lines
DELETE FROM invoice_lines
WHERE organization_id = %(organization_id)s AND invoice_id = %(id)s;

-- name: update
UPDATE invoices
SET invoice_number = %(invoice_number)s,
    fiscal_year = %(fiscal_year)s,
    status = %(status)s,
    customer_id = %(customer_id)s,
    salesperson_id = %(salesperson_id)s,
    invoice_date = %(invoice_date)s,
    due_date = %(due_date)s,
    seller_registration_id = %(seller_registration_id)s,
    seller_legal_name = %(seller_legal_name)s,
    seller_gstin = %(seller_gstin)s,
    seller_state_code = %(seller_state_code)s,
    place_of_supply_state_code = %(place_of_supply_state_code)s,
    place_of_supply_stated = %(place_of_supply_stated)s,
    buyer = %(buyer)s,
    currency_code = %(currency_code)s,
    exchange_rate = %(exchange_rate)s,
    sub_total = %(sub_total)s,
    discount_total = %(discount_total)s,
    document_discount = %(document_discount)s,
    document_discount_is_percent = %(document_discount_is_percent)s,
    cgst_total = %(cgst_total)s,
    sgst_total = %(sgst_total)s,
    igst_total = %(igst_total)s,
    adjustment_label = %(adjustment_label)s,
    adjustment_amount = %(adjustment_amount)s,
    round_off = %(round_off)s,
    total = %(total)s,
    apply_customer_credit = %(apply_customer_credit)s,
    warehouse_id = %(warehouse_id)s,
    scheme_ids = %(scheme_ids)s,
    notes = %(notes)s,
    terms_and_conditions = %(terms_and_conditions)s,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: issue
UPDATE invoices
SET status = %(status)s,
    invoice_number = %(invoice_number)s,
    fiscal_year = %(fiscal_year)s,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: void
UPDATE invoices
SET status = 'VOID', updated_by = %(user_id)s, updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: delete
DELETE FROM invoices
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: settle
-- Put amounts, by the place of their invoice, on what the invoices have had settled; what comes off is negative.
UPDATE invoices i
SET amount_paid = i.amount_paid + s.amount,
    status = CASE i.amount_paid + s.amount WHEN i.total THEN 'PAID' WHEN 0 THEN 'SENT' ELSE 'PARTIALLY_PAID' END,
    updated_by = %(user_id)s,
    updated_at = now()
FROM unnest(%(invoice_ids)s::text[], %(amounts)s::numeric[]) AS s (invoice_id, amount)
WHERE i.organization_id = %(organization_id)s AND i.id = s.invoice_id;

-- name: lock_to_settle
-- The invoices that a payment names, locked in one order always.
SELECT i.id, i.customer_id, i.currency_code, i.status, i.total - i.amount_paid AS balance_due
FROM invoices i
WHERE i.organization_id = %(organization_id)s AND i.id = ANY (%(invoice_ids)s::text[])
ORDER BY i.id
FOR NO KEY UPDATE;

-- name: payments
-- What payments settled of an invoice, newest first.
SELECT p.id AS payment_id, p.payment_number, p.payment_date, p.mode, sum(a.amount) AS amount
FROM payment_allocations a
JOIN payments_received p
    ON p.organization_id = a.organization_id AND p.id = a.payment_id AND p.deleted_at IS NULL
WHERE a.organization_id = %(organization_id)s AND a.invoice_id = %(id)s
GROUP BY p.organization_id, p.id
ORDER BY p.payment_date DESC, p.created_at DESC, p.id DESC;
