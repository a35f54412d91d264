-- use: referenced(bills)

-- use: numbered(bills, bill_number)

-- part: in_force
status <> 'VOID'

-- use: draft(bills, bill_lines, bill_id)

-- use: dated_list(bills, bill_records, bill_date)

-- part: chosen
organization_id = %(organization_id)s
  AND :is_found
  AND (%(q)s::text IS NULL OR bill_number ILIKE %(q)s OR vendor_bill_number ILIKE %(q)s
    OR external_reference ILIKE %(q)s
    OR vendor_id IN (SELECT matching_vendor_names(%(q)s)))
  AND :is_called(bill_number)
  AND :has_status
  AND :is_of(vendor_id)
  AND :of_days(bill_date)
  AND :changed_since

-- name: get
SELECT *
FROM bill_records
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lines
SELECT *
FROM bill_line_records
WHERE organization_id = %(organization_id)s AND bill_id = %(id)s
ORDER BY sort_order;

-- name: allocations
SELECT *
FROM bill_allocation_records
WHERE organization_id = %(organization_id)s AND bill_id = %(id)s
ORDER BY id;

-- name: insert
-- `rows` is an array of objects that are keyed by column.
INSERT INTO bills (
    organization_id, id, bill_number, fiscal_year, vendor_bill_number, vendor_id, purchase_order_id, status,
    bill_date, due_date, itc_eligible, seller_legal_name, seller_gstin, seller_state_code,
    place_of_supply_state_code, party, currency_code, exchange_rate, sub_total, discount_total, document_discount,
    document_discount_is_percent, cgst_total, sgst_total, igst_total, adjustment_label, adjustment_amount, round_off,
    total, warehouse_id, notes, terms_and_conditions, reverse_charge, cess_total, gst_category,
    seller_is_composition, external_reference, converted, created_by)
SELECT %(organization_id)s, r.id, r.bill_number, r.fiscal_year, r.vendor_bill_number, r.vendor_id,
       r.purchase_order_id, r.status, r.bill_date, r.due_date, r.itc_eligible, r.seller_legal_name, r.seller_gstin,
       r.seller_state_code, r.place_of_supply_state_code, r.party, r.currency_code, r.exchange_rate, r.sub_total,
       r.discount_total, r.document_discount, r.document_discount_is_percent, r.cgst_total, r.sgst_total,
       r.igst_total, r.adjustment_label, r.adjustment_amount, r.round_off, r.total, r.warehouse_id, r.notes,
       r.terms_and_conditions, r.reverse_charge, r.cess_total, r.gst_category, r.seller_is_composition,
       r.external_reference, r.converted, %(user_id)s
FROM json_populate_recordset(NULL::bills, %(rows)s::json) r
RETURNING id;

-- name: update
-- `rows` as for `insert`; numbers stay.
UPDATE bills d
SET (vendor_bill_number, vendor_id, purchase_order_id, status, bill_date, due_date, itc_eligible, seller_legal_name,
     seller_gstin, seller_state_code, place_of_supply_state_code, party, currency_code, exchange_rate, sub_total,
     discount_total, document_discount, document_discount_is_percent, cgst_total, sgst_total, igst_total,
     adjustment_label, adjustment_amount, round_off, total, warehouse_id, notes, terms_and_conditions, reverse_charge,
     cess_total, gst_category, seller_is_composition, external_reference, updated_by, updated_at)
  = (r.vendor_bill_number, r.vendor_id, r.purchase_order_id, r.status, r.bill_date, r.due_date, r.itc_eligible,
     r.seller_legal_name, r.seller_gstin, r.seller_state_code, r.place_of_supply_state_code, r.party, r.currency_code,
     r.exchange_rate, r.sub_total, r.discount_total, r.document_discount, r.document_discount_is_percent, r.cgst_total,
     r.sgst_total, r.igst_total, r.adjustment_label, r.adjustment_amount, r.round_off, r.total, r.warehouse_id, r.notes,
     r.terms_and_conditions, r.reverse_charge, r.cess_total, r.gst_category, r.seller_is_composition, r.external_reference, %(user_id)s, now())
FROM json_populate_recordset(NULL::bills, %(rows)s::json) r
WHERE d.organization_id = %(organization_id)s AND d.id = r.id;

-- name: insert_lines
-- `lines` is an array as well; each has its bill_id.
INSERT INTO bill_lines (
    organization_id, id, bill_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate,
    is_price_inclusive, discount, tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total,
    sort_order, width, height, length_unit, qty_count, taxability, cess_rate_percent, cess_amount,
    document_discount_share)
SELECT %(organization_id)s, r.id, r.bill_id, r.item_id, r.item_variant_id, r.description, r.hsn_or_sac, r.quantity,
       r.unit, r.rate, r.is_price_inclusive, r.discount, r.tax_rate_percent, r.taxable_amount, r.cgst_amount,
       r.sgst_amount, r.igst_amount, r.total, r.sort_order, r.width, r.height, r.length_unit, r.qty_count,
       r.taxability, r.cess_rate_percent, r.cess_amount, r.document_discount_share
FROM json_populate_recordset(NULL::bill_lines, %(lines)s::json) r
RETURNING id;

-- name: goods
:goods_of(bill_lines, bill_id);

-- name: debited_by
-- A debit note that is about the bill or about one of its lines, one in force first, asked once the bill is held.
SELECT n.debit_note_number, n.status
FROM debit_notes n
WHERE n.organization_id = %(organization_id)s
  AND n.id IN (
    SELECT a.id
    FROM debit_notes a
    WHERE a.organization_id = %(organization_id)s AND a.bill_id = %(id)s
    UNION ALL
    SELECT c.debit_note_id
    FROM bill_lines l
    JOIN debit_note_lines c ON c.organization_id = %(organization_id)s AND c.original_bill_item_id = l.id
    WHERE l.organization_id = %(organization_id)s AND l.bill_id = %(id)s)
ORDER BY n.status = 'VOID', n.debit_note_date, n.id
LIMIT 1;

-- name: same_supplier_number
-- For each bill, by its place: another one of the same vendor, number and fiscal year that is in force.
SELECT DISTINCT ON (n.place) n.place::int - 1 AS place, b.bill_number
FROM unnest(%(ids)s::text[], %(vendor_ids)s::text[], %(numbers)s::text[], %(days)s::date[])
    WITH ORDINALITY AS n (id, vendor_id, number, day, place)
JOIN organizations o ON o.id = %(organization_id)s
JOIN bills b
    ON b.organization_id = %(organization_id)s
    AND b.vendor_id = n.vendor_id
    AND b.vendor_bill_number = n.number
    AND fiscal_year(b.bill_date, o.fiscal_year_start_month) = fiscal_year(n.day, o.fiscal_year_start_month)
    AND b.status <> 'VOID'
    AND b.id <> n.id
ORDER BY n.place, b.bill_date, b.id;

-- name: lock_to_settle
-- Bills that something is to be allocated to, locked in one order always.
SELECT b.id, b.vendor_id, b.currency_code, b.status, b.total - b.amount_paid AS balance_due
FROM bills b
WHERE b.organization_id = %(organization_id)s AND b.id = ANY (%(bill_ids)s::text[])
ORDER BY b.id
FOR NO KEY UPDATE;

-- name: settle
-- Put amounts on what the bills have had settled, each bill once.
UPDATE bills b
SET amount_paid = b.amount_paid + s.amount,
    status = CASE
        WHEN b.amount_paid + s.amount = b.total THEN 'PAID'
        WHEN b.amount_paid + s.amount = 0 THEN 'OPEN'
        ELSE 'PARTIALLY_PAID'
    END,
    updated_by = %(user_id)s,
    updated_at = now()
FROM unnest(%(bill_ids)s::text[], %(amounts)s::numeric[]) AS s (bill_id, amount)
WHERE b.organization_id = %(organization_id)s AND b.id = s.bill_id;

-- name: hold_for_notes
-- All that notes name, by themselves or by lines, held in one order always.
SELECT b.id
FROM bills b
WHERE b.organization_id = %(organization_id)s
  AND (b.id = ANY (%(ids)s::text[]) OR b.id IN (
    SELECT l.bill_id
    FROM bill_lines l
    WHERE l.organization_id = %(organization_id)s AND l.id = ANY (%(line_ids)s::text[])))
ORDER BY b.id
FOR NO KEY UPDATE;

-- name: originals
-- What a debit note takes from the bills it is about, held so that none is voided meanwhile.
SELECT id, vendor_id, status, NULL AS seller_registration_id, seller_legal_name, seller_gstin, seller_state_code,
       place_of_supply_state_code, currency_code, exchange_rate, bill_date AS original_date, reverse_charge,
       gst_category, NULL AS supply_type, seller_is_composition
FROM bills
WHERE organization_id = %(organization_id)s AND id = ANY (%(ids)s::text[])
ORDER BY id
FOR NO KEY UPDATE;

-- name: original_lines
-- With their bills, held as well: a note may name a line alone.
SELECT l.id, l.bill_id, l.item_id, l.item_variant_id, l.description, l.hsn_or_sac, l.quantity, l.unit, l.rate,
       l.is_price_inclusive, l.discount, l.tax_rate_percent, l.length_unit, l.taxable_amount, l.cgst_amount, l.sgst_amount, l.igst_amount,
       l.cess_amount, l.document_discount_share, b.vendor_id, b.status,
       NULL AS seller_registration_id, b.seller_legal_name, b.seller_gstin, b.seller_state_code,
       b.place_of_supply_state_code, b.currency_code, b.exchange_rate, b.bill_date AS original_date,
       b.reverse_charge, b.gst_category, NULL AS supply_type, b.seller_is_composition, l.taxability,
       l.cess_rate_percent
FROM bill_lines l
JOIN bills b ON b.organization_id = %(organization_id)s AND b.id = l.bill_id
WHERE l.organization_id = %(organization_id)s AND l.id = ANY (%(ids)s::text[])
ORDER BY b.id
FOR NO KEY UPDATE OF b;
