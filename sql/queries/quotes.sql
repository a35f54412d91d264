-- use: draft(quotes, quote_lines, quote_id)

-- use: referenced(quotes)

-- use: numbered(quotes, quote_number)

-- part: in_force
true

-- use: dated_list(quotes, quote_records, quote_date)

-- part: chosen
organization_id = %(organization_id)s
  AND :is_found
  AND (%(q)s::text IS NULL OR quote_number ILIKE %(q)s OR external_reference ILIKE %(q)s
    OR customer_id IN (SELECT matching_customer_names(%(q)s)))
  AND :is_called(quote_number)
  AND :has_status
  AND :is_of(customer_id)
  AND :of_days(quote_date)
  AND :changed_since

-- name: get
SELECT r.*, buyer_of(d.party) AS buyer, :emailed(quote)
FROM quote_records r
JOIN quotes d ON d.organization_id = %(organization_id)s AND d.id = r.id
WHERE r.organization_id = %(organization_id)s AND r.id = %(id)s;

-- name: lines
SELECT *
FROM quote_line_records
WHERE organization_id = %(organization_id)s AND quote_id = %(id)s
ORDER BY sort_order;

-- name: insert
-- `rows` is an array of objects that are keyed by column.
INSERT INTO quotes (
    organization_id, id, quote_number, fiscal_year, customer_id, status, quote_date, expiry_date, seller_legal_name,
    seller_gstin, seller_state_code, place_of_supply_state_code, party, currency_code, exchange_rate, sub_total,
    discount_total, document_discount, document_discount_is_percent, cgst_total, sgst_total, igst_total,
    adjustment_label, adjustment_amount, round_off, total, warehouse_id, notes, terms_and_conditions, reverse_charge,
    cess_total, gst_category, seller_is_composition, export_with_payment, supply_type, shipping_bill_number,
    shipping_bill_date, port_code, external_reference, created_by)
SELECT %(organization_id)s, r.id, r.quote_number, r.fiscal_year, r.customer_id, r.status, r.quote_date,
       r.expiry_date, r.seller_legal_name, r.seller_gstin, r.seller_state_code, r.place_of_supply_state_code,
       r.party, r.currency_code, r.exchange_rate, r.sub_total, r.discount_total, r.document_discount,
       r.document_discount_is_percent, r.cgst_total, r.sgst_total, r.igst_total, r.adjustment_label,
       r.adjustment_amount, r.round_off, r.total, r.warehouse_id, r.notes, r.terms_and_conditions, r.reverse_charge,
       r.cess_total, r.gst_category, r.seller_is_composition, r.export_with_payment, r.supply_type,
       r.shipping_bill_number, r.shipping_bill_date, r.port_code, r.external_reference, %(user_id)s
FROM json_populate_recordset(NULL::quotes, %(rows)s::json) r
RETURNING id;

-- name: update
-- `rows` as for `insert`; numbers stay.
UPDATE quotes d
SET (customer_id, status, quote_date, expiry_date, seller_legal_name, seller_gstin, seller_state_code,
     place_of_supply_state_code, party, currency_code, exchange_rate, sub_total, discount_total, document_discount,
     document_discount_is_percent, cgst_total, sgst_total, igst_total, adjustment_label, adjustment_amount, round_off,
     total, warehouse_id, notes, terms_and_conditions, reverse_charge, cess_total, gst_category,
     seller_is_composition, export_with_payment, supply_type, shipping_bill_number, shipping_bill_date, port_code,
     external_reference, updated_by, updated_at)
  = (r.customer_id, r.status, r.quote_date, r.expiry_date, r.seller_legal_name, r.seller_gstin, r.seller_state_code,
     r.place_of_supply_state_code, r.party, r.currency_code, r.exchange_rate, r.sub_total, r.discount_total,
     r.document_discount, r.document_discount_is_percent, r.cgst_total, r.sgst_total, r.igst_total,
     r.adjustment_label, r.adjustment_amount, r.round_off, r.total, r.warehouse_id, r.notes, r.terms_and_conditions,
     r.reverse_charge, r.cess_total, r.gst_category, r.seller_is_composition, r.export_with_payment, r.supply_type,
     r.shipping_bill_number, r.shipping_bill_date, r.port_code, r.external_reference, %(user_id)s, now())
FROM json_populate_recordset(NULL::quotes, %(rows)s::json) r
WHERE d.organization_id = %(organization_id)s AND d.id = r.id;

-- name: insert_lines
-- `lines` is an array as well; each has its quote_id.
INSERT INTO quote_lines (
    organization_id, id, quote_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate,
    is_price_inclusive, discount, tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total,
    sort_order, width, height, length_unit, qty_count, taxability, cess_rate_percent, cess_amount,
    document_discount_share)
SELECT %(organization_id)s, r.id, r.quote_id, r.item_id, r.item_variant_id, r.description, r.hsn_or_sac, r.quantity,
       r.unit, r.rate, r.is_price_inclusive, r.discount, r.tax_rate_percent, r.taxable_amount, r.cgst_amount,
       r.sgst_amount, r.igst_amount, r.total, r.sort_order, r.width, r.height, r.length_unit, r.qty_count,
       r.taxability, r.cess_rate_percent, r.cess_amount, r.document_discount_share
FROM json_populate_recordset(NULL::quote_lines, %(lines)s::json) r
RETURNING id;

-- name: present
SELECT id, customer_id
FROM quotes
WHERE organization_id = %(organization_id)s AND id = ANY (%(ids)s::text[]);

-- name: whole_lines
-- As a conversion takes them: all of each is left.
SELECT l.*, 0::numeric AS taken_quantity, 0::numeric AS taken_discount, 0::numeric AS taken_share
FROM quote_lines l
WHERE l.organization_id = %(organization_id)s AND l.quote_id = %(id)s
ORDER BY l.sort_order;

-- name: became
-- What the quote was converted to, if that is in force or a draft.
SELECT 'sales order' AS noun, o.sales_order_number AS number
FROM sales_orders o
WHERE o.organization_id = %(organization_id)s AND o.quote_id = %(id)s AND o.status <> 'VOID'
UNION ALL
SELECT 'invoice', i.invoice_number
FROM invoices i
WHERE i.organization_id = %(organization_id)s AND i.quote_id = %(id)s AND i.status <> 'VOID'
ORDER BY noun DESC, number
LIMIT 1;
