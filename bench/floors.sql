-- What PostgreSQL alone has to do for an invoice of five lines of goods that is sent: the rows of the service, into
-- tables of the same names, as pgbench sends them. `mark` is a number that no other transaction has.

-- name: line
INSERT INTO invoice_lines (
    organization_id, id, invoice_id, item_id, description, hsn_or_sac, quantity, unit, rate, is_price_inclusive, discount,
    tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order)
VALUES (
    %(organization_id)s, %(place)s || '_' || :mark, 'inv_' || :mark, %(item_id)s, 'Brass hinge 75 mm', '8302', 2, 'PCS', 120,
    false, 0, 18, 240, 21.6, 21.6, 0, 283.2, %(place)s);

-- name: position
UPDATE stock_positions
SET quantity_on_hand = quantity_on_hand - 2,
    value = value - 2 * average_cost,
    last_movement_at = now(),
    updated_at = now()
WHERE organization_id = %(organization_id)s AND item_variant_id = %(item_variant_id)s AND warehouse_id = %(warehouse_id)s;

-- name: movement
INSERT INTO inventory_movements (
    organization_id, id, item_variant_id, warehouse_id, movement_type, quantity, unit_cost, total_cost, balance_after,
    avg_cost_after, source_doc_type, source_doc_id, source_doc_line_id)
VALUES (
    %(organization_id)s, 'm_' || %(place)s || '_' || :mark, %(item_variant_id)s, %(warehouse_id)s, 'SALES_OUT', 2, 80, 160,
    1000, 80, 'INVOICE', 'inv_' || :mark, %(place)s || '_' || :mark);

-- name: number
UPDATE number_counters
SET next_number = next_number + 1, last_taken = next_number
WHERE organization_id = %(organization_id)s AND doc_type = 'INVOICE' AND fiscal_year = 2026
RETURNING last_taken \gset

-- name: invoice
INSERT INTO invoices (
    organization_id, id, invoice_number, fiscal_year, customer_id, status, invoice_date, due_date, seller_legal_name,
    seller_gstin, seller_state_code, place_of_supply_state_code, place_of_supply_stated, buyer, currency_code, exchange_rate,
    sub_total, discount_total, cgst_total, sgst_total, igst_total, total)
VALUES (
    %(organization_id)s, 'inv_' || :mark, 'INV-' || lpad(:last_taken::text, 5, '0'), 2026, %(customer_id)s, 'SENT',
    '2026-05-04', '2999-12-31', 'Bench Hardware', '27AAPFU0939F1ZV', '27', '27', false, '{"displayName": "Acme"}', 'INR', 1,
    1200, 0, 108, 108, 0, 1416);

-- name: lines_at_once
INSERT INTO invoice_lines (
    organization_id, id, invoice_id, item_id, description, hsn_or_sac, quantity, unit, rate, is_price_inclusive, discount,
    tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order)
SELECT %(organization_id)s, n.place || '_' || :mark, 'inv_' || :mark, n.item_id, 'Brass hinge 75 mm', '8302', 2, 'PCS', 120,
       false, 0, 18, 240, 21.6, 21.6, 0, 283.2, n.place
FROM unnest(%(item_ids)s::text[]) WITH ORDINALITY AS n (item_id, place);

-- name: goods_at_once
WITH gone AS (
    UPDATE stock_positions
    SET quantity_on_hand = quantity_on_hand - 2,
        value = value - 2 * average_cost,
        last_movement_at = now(),
        updated_at = now()
    WHERE organization_id = %(organization_id)s
      AND item_variant_id = ANY (%(item_variant_ids)s::text[])
      AND warehouse_id = %(warehouse_id)s
    RETURNING item_variant_id, warehouse_id, quantity_on_hand, average_cost
)
INSERT INTO inventory_movements (
    organization_id, id, item_variant_id, warehouse_id, movement_type, quantity, unit_cost, total_cost, balance_after,
    avg_cost_after, source_doc_type, source_doc_id)
SELECT %(organization_id)s, 'm_' || row_number() OVER () || '_' || :mark, item_variant_id, warehouse_id, 'SALES_OUT', 2,
       average_cost, 2 * average_cost, quantity_on_hand, average_cost, 'INVOICE', 'inv_' || :mark
FROM gone;
