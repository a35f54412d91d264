-- What the government's portals are told of documents to customers. Seller, buyer, place and figures are the document's own;
-- the address of the seller is that of the registration today.

-- part: figures
-- What a document `d` has of its own; its seller's registration is `r`. The day is that of the portals.
       d.status, d.seller_legal_name, d.seller_gstin, d.seller_state_code, d.place_of_supply_state_code, d.currency_code,
       d.exchange_rate, d.adjustment_amount, d.round_off, d.total, d.reverse_charge, d.seller_is_composition,
       d.shipping_bill_number, d.shipping_bill_date, d.port_code, d.e_invoice_cancelled_at, r.id AS registration_id,
       r.trade_name, r.address_line1, r.address_line2, r.city, r.pincode, o.phone, o.email,
       coalesce(r.turnover_above_5_crore, false) AS turnover_above_5_crore,
       (now() AT TIME ZONE 'Asia/Kolkata')::date AS today

-- part: supply(buyer)
       d.:buyer AS buyer,
       gst_category_of(d.gst_category, d.:buyer ->> 'gstin', d.:buyer -> 'billingAddress') AS gst_category,
       supply_type_of(d.supply_type, d.place_of_supply_state_code, d.igst_total, d.:buyer) AS supply_type

-- part: with_seller
JOIN organizations o ON o.id = %(organization_id)s
LEFT JOIN registrations r
    ON r.organization_id = %(organization_id)s AND r.gstin = d.seller_gstin

-- part: lines(table, parent)
SELECT description, hsn_or_sac, quantity, unit, rate, is_price_inclusive, tax_rate_percent, taxable_amount, cgst_amount,
       sgst_amount, igst_amount, cess_amount, taxability, cess_rate_percent, total
FROM :table
WHERE organization_id = %(organization_id)s AND :parent = %(id)s
ORDER BY sort_order

-- name: invoice
SELECT d.id, 'INV' AS type, d.invoice_number AS number, d.invoice_date AS day, NULL::jsonb AS originals,
:supply(buyer),
:figures
FROM invoices d
:with_seller
WHERE d.organization_id = %(organization_id)s AND d.id = %(id)s;

-- name: invoice_lines
:lines(invoice_lines, invoice_id);

-- name: credit_note
-- `originals` are the invoices that it is about, by itself or by its lines.
SELECT d.id, 'CRN' AS type, d.credit_note_number AS number, d.credit_note_date AS day,
       (SELECT jsonb_agg(
                   jsonb_build_object('number', i.invoice_number, 'day', to_char(i.invoice_date, 'DD/MM/YYYY'))
                   ORDER BY i.invoice_date, i.invoice_number)
        FROM invoices i
        WHERE i.organization_id = %(organization_id)s
          AND (i.id = d.invoice_id OR i.id IN (
            SELECT l.invoice_id
            FROM credit_note_lines c
            JOIN invoice_lines l ON l.organization_id = %(organization_id)s AND l.id = c.original_invoice_item_id
            WHERE c.organization_id = %(organization_id)s AND c.credit_note_id = d.id))) AS originals,
:supply(party),
:figures
FROM credit_notes d
:with_seller
WHERE d.organization_id = %(organization_id)s AND d.id = %(id)s;

-- name: credit_note_lines
:lines(credit_note_lines, credit_note_id);

-- name: numbered
-- The documents with a number, newest first; a number may stand for one of each kind and fiscal year.
SELECT i.id, 'invoice' AS kind, i.invoice_date AS day
FROM invoices i
WHERE i.organization_id = %(organization_id)s AND i.invoice_number = %(number)s
UNION ALL
SELECT n.id, 'credit_note', n.credit_note_date
FROM credit_notes n
WHERE n.organization_id = %(organization_id)s AND n.credit_note_number = %(number)s
ORDER BY day DESC, id DESC;

-- name: registered_under
-- The documents that have an IRN: one at most of each kind.
SELECT 'invoices' AS "table", 'invoice' AS noun, i.invoice_number AS number
FROM invoices i
WHERE i.organization_id = %(organization_id)s AND i.irn = %(irn)s
UNION ALL
SELECT 'credit_notes', 'credit note', n.credit_note_number
FROM credit_notes n
WHERE n.organization_id = %(organization_id)s AND n.irn = %(irn)s;
