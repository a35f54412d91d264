-- What papers show. Seller, buyer, place and figures are the document's own; telephone, bank, UPI id and logo are the
-- organization's of today.

-- part: figures
-- What every document with lines, `d`, has of its own.
       d.status, d.seller_legal_name, d.seller_gstin, d.seller_state_code, d.place_of_supply_state_code, d.currency_code,
       d.exchange_rate, d.sub_total, d.discount_total, d.cgst_total, d.sgst_total, d.igst_total, d.cess_total,
       d.reverse_charge, d.seller_is_composition, d.adjustment_label, d.adjustment_amount, d.round_off, d.total, d.notes,
       d.terms_and_conditions

-- part: sale(buyer)
-- What a document to a customer has beside; `buyer` is the column that keeps the customer.
       d.:buyer AS buyer, d.shipping_bill_number, d.shipping_bill_date, d.port_code,
       gst_category_of(d.gst_category, d.:buyer ->> 'gstin', d.:buyer -> 'billingAddress') AS gst_category,
       supply_type_of(d.supply_type, d.place_of_supply_state_code, d.igst_total, d.:buyer) AS supply_type

-- part: registration
-- What the invoice registration portal answered, as long as it holds; the day is Indian time.
       CASE WHEN d.irn IS NOT NULL AND d.e_invoice_cancelled_at IS NULL THEN jsonb_build_object(
           'irn', d.irn, 'ack_no', d.ack_no,
           'ack_date', to_char(d.ack_date AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI:SS'),
           'qr', d.signed_qr_code) END AS e_invoice

-- part: own
-- What is the organization's own of today.
       o.currency_code AS base_currency_code, o.phone AS organization_phone, o.email AS organization_email, o.bank,
       o.upi_id, o.logo, c.symbol AS currency_symbol, b.symbol AS base_currency_symbol, t.html AS template

-- part: with_own(document)
JOIN organizations o
    ON o.id = %(organization_id)s
LEFT JOIN currencies c
    ON c.organization_id = %(organization_id)s AND c.code = d.currency_code AND c.deleted_at IS NULL
LEFT JOIN currencies b
    ON b.organization_id = %(organization_id)s AND b.code = o.currency_code AND b.deleted_at IS NULL
LEFT JOIN document_templates t
    ON t.organization_id = %(organization_id)s AND t.document = ':document'

-- part: address_of_registration
coalesce(written_address(r.address_line1, r.address_line2, r.city, r.pincode), r.address, o.address)

-- part: lines(table, parent)
SELECT description, hsn_or_sac, quantity, unit, rate, is_price_inclusive, discount, tax_rate_percent, taxable_amount,
       cgst_amount, sgst_amount, igst_amount, cess_amount, taxability, cess_rate_percent, total, width, height, length_unit, qty_count
FROM :table
WHERE organization_id = %(organization_id)s AND :parent = %(id)s
ORDER BY sort_order

-- name: invoice
SELECT d.invoice_number AS number, d.invoice_date AS day, d.due_date, d.amount_paid,
       coalesce(d.seller_address, o.address) AS seller_address,
:figures,
:sale(buyer),
:registration,
:own
FROM invoices d
:with_own(invoice)
WHERE d.organization_id = %(organization_id)s AND d.id = %(id)s;

-- name: invoice_lines
:lines(invoice_lines, invoice_id);

-- name: quote
-- The address of its seller is that of the registration today.
SELECT d.quote_number AS number, d.quote_date AS day, d.expiry_date AS due_date,
       :address_of_registration AS seller_address,
:figures,
:sale(party),
:own
FROM quotes d
:with_own(quote)
LEFT JOIN registrations r
    ON r.organization_id = %(organization_id)s AND r.gstin = d.seller_gstin
WHERE d.organization_id = %(organization_id)s AND d.id = %(id)s;

-- name: quote_lines
:lines(quote_lines, quote_id);

-- name: sales_order
-- The address of its seller is that of the registration today.
SELECT d.sales_order_number AS number, d.order_date AS day, d.expected_shipment_date AS due_date,
       :address_of_registration AS seller_address,
:figures,
:sale(party),
:own
FROM sales_orders d
:with_own(sales_order)
LEFT JOIN registrations r
    ON r.organization_id = %(organization_id)s AND r.gstin = d.seller_gstin
WHERE d.organization_id = %(organization_id)s AND d.id = %(id)s;

-- name: sales_order_lines
:lines(sales_order_lines, sales_order_id);

-- name: purchase_order
-- The seller is the vendor; who orders is the organization of today, under its default registration.
SELECT d.purchase_order_number AS number, d.order_date AS day, d.expected_date AS due_date, d.party AS vendor,
       gst_category_of(d.gst_category, d.party ->> 'gstin', d.party -> 'billingAddress') AS gst_category,
       NULL AS supply_type, coalesce(r.legal_name, o.legal_name) AS issuer_legal_name, r.gstin AS issuer_gstin,
       coalesce(r.state_code, o.state_code) AS issuer_state_code, :address_of_registration AS issuer_address,
       w.name AS warehouse_name, w.address AS warehouse_address,
:figures,
:own
FROM purchase_orders d
:with_own(purchase_order)
LEFT JOIN registrations r
    ON r.organization_id = %(organization_id)s AND r.is_default
LEFT JOIN warehouses w
    ON w.organization_id = %(organization_id)s AND w.id = d.warehouse_id
WHERE d.organization_id = %(organization_id)s AND d.id = %(id)s;

-- name: purchase_order_lines
:lines(purchase_order_lines, purchase_order_id);

-- name: credit_note
-- The address of its seller is that of the registration today. `originals` are the invoices that it is about, by itself
-- or by its lines.
SELECT d.credit_note_number AS number, d.credit_note_date AS day, NULL AS due_date, d.reason,
       :address_of_registration AS seller_address,
       (SELECT jsonb_agg(
                   jsonb_build_object('number', i.invoice_number, 'day', i.invoice_date)
                   ORDER BY i.invoice_date, i.invoice_number)
        FROM invoices i
        WHERE i.organization_id = %(organization_id)s
          AND (i.id = d.invoice_id OR i.id IN (
            SELECT l.invoice_id
            FROM credit_note_lines c
            JOIN invoice_lines l ON l.organization_id = %(organization_id)s AND l.id = c.original_invoice_item_id
            WHERE c.organization_id = %(organization_id)s AND c.credit_note_id = d.id))) AS originals,
:figures,
:sale(party),
:registration,
:own
FROM credit_notes d
:with_own(credit_note)
LEFT JOIN registrations r
    ON r.organization_id = %(organization_id)s AND r.gstin = d.seller_gstin
WHERE d.organization_id = %(organization_id)s AND d.id = %(id)s;

-- name: credit_note_lines
:lines(credit_note_lines, credit_note_id);

-- name: receipt_voucher
-- Seller and customer are those of today, the seller under its default registration; an advance is taxed as it came.
SELECT p.payment_number AS number, p.payment_date AS day, p.mode, p.reference_number, p.amount, p.tds_amount,
       p.tds_section_code, p.opening_balance_applied, p.currency_code, p.notes,
       p.advance_tax_rate_percent, p.advance_place_of_supply_state_code,
       coalesce(r.is_composition, false) AS seller_is_composition,
       jsonb_build_object(
           'displayName', k.display_name, 'legalName', k.legal_name, 'gstin', k.gstin, 'pan', k.pan, 'phone', k.phone,
           'email', k.email, 'placeOfSupplyStateCode', k.place_of_supply_state_code,
           'billingAddress', k.billing_address, 'shippingAddress', k.shipping_address) AS customer,
       coalesce(p.advance_gst_category, gst_category_of(k.gst_category, k.gstin, k.billing_address)) AS gst_category,
       coalesce(r.legal_name, o.legal_name) AS seller_name, r.gstin AS seller_gstin,
       :address_of_registration AS seller_address,
       coalesce(r.state_code, o.state_code) AS seller_state_code, o.phone AS organization_phone,
       o.email AS organization_email, o.logo, c.symbol AS currency_symbol, t.html AS template
FROM payments_received p
JOIN customers k
    ON k.organization_id = %(organization_id)s AND k.id = p.customer_id
JOIN organizations o
    ON o.id = %(organization_id)s
LEFT JOIN registrations r
    ON r.organization_id = %(organization_id)s AND r.is_default
LEFT JOIN currencies c
    ON c.organization_id = %(organization_id)s AND c.code = p.currency_code AND c.deleted_at IS NULL
LEFT JOIN document_templates t
    ON t.organization_id = %(organization_id)s AND t.document = 'receipt_voucher'
WHERE p.organization_id = %(organization_id)s AND p.id = %(id)s AND p.deleted_at IS NULL;

-- name: receipt_voucher_lines
-- What the payment settled, invoice by invoice.
SELECT i.invoice_number AS number, i.invoice_date AS day, sum(a.amount) AS amount
FROM payment_allocations a
JOIN invoices i
    ON i.organization_id = %(organization_id)s AND i.id = a.invoice_id
WHERE a.organization_id = %(organization_id)s AND a.payment_id = %(id)s
GROUP BY i.organization_id, i.id, i.invoice_number, i.invoice_date
ORDER BY i.invoice_date, i.invoice_number, i.id;

-- name: statement
-- The customer, and both ends of the window: `opening` is before its first entry, `outstanding` after the full history.
-- `aging` is what is open of the customer's invoices today, in the dashboard's five buckets and the customer's
-- currency.
WITH history AS (
    SELECT coalesce(sum(change), 0) AS whole,
           coalesce(sum(change) FILTER (WHERE date >= coalesce(%(from_day)s::date, '-infinity')), 0) AS since
    FROM customer_ledger_entries
    WHERE organization_id = %(organization_id)s AND customer_id = %(id)s
), open AS (
    SELECT width_bucket((now() AT TIME ZONE o.time_zone)::date - i.due_date, ARRAY[1, 31, 61, 91]) AS place,
           sum(in_party_currency(i.total - i.amount_paid, i.currency_code, p.currency_code, i.exchange_rate)) AS amount
    FROM customers p
    JOIN organizations o ON o.id = %(organization_id)s
    JOIN invoices i ON i.organization_id = %(organization_id)s AND i.customer_id = p.id
    WHERE p.organization_id = %(organization_id)s AND p.id = %(id)s AND i.status IN ('SENT', 'PARTIALLY_PAID')
    GROUP BY place
)
SELECT p.display_name, p.legal_name, p.gstin, p.phone, p.email, p.billing_address, p.currency_code,
       p.opening_balance + h.whole - h.since AS opening,
       p.opening_balance + h.whole AS outstanding,
       ARRAY(
           SELECT coalesce(open.amount, 0)
           FROM generate_series(0, 4) AS place
           LEFT JOIN open USING (place)
           ORDER BY place
       ) AS aging,
       (now() AT TIME ZONE o.time_zone)::date AS today,
       coalesce(r.legal_name, o.legal_name) AS seller_name, r.gstin AS seller_gstin,
       :address_of_registration AS seller_address,
       coalesce(r.state_code, o.state_code) AS seller_state_code, o.phone AS organization_phone,
       o.email AS organization_email, o.bank, o.upi_id, o.logo, c.symbol AS currency_symbol, t.html AS template
FROM customers p
CROSS JOIN history h
JOIN organizations o
    ON o.id = %(organization_id)s
LEFT JOIN registrations r
    ON r.organization_id = %(organization_id)s AND r.is_default
LEFT JOIN currencies c
    ON c.organization_id = %(organization_id)s AND c.code = p.currency_code AND c.deleted_at IS NULL
LEFT JOIN document_templates t
    ON t.organization_id = %(organization_id)s AND t.document = 'statement'
WHERE p.organization_id = %(organization_id)s AND p.id = %(id)s AND p.deleted_at IS NULL;

-- name: entries
-- The entries of the window, oldest first, no more than are asked for.
SELECT date, type, number, debit, credit
FROM customer_ledger_entries
WHERE organization_id = %(organization_id)s
  AND customer_id = %(id)s
  AND date >= coalesce(%(from_day)s::date, '-infinity')
  AND date <= coalesce(%(to_day)s::date, 'infinity')
ORDER BY date, created_at, id
LIMIT %(most)s;
