-- use: note(debit_notes, debit_note_lines, debit_note_id, debit_note_number, vendor_id, bill_id, original_bill_item_id)

-- use: referenced(debit_notes)

-- use: numbered(debit_notes, debit_note_number)

-- part: in_force
status <> 'VOID'

-- use: dated_list(debit_notes, debit_note_records, debit_note_date)

-- part: chosen
organization_id = %(organization_id)s
  AND :is_found
  AND (%(q)s::text IS NULL OR debit_note_number ILIKE %(q)s OR reason ILIKE %(q)s OR external_reference ILIKE %(q)s
    OR vendor_id IN (SELECT matching_vendor_names(%(q)s)))
  AND :is_called(debit_note_number)
  AND :has_status
  AND :is_of(vendor_id)
  AND :of_days(debit_note_date)
  AND :changed_since

-- name: get
-- The original is the bill that the note names, else that of the first line which names one.
SELECT r.*, o.bill_number AS original_bill_number, o.bill_date AS original_bill_date
FROM debit_note_records r
JOIN debit_notes d ON d.organization_id = %(organization_id)s AND d.id = r.id
LEFT JOIN bills o
    ON o.organization_id = %(organization_id)s
    AND o.id = coalesce(d.bill_id, (
        SELECT l.bill_id
        FROM debit_note_lines c
        JOIN bill_lines l ON l.organization_id = %(organization_id)s AND l.id = c.original_bill_item_id
        WHERE c.organization_id = %(organization_id)s AND c.debit_note_id = d.id
        ORDER BY c.sort_order
        LIMIT 1))
WHERE r.organization_id = %(organization_id)s AND r.id = %(id)s;

-- name: lines
SELECT *
FROM debit_note_line_records
WHERE organization_id = %(organization_id)s AND debit_note_id = %(id)s
ORDER BY sort_order;

-- name: allocations
SELECT *
FROM debit_note_allocation_records
WHERE organization_id = %(organization_id)s AND debit_note_id = %(id)s
ORDER BY allocated_at, id;

-- name: movements
SELECT id, organization_id, item_variant_id, warehouse_id, movement_type, quantity, unit_cost, total_cost,
       balance_after, avg_cost_after, source_doc_type, source_doc_id, source_doc_line_id, lot_id, notes, created_by,
       created_at
FROM inventory_movement_records
WHERE organization_id = %(organization_id)s AND source_doc_id = %(id)s
ORDER BY sequence DESC;

-- name: insert
-- `rows` is an array of objects that are keyed by column.
INSERT INTO debit_notes (
    organization_id, id, debit_note_number, fiscal_year, vendor_id, bill_id, status, debit_note_date, reason,
    allocated_amount, seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, party,
    currency_code, exchange_rate, sub_total, discount_total, cgst_total, sgst_total, igst_total, round_off, total,
    warehouse_id, notes, terms_and_conditions, reverse_charge, cess_total, gst_category, seller_is_composition,
    external_reference, created_by)
SELECT %(organization_id)s, r.id, r.debit_note_number, r.fiscal_year, r.vendor_id, r.bill_id, r.status,
       r.debit_note_date, r.reason, r.allocated_amount, r.seller_legal_name, r.seller_gstin, r.seller_state_code,
       r.place_of_supply_state_code, r.party, r.currency_code, r.exchange_rate, r.sub_total, r.discount_total,
       r.cgst_total, r.sgst_total, r.igst_total, r.round_off, r.total, r.warehouse_id, r.notes,
       r.terms_and_conditions, r.reverse_charge, r.cess_total, r.gst_category, r.seller_is_composition,
       r.external_reference, %(user_id)s
FROM json_populate_recordset(NULL::debit_notes, %(rows)s::json) r
RETURNING id;

-- name: update
-- `rows` as for `insert`: what takes the place of drafts.
UPDATE debit_notes d
SET (debit_note_number, fiscal_year, vendor_id, bill_id, status, debit_note_date, reason, allocated_amount,
     seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, party, currency_code,
     exchange_rate, sub_total, discount_total, cgst_total, sgst_total, igst_total, round_off, total, warehouse_id,
     notes, terms_and_conditions, reverse_charge, cess_total, gst_category, seller_is_composition, external_reference, updated_by, updated_at)
  = (r.debit_note_number, r.fiscal_year, r.vendor_id, r.bill_id, r.status, r.debit_note_date, r.reason,
     r.allocated_amount, r.seller_legal_name, r.seller_gstin, r.seller_state_code, r.place_of_supply_state_code,
     r.party, r.currency_code, r.exchange_rate, r.sub_total, r.discount_total, r.cgst_total, r.sgst_total,
     r.igst_total, r.round_off, r.total, r.warehouse_id, r.notes, r.terms_and_conditions, r.reverse_charge,
     r.cess_total, r.gst_category, r.seller_is_composition, r.external_reference, %(user_id)s, now())
FROM json_populate_recordset(NULL::debit_notes, %(rows)s::json) r
WHERE d.organization_id = %(organization_id)s AND d.id = r.id;

-- name: insert_lines
-- `lines` is an array as well; each has its debit_note_id.
INSERT INTO debit_note_lines (
    organization_id, id, debit_note_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate,
    is_price_inclusive, discount, tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total,
    sort_order, width, height, length_unit, qty_count, original_bill_item_id, restock, taxability, cess_rate_percent,
    cess_amount, document_discount_share)
SELECT %(organization_id)s, r.id, r.debit_note_id, r.item_id, r.item_variant_id, r.description, r.hsn_or_sac,
       r.quantity, r.unit, r.rate, r.is_price_inclusive, r.discount, r.tax_rate_percent, r.taxable_amount,
       r.cgst_amount, r.sgst_amount, r.igst_amount, r.total, r.sort_order, r.width, r.height, r.length_unit,
       r.qty_count, r.original_bill_item_id, r.restock, r.taxability, r.cess_rate_percent, r.cess_amount,
       r.document_discount_share
FROM json_populate_recordset(NULL::debit_note_lines, %(lines)s::json) r
RETURNING id;

-- name: given_back
-- Of lines of bills: what notes that are open gave back, at the line's price and at others, with goods and without.
SELECT l.id, c.rate = l.rate AS at_its_price, c.restock, sum(c.quantity) AS quantity, sum(c.discount) AS discount,
       sum(c.document_discount_share) AS document_discount_share, sum(c.taxable_amount) AS taxable_amount,
       sum(c.cgst_amount) AS cgst_amount, sum(c.sgst_amount) AS sgst_amount, sum(c.igst_amount) AS igst_amount,
       sum(c.cess_amount) AS cess_amount
FROM bill_lines l
JOIN debit_note_lines c ON c.organization_id = %(organization_id)s AND c.original_bill_item_id = l.id
JOIN debit_notes n ON n.organization_id = %(organization_id)s AND n.id = c.debit_note_id AND n.status = 'OPEN'
WHERE l.organization_id = %(organization_id)s AND l.id = ANY (%(ids)s::text[])
GROUP BY l.id, c.rate = l.rate, c.restock
ORDER BY at_its_price DESC, c.restock DESC;

-- name: add_allocated
UPDATE debit_notes n
SET allocated_amount = n.allocated_amount + a.amount, updated_at = now()
FROM unnest(%(debit_note_ids)s::text[], %(amounts)s::numeric[]) AS a (debit_note_id, amount)
WHERE n.organization_id = %(organization_id)s AND n.id = a.debit_note_id;

-- name: allocate
INSERT INTO debit_note_allocations (organization_id, id, debit_note_id, bill_id, amount, created_by)
SELECT %(organization_id)s, a.id, a.debit_note_id, a.bill_id, a.amount, %(user_id)s
FROM unnest(%(ids)s::text[], %(debit_note_ids)s::text[], %(bill_ids)s::text[], %(amounts)s::numeric[])
    AS a (id, debit_note_id, bill_id, amount)
RETURNING id;
