-- use: note(credit_notes, credit_note_lines, credit_note_id, credit_note_number, customer_id, invoice_id, original_invoice_item_id)

-- use: referenced(credit_notes)

-- use: numbered(credit_notes, credit_note_number)

-- use: registered(credit_notes)

-- part: in_force
status <> 'VOID'

-- name: unallocated
-- The customers' open credit notes with something left over, oldest first.
SELECT id, customer_id, currency_code, total - allocated_amount AS credit
FROM credit_notes
WHERE organization_id = %(organization_id)s
  AND customer_id = ANY (%(customer_ids)s::text[])
  AND status = 'OPEN'
  AND total > allocated_amount
ORDER BY credit_note_date, created_at, id;

-- name: add_allocated
UPDATE credit_notes n
SET allocated_amount = n.allocated_amount + a.amount, updated_at = now()
FROM unnest(%(credit_note_ids)s::text[], %(amounts)s::numeric[]) AS a (credit_note_id, amount)
WHERE n.organization_id = %(organization_id)s AND n.id = a.credit_note_id;

-- name: allocate
INSERT INTO credit_note_allocations (organization_id, id, credit_note_id, invoice_id, amount, created_by)
SELECT %(organization_id)s, a.id, a.credit_note_id, a.invoice_id, a.amount, %(user_id)s
FROM unnest(%(ids)s::text[], %(credit_note_ids)s::text[], %(invoice_ids)s::text[], %(amounts)s::numeric[])
    AS a (id, credit_note_id, invoice_id, amount)
RETURNING id;

-- use: dated_list(credit_notes, credit_note_records, credit_note_date)

-- part: chosen
organization_id = %(organization_id)s
  AND :is_found
  AND (%(q)s::text IS NULL OR credit_note_number ILIKE %(q)s OR reason ILIKE %(q)s OR external_reference ILIKE %(q)s
    OR customer_id IN (SELECT matching_customer_names(%(q)s)))
  AND :is_called(credit_note_number)
  AND :has_status
  AND :is_of(customer_id)
  AND :of_days(credit_note_date)
  AND :changed_since

-- name: get
-- The original is the invoice that the note names, else that of the first line which names one.
SELECT r.*, buyer_of(d.party) AS buyer, o.invoice_number AS original_invoice_number, o.invoice_date AS original_invoice_date,
       :emailed(credit_note)
FROM credit_note_records r
JOIN credit_notes d ON d.organization_id = %(organization_id)s AND d.id = r.id
LEFT JOIN invoices o
    ON o.organization_id = %(organization_id)s
    AND o.id = coalesce(d.invoice_id, (
        SELECT l.invoice_id
        FROM credit_note_lines c
        JOIN invoice_lines l ON l.organization_id = %(organization_id)s AND l.id = c.original_invoice_item_id
        WHERE c.organization_id = %(organization_id)s AND c.credit_note_id = d.id
        ORDER BY c.sort_order
        LIMIT 1))
WHERE r.organization_id = %(organization_id)s AND r.id = %(id)s;

-- name: lines
SELECT *
FROM credit_note_line_records
WHERE organization_id = %(organization_id)s AND credit_note_id = %(id)s
ORDER BY sort_order;

-- name: allocations
SELECT *
FROM credit_note_allocation_records
WHERE organization_id = %(organization_id)s AND credit_note_id = %(id)s
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
INSERT INTO credit_notes (
    organization_id, id, credit_note_number, fiscal_year, customer_id, invoice_id, status, credit_note_date, reason,
    allocated_amount, seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, party,
    currency_code, exchange_rate, sub_total, discount_total, cgst_total, sgst_total, igst_total, round_off, total,
    warehouse_id, notes, terms_and_conditions, reverse_charge, cess_total, gst_category, seller_is_composition,
    export_with_payment, supply_type, shipping_bill_number, shipping_bill_date, port_code,
    external_reference, created_by)
SELECT %(organization_id)s, r.id, r.credit_note_number, r.fiscal_year, r.customer_id, r.invoice_id, r.status,
       r.credit_note_date, r.reason, r.allocated_amount, r.seller_legal_name, r.seller_gstin, r.seller_state_code,
       r.place_of_supply_state_code, r.party, r.currency_code, r.exchange_rate, r.sub_total, r.discount_total,
       r.cgst_total, r.sgst_total, r.igst_total, r.round_off, r.total, r.warehouse_id, r.notes,
       r.terms_and_conditions, r.reverse_charge, r.cess_total, r.gst_category, r.seller_is_composition,
       r.export_with_payment, r.supply_type, r.shipping_bill_number, r.shipping_bill_date, r.port_code,
       r.external_reference, %(user_id)s
FROM json_populate_recordset(NULL::credit_notes, %(rows)s::json) r
RETURNING id;

-- name: update
-- `rows` as for `insert`: what takes the place of drafts.
UPDATE credit_notes d
SET (credit_note_number, fiscal_year, customer_id, invoice_id, status, credit_note_date, reason, allocated_amount,
     seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, party, currency_code,
     exchange_rate, sub_total, discount_total, cgst_total, sgst_total, igst_total, round_off, total, warehouse_id,
     notes, terms_and_conditions, reverse_charge, cess_total, gst_category, seller_is_composition, export_with_payment,
     supply_type, shipping_bill_number, shipping_bill_date, port_code, external_reference, updated_by, updated_at)
  = (r.credit_note_number, r.fiscal_year, r.customer_id, r.invoice_id, r.status, r.credit_note_date, r.reason,
     r.allocated_amount, r.seller_legal_name, r.seller_gstin, r.seller_state_code, r.place_of_supply_state_code,
     r.party, r.currency_code, r.exchange_rate, r.sub_total, r.discount_total, r.cgst_total, r.sgst_total,
     r.igst_total, r.round_off, r.total, r.warehouse_id, r.notes, r.terms_and_conditions, r.reverse_charge,
     r.cess_total, r.gst_category, r.seller_is_composition, r.export_with_payment, r.supply_type,
     r.shipping_bill_number, r.shipping_bill_date, r.port_code, r.external_reference, %(user_id)s, now())
FROM json_populate_recordset(NULL::credit_notes, %(rows)s::json) r
WHERE d.organization_id = %(organization_id)s AND d.id = r.id;

-- name: insert_lines
-- `lines` is an array as well; each has its credit_note_id.
INSERT INTO credit_note_lines (
    organization_id, id, credit_note_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate,
    is_price_inclusive, discount, tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total,
    sort_order, width, height, length_unit, qty_count, original_invoice_item_id, restock, taxability,
    cess_rate_percent, cess_amount, document_discount_share)
SELECT %(organization_id)s, r.id, r.credit_note_id, r.item_id, r.item_variant_id, r.description, r.hsn_or_sac,
       r.quantity, r.unit, r.rate, r.is_price_inclusive, r.discount, r.tax_rate_percent, r.taxable_amount,
       r.cgst_amount, r.sgst_amount, r.igst_amount, r.total, r.sort_order, r.width, r.height, r.length_unit,
       r.qty_count, r.original_invoice_item_id, r.restock, r.taxability, r.cess_rate_percent, r.cess_amount,
       r.document_discount_share
FROM json_populate_recordset(NULL::credit_note_lines, %(lines)s::json) r
RETURNING id;

-- name: given_back
-- Of lines of invoices: what notes that are open gave back, at the line's price and at others, with goods and without.
SELECT l.id, c.rate = l.rate AS at_its_price, c.restock, sum(c.quantity) AS quantity, sum(c.discount) AS discount,
       sum(c.document_discount_share) AS document_discount_share, sum(c.taxable_amount) AS taxable_amount,
       sum(c.cgst_amount) AS cgst_amount, sum(c.sgst_amount) AS sgst_amount, sum(c.igst_amount) AS igst_amount,
       sum(c.cess_amount) AS cess_amount
FROM invoice_lines l
JOIN credit_note_lines c ON c.organization_id = %(organization_id)s AND c.original_invoice_item_id = l.id
JOIN credit_notes n ON n.organization_id = %(organization_id)s AND n.id = c.credit_note_id AND n.status = 'OPEN'
WHERE l.organization_id = %(organization_id)s AND l.id = ANY (%(ids)s::text[])
GROUP BY l.id, c.rate = l.rate, c.restock
ORDER BY at_its_price DESC, c.restock DESC;

-- part: about_the_invoices
-- The notes that are about one of the invoices, by themselves or by one of their lines.
SELECT a.id
FROM credit_notes a
WHERE a.organization_id = %(organization_id)s AND a.invoice_id = ANY (%(invoice_ids)s::text[])
UNION ALL
SELECT b.credit_note_id
FROM invoice_lines s
JOIN credit_note_lines b ON b.organization_id = %(organization_id)s AND b.original_invoice_item_id = s.id
WHERE s.organization_id = %(organization_id)s AND s.invoice_id = ANY (%(invoice_ids)s::text[])

-- name: returnable_items
-- Of invoices: what they sold of each item and variant, less what came back with notes that are open.
SELECT g.invoice_id, g.item_id, g.item_variant_id, sum(g.quantity) AS quantity
FROM (
    SELECT l.invoice_id, l.item_id, l.item_variant_id, l.quantity
    FROM invoice_lines l
    WHERE l.organization_id = %(organization_id)s
      AND l.invoice_id = ANY (%(invoice_ids)s::text[])
      AND l.item_id IS NOT NULL
    UNION ALL
    SELECT coalesce(n.invoice_id, o.invoice_id), c.item_id, c.item_variant_id, -c.quantity
    FROM credit_notes n
    JOIN credit_note_lines c ON c.organization_id = %(organization_id)s AND c.credit_note_id = n.id
    LEFT JOIN invoice_lines o ON o.organization_id = %(organization_id)s AND o.id = c.original_invoice_item_id
    WHERE n.organization_id = %(organization_id)s
      AND n.status = 'OPEN'
      AND c.restock
      AND c.item_id IS NOT NULL
      AND n.id IN (:about_the_invoices)
      AND coalesce(n.invoice_id, o.invoice_id) = ANY (%(invoice_ids)s::text[])
) g
GROUP BY g.invoice_id, g.item_id, g.item_variant_id;

-- name: costs_of_return
-- What came back of the goods of invoices with notes that are open, and the cost that it brought.
SELECT coalesce(n.invoice_id, o.invoice_id) AS invoice_id, c.original_invoice_item_id AS line_id, m.item_variant_id,
       m.quantity, m.unit_cost, m.total_cost
FROM credit_notes n
JOIN credit_note_lines c ON c.organization_id = %(organization_id)s AND c.credit_note_id = n.id
JOIN inventory_movements m
    ON m.organization_id = %(organization_id)s
    AND m.source_doc_id = n.id
    AND m.source_doc_line_id = c.id
    AND m.movement_type = 'SALES_RETURN_IN'
LEFT JOIN invoice_lines o ON o.organization_id = %(organization_id)s AND o.id = c.original_invoice_item_id
WHERE n.organization_id = %(organization_id)s
  AND n.status = 'OPEN'
  AND n.id IN (:about_the_invoices)
  AND coalesce(n.invoice_id, o.invoice_id) = ANY (%(invoice_ids)s::text[])
ORDER BY m.sequence;
