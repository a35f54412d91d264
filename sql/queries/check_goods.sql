-- Do the goods tie? What moved, beside the documents that moved it; and what stock is valued by again.

-- name: reversals
-- Goods come back to where they left, as many, at what they left with. What leaves again takes that along too, but no
-- more than there is, which the movements tell.
SELECT 'movement' AS record, m.id, f.figure, f.stored, f.recomputed
FROM inventory_movements m
JOIN inventory_movements r ON r.organization_id = %(organization_id)s AND r.id = m.reverses_id
CROSS JOIN LATERAL (VALUES
    ('quantity', m.quantity,
     CASE
         WHEN (m.item_variant_id, m.warehouse_id, m.source_doc_id)
            = (r.item_variant_id, r.warehouse_id, r.source_doc_id) THEN r.quantity
         ELSE 0
     END),
    ('unitCost', m.unit_cost, r.unit_cost),
    ('totalCost', m.total_cost, CASE WHEN m.movement_type LIKE '%%_OUT' THEN m.total_cost ELSE r.total_cost END)
) AS f (figure, stored, recomputed)
WHERE m.organization_id = %(organization_id)s AND f.stored <> f.recomputed
ORDER BY m.sequence;

-- name: returns
-- What came back with notes is at most what left with their invoice, and brings at most what that left with; the last
-- of it brings the rest. More than left came back at the average, and then only the quantity says something.
WITH back AS (
    SELECT coalesce(n.invoice_id, o.invoice_id) AS invoice_id, m.item_variant_id, sum(m.quantity) AS quantity,
           sum(m.total_cost) AS total_cost
    FROM inventory_movements m
    JOIN credit_notes n ON n.organization_id = %(organization_id)s AND n.id = m.source_doc_id
    JOIN credit_note_lines c ON c.organization_id = %(organization_id)s AND c.id = m.source_doc_line_id
    LEFT JOIN invoice_lines o ON o.organization_id = %(organization_id)s AND o.id = c.original_invoice_item_id
    LEFT JOIN inventory_movements r ON r.organization_id = %(organization_id)s AND r.reverses_id = m.id
    WHERE m.organization_id = %(organization_id)s AND m.movement_type = 'SALES_RETURN_IN' AND r.id IS NULL
    GROUP BY coalesce(n.invoice_id, o.invoice_id), m.item_variant_id
), gone AS (
    SELECT m.source_doc_id AS invoice_id, m.item_variant_id, sum(m.quantity) AS quantity,
           sum(m.total_cost) AS total_cost
    FROM inventory_movements m
    LEFT JOIN inventory_movements r ON r.organization_id = %(organization_id)s AND r.reverses_id = m.id
    WHERE m.organization_id = %(organization_id)s AND m.movement_type = 'SALES_OUT' AND r.id IS NULL
    GROUP BY m.source_doc_id, m.item_variant_id
)
SELECT 'invoice' AS record, g.invoice_id AS id, f.figure || g.item_variant_id AS figure, f.stored, f.recomputed
FROM gone g
JOIN back b ON b.invoice_id = g.invoice_id AND b.item_variant_id = g.item_variant_id
CROSS JOIN LATERAL (VALUES
    ('quantity returned of ', b.quantity, least(b.quantity, g.quantity)),
    ('cost returned of ', b.total_cost, CASE
        WHEN b.quantity > g.quantity THEN b.total_cost
        WHEN b.quantity = g.quantity THEN g.total_cost
        ELSE least(b.total_cost, g.total_cost)
    END)
) AS f (figure, stored, recomputed)
WHERE f.stored <> f.recomputed
ORDER BY g.invoice_id, g.item_variant_id;

-- name: goods
-- A document in force moved of an item what its lines say, of the variants that they name; another one moved nothing,
-- or all of it came back. An item of which nothing moved says nothing: it may not have been kept in stock at that time.
WITH documents AS MATERIALIZED (
    SELECT 'invoice' AS record, id, -1 AS direction, status IN ('SENT', 'PARTIALLY_PAID', 'PAID') AS in_force
    FROM invoices
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'bill', id, 1, status IN ('OPEN', 'PARTIALLY_PAID', 'PAID')
    FROM bills
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'credit note', id, 1, status = 'OPEN'
    FROM credit_notes
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'debit note', id, -1, status = 'OPEN'
    FROM debit_notes
    WHERE organization_id = %(organization_id)s
), moved AS (
    SELECT m.source_doc_id AS id, m.item_variant_id,
           sum(CASE WHEN m.movement_type LIKE '%%_OUT' THEN -m.quantity ELSE m.quantity END) AS quantity
    FROM inventory_movements m
    WHERE m.organization_id = %(organization_id)s
    GROUP BY m.source_doc_id, m.item_variant_id
), lines AS (
    SELECT invoice_id AS id, item_id, item_variant_id, quantity
    FROM invoice_lines
    WHERE organization_id = %(organization_id)s AND item_id IS NOT NULL
    UNION ALL
    SELECT bill_id, item_id, item_variant_id, quantity
    FROM bill_lines
    WHERE organization_id = %(organization_id)s AND item_id IS NOT NULL
    UNION ALL
    SELECT credit_note_id, item_id, item_variant_id, quantity
    FROM credit_note_lines
    WHERE organization_id = %(organization_id)s AND item_id IS NOT NULL AND restock
    UNION ALL
    SELECT c.debit_note_id, c.item_id, c.item_variant_id, c.quantity
    FROM debit_note_lines c
    LEFT JOIN bill_lines l ON l.organization_id = %(organization_id)s AND l.id = c.original_bill_item_id
    WHERE c.organization_id = %(organization_id)s AND c.item_id IS NOT NULL AND (l.rate = c.rate OR l.id IS NULL)
), of_variants AS (
    SELECT b.id, b.item_id, b.item_variant_id, sum(b.moved) AS moved, sum(b.stated) AS stated
    FROM (
        SELECT m.id, v.item_id, m.item_variant_id, m.quantity AS moved, 0 AS stated
        FROM moved m
        JOIN item_variants v ON v.organization_id = %(organization_id)s AND v.id = m.item_variant_id
        UNION ALL
        SELECT l.id, l.item_id, l.item_variant_id, 0, l.quantity
        FROM lines l
    ) b
    GROUP BY b.id, b.item_id, b.item_variant_id
), of_items AS (
    -- `lacking`: named, and what moved was another variant. `astray`: moved by a document that should move nothing.
    SELECT d.record, d.id, d.in_force, v.item_id, sum(v.moved * d.direction) AS moved, sum(v.stated) AS stated,
           coalesce(
               sum(greatest(v.stated - v.moved * d.direction, 0)) FILTER (WHERE v.item_variant_id IS NOT NULL), 0
           ) AS lacking,
           sum(abs(v.moved)) AS astray
    FROM of_variants v
    JOIN documents d ON d.id = v.id
    GROUP BY d.record, d.id, d.in_force, v.item_id
)
SELECT o.record, o.id, 'goods moved of ' || o.item_id AS figure, f.stored, f.recomputed
FROM of_items o
CROSS JOIN LATERAL (
    SELECT CASE
               WHEN NOT o.in_force THEN o.astray
               WHEN o.moved = o.stated THEN o.moved - o.lacking
               ELSE o.moved
           END AS stored,
           CASE WHEN o.in_force THEN o.stated ELSE 0 END AS recomputed
) f
WHERE f.stored <> f.recomputed AND (o.moved <> 0 OR NOT o.in_force)
ORDER BY o.record, o.id, o.item_id;

-- name: movements
-- One page of the movements, variant by variant in their order; `after` is where the page before it ended.
-- `brought` is the cost of goods that does not follow from their unit cost: bought goods bring what was taxed of
-- them, goods that come back what is compared above (`reversals`, `returns`).
SELECT m.item_variant_id, m.warehouse_id, m.sequence, m.id, m.movement_type, m.quantity, m.unit_cost, m.total_cost,
       m.balance_after, m.avg_cost_after, m.reverses_id,
       CASE
           WHEN m.reverses_id IS NOT NULL OR m.movement_type = 'SALES_RETURN_IN' THEN m.total_cost
           ELSE round(l.taxable_amount * b.exchange_rate, 2)
       END AS brought
FROM item_variants v
JOIN inventory_movements m
    ON m.organization_id = %(organization_id)s AND m.item_variant_id = v.id
LEFT JOIN bill_lines l
    ON l.organization_id = %(organization_id)s AND l.id = m.source_doc_line_id AND m.movement_type = 'PURCHASE_IN'
LEFT JOIN bills b
    ON b.organization_id = %(organization_id)s AND b.id = l.bill_id
WHERE v.organization_id = %(organization_id)s
  AND v.id >= %(after_variant)s::text
  AND (v.id, m.sequence) > (%(after_variant)s::text, %(after_sequence)s::bigint)
ORDER BY v.id, m.sequence
LIMIT 5000;

-- name: positions
SELECT id, item_variant_id, warehouse_id, quantity_on_hand, value, average_cost
FROM stock_positions
WHERE organization_id = %(organization_id)s
ORDER BY item_variant_id, warehouse_id;
