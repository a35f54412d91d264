-- use: referenced(invoices)

-- use: numbered(invoices, invoice_number)

-- use: registered(invoices)

-- part: in_force
status <> 'VOID'

-- use: whole_list(invoices, invoice_records, invoice_date)

-- part: chosen
-- OVERDUE is stored as SENT: which of the two it is, the day tells where the organization is, as in invoice_records.
organization_id = %(organization_id)s
  AND :is_found
  AND (%(q)s::text IS NULL OR invoice_number ILIKE %(q)s OR external_reference ILIKE %(q)s
    OR customer_id IN (SELECT matching_customer_names(%(q)s)))
  AND :is_called(invoice_number)
  AND (%(status)s::text IS NULL OR status = CASE %(status)s WHEN 'OVERDUE' THEN 'SENT' ELSE %(status)s END)
  AND (coalesce(%(status)s, '') NOT IN ('SENT', 'OVERDUE') OR (due_date < (
      SELECT (now() AT TIME ZONE o.time_zone)::date FROM organizations o WHERE o.id = %(organization_id)s
  )) = (%(status)s = 'OVERDUE'))
  AND :is_of(customer_id)
  AND :of_days(invoice_date)
  AND :changed_since

-- name: count_chosen
SELECT count(*) AS total
FROM invoices
WHERE :chosen;

-- name: latest
-- The page is found in the table, by its indexes, and shown by the view.
SELECT r.*
FROM (
    SELECT organization_id, id
    FROM invoices
    WHERE :chosen
      AND (%(after_id)s::text IS NULL
        OR (invoice_date, created_at, id) < (%(after_day)s, %(after_created_at)s, %(after_id)s))
    ORDER BY invoice_date DESC, created_at DESC, id DESC
    LIMIT %(limit)s OFFSET %(offset)s
) page
JOIN invoice_records r ON r.organization_id = %(organization_id)s AND r.id = page.id
ORDER BY r.invoice_date DESC, r.created_at DESC, r.id DESC;

-- name: earliest
SELECT r.*
FROM (
    SELECT organization_id, id
    FROM invoices
    WHERE :chosen
      AND (%(after_id)s::text IS NULL
        OR (invoice_date, created_at, id) > (%(after_day)s, %(after_created_at)s, %(after_id)s))
    ORDER BY invoice_date, created_at, id
    LIMIT %(limit)s OFFSET %(offset)s
) page
JOIN invoice_records r ON r.organization_id = %(organization_id)s AND r.id = page.id
ORDER BY r.invoice_date, r.created_at, r.id;

-- name: by_update
SELECT r.*
FROM (
    SELECT organization_id, id
    FROM invoices
    WHERE :chosen
      AND (%(after_id)s::text IS NULL OR (updated_at, id) > (%(after_updated_at)s, %(after_id)s))
    ORDER BY updated_at, id
    LIMIT %(limit)s OFFSET %(offset)s
) page
JOIN invoice_records r ON r.organization_id = %(organization_id)s AND r.id = page.id
ORDER BY r.updated_at, r.id;

-- name: get
SELECT r.*, buyer_of(d.buyer) AS buyer, v.last_viewed_at AS viewed_at, v.first_viewed_at,
       coalesce(v.views, 0) AS views
FROM invoice_records r
JOIN invoices d ON d.organization_id = %(organization_id)s AND d.id = r.id
LEFT JOIN invoice_views v ON v.organization_id = %(organization_id)s AND v.invoice_id = r.id
WHERE r.organization_id = %(organization_id)s AND r.id = %(id)s;

-- name: lines
SELECT *
FROM invoice_line_records
WHERE organization_id = %(organization_id)s AND invoice_id = %(id)s
ORDER BY sort_order;

-- name: lock
SELECT i.*, i.due_date < (now() AT TIME ZONE o.time_zone)::date AS is_past_due,
       (now() AT TIME ZONE o.time_zone)::date AS today, o.checks
FROM invoices i
JOIN organizations o ON o.id = %(organization_id)s
WHERE i.organization_id = %(organization_id)s AND i.id = %(id)s
FOR NO KEY UPDATE OF i;

-- name: number_before
-- The issued invoice with the number before a number in its fiscal year: of the same form, with other digits.
SELECT i.invoice_number AS number, i.invoice_date AS day
FROM invoices i
WHERE i.organization_id = %(organization_id)s
  AND i.fiscal_year = %(fiscal_year)s
  AND i.invoice_number < %(number)s
  AND regexp_replace(i.invoice_number, '[0-9]', '0', 'g') = regexp_replace(%(number)s, '[0-9]', '0', 'g')
  AND i.status <> 'DRAFT'
ORDER BY i.invoice_number DESC
LIMIT 1;

-- name: goods
:goods_of(invoice_lines, invoice_id);

-- name: credited_by
-- A credit note in force that is about the invoice or about one of its lines, asked once the invoice is held.
SELECT n.credit_note_number
FROM credit_notes n
WHERE n.organization_id = %(organization_id)s
  AND n.status <> 'VOID'
  AND n.id IN (
    SELECT a.id
    FROM credit_notes a
    WHERE a.organization_id = %(organization_id)s AND a.invoice_id = %(id)s
    UNION ALL
    SELECT c.credit_note_id
    FROM invoice_lines l
    JOIN credit_note_lines c ON c.organization_id = %(organization_id)s AND c.original_invoice_item_id = l.id
    WHERE l.organization_id = %(organization_id)s AND l.invoice_id = %(id)s)
ORDER BY n.credit_note_date, n.id
LIMIT 1;

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
    ON i.organization_id = %(organization_id)s AND i.customer_id = c.id AND i.apply_customer_credit
WHERE c.organization_id = %(organization_id)s AND i.id = %(id)s
FOR NO KEY UPDATE OF c;

-- name: insert
-- One invoice or many: `rows` is an array of objects that are keyed by column.
INSERT INTO invoices (
    organization_id, id, invoice_number, fiscal_year, customer_id, salesperson_id, status, invoice_date, due_date,
    seller_registration_id, seller_legal_name, seller_gstin, seller_state_code, seller_address,
    place_of_supply_state_code, place_of_supply_stated, buyer, currency_code, exchange_rate, sub_total,
    discount_total, document_discount, document_discount_is_percent, cgst_total, sgst_total, igst_total,
    adjustment_label, adjustment_amount, round_off, total, apply_customer_credit, warehouse_id, scheme_ids, notes,
    terms_and_conditions, reverse_charge, cess_total, gst_category, seller_is_composition, export_with_payment,
    supply_type, shipping_bill_number, shipping_bill_date, port_code, external_reference, quote_id, sales_order_id,
    converted, created_by)
SELECT %(organization_id)s, r.id, r.invoice_number, r.fiscal_year, r.customer_id, r.salesperson_id, r.status,
       r.invoice_date, r.due_date, r.seller_registration_id, r.seller_legal_name, r.seller_gstin,
       r.seller_state_code, r.seller_address, r.place_of_supply_state_code, r.place_of_supply_stated, r.buyer,
       r.currency_code, r.exchange_rate, r.sub_total, r.discount_total, r.document_discount,
       r.document_discount_is_percent, r.cgst_total, r.sgst_total, r.igst_total, r.adjustment_label,
       r.adjustment_amount, r.round_off, r.total, r.apply_customer_credit, r.warehouse_id, r.scheme_ids, r.notes,
       r.terms_and_conditions, r.reverse_charge, r.cess_total, r.gst_category, r.seller_is_composition,
       r.export_with_payment, r.supply_type, r.shipping_bill_number, r.shipping_bill_date, r.port_code,
       r.external_reference, r.quote_id, r.sales_order_id, r.converted, %(user_id)s
FROM json_populate_recordset(NULL::invoices, %(rows)s::json) r
RETURNING id;

-- name: insert_lines
-- The lines of one invoice or many, each with its invoice_id.
INSERT INTO invoice_lines (
    organization_id, id, invoice_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate,
    is_price_inclusive, discount, tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total,
    sort_order, width, height, length_unit, qty_count, taxability, cess_rate_percent, cess_amount,
    document_discount_share)
SELECT %(organization_id)s, l.id, l.invoice_id, l.item_id, l.item_variant_id, l.description, l.hsn_or_sac,
       l.quantity, l.unit, l.rate, l.is_price_inclusive, l.discount, l.tax_rate_percent, l.taxable_amount,
       l.cgst_amount, l.sgst_amount, l.igst_amount, l.total, l.sort_order, l.width, l.height, l.length_unit,
       l.qty_count, l.taxability, l.cess_rate_percent, l.cess_amount, l.document_discount_share
FROM json_populate_recordset(NULL::invoice_lines, %(lines)s::json) l
RETURNING id;

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
    seller_address = %(seller_address)s,
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
    reverse_charge = %(reverse_charge)s,
    cess_total = %(cess_total)s,
    gst_category = %(gst_category)s,
    seller_is_composition = %(seller_is_composition)s,
    export_with_payment = %(export_with_payment)s,
    supply_type = %(supply_type)s,
    shipping_bill_number = %(shipping_bill_number)s,
    shipping_bill_date = %(shipping_bill_date)s,
    port_code = %(port_code)s,
    external_reference = %(external_reference)s,
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
    status = CASE
        WHEN i.amount_paid + s.amount = i.total THEN 'PAID'
        WHEN i.amount_paid + s.amount = 0 THEN 'SENT'
        ELSE 'PARTIALLY_PAID'
    END,
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
    ON p.organization_id = %(organization_id)s AND p.id = a.payment_id AND p.deleted_at IS NULL
WHERE a.organization_id = %(organization_id)s AND a.invoice_id = %(id)s
GROUP BY p.id, p.payment_number, p.payment_date, p.mode, p.created_at
ORDER BY p.payment_date DESC, p.created_at DESC, p.id DESC;

-- name: hold_for_notes
-- All that notes name, by themselves or by lines, held in one order always.
SELECT i.id
FROM invoices i
WHERE i.organization_id = %(organization_id)s
  AND (i.id = ANY (%(ids)s::text[]) OR i.id IN (
    SELECT l.invoice_id
    FROM invoice_lines l
    WHERE l.organization_id = %(organization_id)s AND l.id = ANY (%(line_ids)s::text[])))
ORDER BY i.id
FOR NO KEY UPDATE;

-- name: originals
-- What a credit note takes from the invoices it is about, held so that none is voided meanwhile.
SELECT id, customer_id, status, seller_registration_id, seller_legal_name, seller_gstin, seller_state_code,
       place_of_supply_state_code, currency_code, exchange_rate, invoice_date AS original_date, reverse_charge,
       gst_category, supply_type, seller_is_composition
FROM invoices
WHERE organization_id = %(organization_id)s AND id = ANY (%(ids)s::text[])
ORDER BY id
FOR NO KEY UPDATE;

-- name: original_lines
-- With their invoices, held as well: a note may name a line alone.
SELECT l.id, l.invoice_id, l.item_id, l.item_variant_id, l.description, l.hsn_or_sac, l.quantity, l.unit, l.rate,
       l.is_price_inclusive, l.discount, l.tax_rate_percent, l.length_unit, l.taxable_amount, l.cgst_amount, l.sgst_amount, l.igst_amount,
       l.cess_amount, l.document_discount_share, i.customer_id, i.status,
       i.seller_registration_id, i.seller_legal_name, i.seller_gstin, i.seller_state_code, i.place_of_supply_state_code,
       i.currency_code, i.exchange_rate, i.invoice_date AS original_date, i.reverse_charge, i.gst_category,
       i.supply_type, i.seller_is_composition, l.taxability, l.cess_rate_percent
FROM invoice_lines l
JOIN invoices i ON i.organization_id = %(organization_id)s AND i.id = l.invoice_id
WHERE l.organization_id = %(organization_id)s AND l.id = ANY (%(ids)s::text[])
ORDER BY i.id
FOR NO KEY UPDATE OF i;

-- name: set_eway_bill
UPDATE invoices
SET eway_bill_status = 'GENERATED',
    eway_bill_id = %(eway_bill_number)s,
    eway_bill_valid_until = %(valid_until)s,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;
