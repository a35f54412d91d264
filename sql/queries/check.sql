-- Each statement recomputes stored figures from history and answers where the two differ:
-- (record, id, figure, stored, recomputed). No rows is good news.

-- name: invoices
-- Header figures are the sums of the lines; what is paid is what live payments and credit notes put there.
SELECT 'invoice' AS record, i.id, f.figure, f.stored, f.recomputed
FROM invoices i
LEFT JOIN LATERAL (
    SELECT coalesce(sum(l.taxable_amount), 0) AS taxable, coalesce(sum(l.cgst_amount), 0) AS cgst,
           coalesce(sum(l.sgst_amount), 0) AS sgst, coalesce(sum(l.igst_amount), 0) AS igst
    FROM invoice_lines l
    WHERE l.organization_id = i.organization_id AND l.invoice_id = i.id
) s ON true
LEFT JOIN LATERAL (
    SELECT coalesce(sum(a.amount), 0) AS amount
    FROM payment_allocations a
    JOIN payments_received p ON p.organization_id = a.organization_id AND p.id = a.payment_id AND p.deleted_at IS NULL
    WHERE a.organization_id = i.organization_id AND a.invoice_id = i.id
) paid ON true
LEFT JOIN LATERAL (
    SELECT coalesce(sum(a.amount), 0) AS amount
    FROM credit_note_allocations a
    WHERE a.organization_id = i.organization_id AND a.invoice_id = i.id
) credited ON true
CROSS JOIN LATERAL (VALUES
    ('subTotal less discountTotal', i.sub_total - i.discount_total, s.taxable),
    ('cgstTotal', i.cgst_total, s.cgst),
    ('sgstTotal', i.sgst_total, s.sgst),
    ('igstTotal', i.igst_total, s.igst),
    ('amountPaid', i.amount_paid, paid.amount + credited.amount)
) AS f (figure, stored, recomputed)
WHERE i.organization_id = %(organization_id)s AND f.stored <> f.recomputed
ORDER BY i.id;

-- name: bills
SELECT 'bill' AS record, b.id, f.figure, f.stored, f.recomputed
FROM bills b
LEFT JOIN LATERAL (
    SELECT coalesce(sum(l.taxable_amount), 0) AS taxable, coalesce(sum(l.cgst_amount), 0) AS cgst,
           coalesce(sum(l.sgst_amount), 0) AS sgst, coalesce(sum(l.igst_amount), 0) AS igst
    FROM bill_lines l
    WHERE l.organization_id = b.organization_id AND l.bill_id = b.id
) s ON true
LEFT JOIN LATERAL (
    SELECT coalesce(sum(a.amount), 0) AS amount
    FROM bill_allocations a
    WHERE a.organization_id = b.organization_id AND a.bill_id = b.id
) paid ON true
LEFT JOIN LATERAL (
    SELECT coalesce(sum(a.amount), 0) AS amount
    FROM debit_note_allocations a
    WHERE a.organization_id = b.organization_id AND a.bill_id = b.id
) debited ON true
CROSS JOIN LATERAL (VALUES
    ('subTotal less discountTotal', b.sub_total - b.discount_total, s.taxable),
    ('cgstTotal', b.cgst_total, s.cgst),
    ('sgstTotal', b.sgst_total, s.sgst),
    ('igstTotal', b.igst_total, s.igst),
    ('amountPaid', b.amount_paid, paid.amount + debited.amount)
) AS f (figure, stored, recomputed)
WHERE b.organization_id = %(organization_id)s AND f.stored <> f.recomputed
ORDER BY b.id;

-- name: notes
SELECT n.record, n.id, f.figure, f.stored, f.recomputed
FROM (
    SELECT 'credit note' AS record, n.id, n.sub_total, n.discount_total, n.cgst_total, n.sgst_total, n.igst_total,
           coalesce(sum(l.taxable_amount), 0) AS taxable, coalesce(sum(l.cgst_amount), 0) AS cgst,
           coalesce(sum(l.sgst_amount), 0) AS sgst, coalesce(sum(l.igst_amount), 0) AS igst
    FROM credit_notes n
    LEFT JOIN credit_note_lines l ON l.organization_id = n.organization_id AND l.credit_note_id = n.id
    WHERE n.organization_id = %(organization_id)s
    GROUP BY n.organization_id, n.id
    UNION ALL
    SELECT 'debit note', n.id, n.sub_total, n.discount_total, n.cgst_total, n.sgst_total, n.igst_total,
           coalesce(sum(l.taxable_amount), 0), coalesce(sum(l.cgst_amount), 0),
           coalesce(sum(l.sgst_amount), 0), coalesce(sum(l.igst_amount), 0)
    FROM debit_notes n
    LEFT JOIN debit_note_lines l ON l.organization_id = n.organization_id AND l.debit_note_id = n.id
    WHERE n.organization_id = %(organization_id)s
    GROUP BY n.organization_id, n.id
) n
CROSS JOIN LATERAL (VALUES
    ('subTotal less discountTotal', n.sub_total - n.discount_total, n.taxable),
    ('cgstTotal', n.cgst_total, n.cgst),
    ('sgstTotal', n.sgst_total, n.sgst),
    ('igstTotal', n.igst_total, n.igst)
) AS f (figure, stored, recomputed)
WHERE f.stored <> f.recomputed
ORDER BY n.record, n.id;

-- name: allocations
-- What each payment and note says it has given away is what its allocations add up to.
SELECT s.record, s.id, s.figure, s.stored, s.recomputed
FROM (
    SELECT 'payment received' AS record, p.id, 'allocated' AS figure, p.allocated AS stored, coalesce(sum(a.amount), 0) AS recomputed
    FROM payments_received p
    LEFT JOIN payment_allocations a ON a.organization_id = p.organization_id AND a.payment_id = p.id
    WHERE p.organization_id = %(organization_id)s
    GROUP BY p.id, p.allocated
    UNION ALL
    SELECT 'payment made', p.id, 'allocated', p.allocated, coalesce(sum(a.amount), 0)
    FROM payments_made p
    LEFT JOIN bill_allocations a ON a.organization_id = p.organization_id AND a.payment_id = p.id
    WHERE p.organization_id = %(organization_id)s
    GROUP BY p.id, p.allocated
    UNION ALL
    SELECT 'credit note', n.id, 'allocatedAmount', n.allocated_amount, coalesce(sum(a.amount), 0)
    FROM credit_notes n
    LEFT JOIN credit_note_allocations a ON a.organization_id = n.organization_id AND a.credit_note_id = n.id
    WHERE n.organization_id = %(organization_id)s
    GROUP BY n.id, n.allocated_amount
    UNION ALL
    SELECT 'debit note', n.id, 'allocatedAmount', n.allocated_amount, coalesce(sum(a.amount), 0)
    FROM debit_notes n
    LEFT JOIN debit_note_allocations a ON a.organization_id = n.organization_id AND a.debit_note_id = n.id
    WHERE n.organization_id = %(organization_id)s
    GROUP BY n.id, n.allocated_amount
    UNION ALL
    SELECT 'customer', c.id, 'openingBalanceApplied', c.opening_balance_applied, coalesce(sum(p.opening_balance_applied), 0)
    FROM customers c
    LEFT JOIN payments_received p
        ON p.organization_id = c.organization_id AND p.customer_id = c.id AND p.deleted_at IS NULL
    WHERE c.organization_id = %(organization_id)s
    GROUP BY c.id, c.opening_balance_applied
) s
WHERE s.stored <> s.recomputed
ORDER BY s.record, s.id;

-- name: customer_ledgers
-- A ledger's closing balance is what its open documents still come to. Currency by currency: what settles a document is
-- in the document's own, so nothing is converted and the two must agree exactly.
WITH ledger AS (
    SELECT customer_id, currency_code, sum(change) AS change
    FROM customer_ledger_documents
    WHERE organization_id = %(organization_id)s
    GROUP BY customer_id, currency_code
), documents AS (
    SELECT customer_id, currency_code, total - amount_paid AS open
    FROM invoices
    WHERE organization_id = %(organization_id)s AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID')
    UNION ALL
    SELECT customer_id, currency_code, allocated - amount - tds_amount
    FROM payments_received
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT customer_id, currency_code, allocated_amount - total
    FROM credit_notes
    WHERE organization_id = %(organization_id)s AND status = 'OPEN'
    UNION ALL
    -- The opening balance is in the currency that the customer has now.
    SELECT c.id, c.currency_code, coalesce(sum(p.opening_balance_applied), 0) - c.opening_balance_applied
    FROM customers c
    LEFT JOIN payments_received p
        ON p.organization_id = c.organization_id AND p.customer_id = c.id AND p.deleted_at IS NULL
    WHERE c.organization_id = %(organization_id)s
    GROUP BY c.organization_id, c.id
), opened AS (
    SELECT customer_id, currency_code, sum(open) AS open
    FROM documents
    GROUP BY customer_id, currency_code
)
SELECT 'customer' AS record, c.id,
       CASE WHEN o.currency_code = c.currency_code THEN 'outstanding' ELSE 'outstanding in ' || o.currency_code END AS figure,
       f.opening_balance + coalesce(l.change, 0) AS stored, f.opening_balance + o.open AS recomputed
FROM customers c
JOIN opened o ON o.customer_id = c.id
LEFT JOIN ledger l ON l.customer_id = c.id AND l.currency_code = o.currency_code
CROSS JOIN LATERAL (
    SELECT CASE WHEN o.currency_code = c.currency_code THEN c.opening_balance ELSE 0 END AS opening_balance
) f
WHERE c.organization_id = %(organization_id)s AND coalesce(l.change, 0) <> o.open
ORDER BY c.id, o.currency_code;

-- name: vendor_ledgers
-- The same of vendors. What a debit note has settled is off its bill's balance while the ledger adds the note to what
-- is owed (docs/ledgers.md), so the whole note and what it settled stand between the ledger and the open bills.
WITH ledger AS (
    SELECT vendor_id, currency_code, sum(change) AS change
    FROM vendor_ledger_documents
    WHERE organization_id = %(organization_id)s
    GROUP BY vendor_id, currency_code
), documents AS (
    SELECT vendor_id, currency_code, total - amount_paid AS open
    FROM bills
    WHERE organization_id = %(organization_id)s AND status IN ('OPEN', 'PARTIALLY_PAID', 'PAID')
    UNION ALL
    SELECT vendor_id, currency_code, allocated - amount
    FROM payments_made
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT vendor_id, currency_code, total + allocated_amount
    FROM debit_notes
    WHERE organization_id = %(organization_id)s AND status = 'OPEN'
), opened AS (
    SELECT vendor_id, currency_code, sum(open) AS open
    FROM documents
    GROUP BY vendor_id, currency_code
)
SELECT 'vendor' AS record, v.id,
       CASE WHEN o.currency_code = v.currency_code THEN 'outstanding' ELSE 'outstanding in ' || o.currency_code END AS figure,
       f.opening_balance + coalesce(l.change, 0) AS stored, f.opening_balance + o.open AS recomputed
FROM vendors v
JOIN opened o ON o.vendor_id = v.id
LEFT JOIN ledger l ON l.vendor_id = v.id AND l.currency_code = o.currency_code
CROSS JOIN LATERAL (
    SELECT CASE WHEN o.currency_code = v.currency_code THEN v.opening_balance ELSE 0 END AS opening_balance
) f
WHERE v.organization_id = %(organization_id)s AND coalesce(l.change, 0) <> o.open
ORDER BY v.id, o.currency_code;

-- name: numbers
-- No counter may give out a number again: the numbers of the series' present form. A counter that is not there would
-- begin with 1.
WITH issued AS (
:issued
), formed AS (
    -- What stands between prefix and suffix, their years written out.
    SELECT s.id, s.organization_id, s.doc_type, CASE WHEN s.reset_yearly THEN i.fiscal_year ELSE 0 END AS counting,
           substring(i.number FROM '^' || regexp_replace(f.prefix, '(\W)', '\\\1', 'g') || '([0-9]{1,15})'
               || regexp_replace(f.suffix, '(\W)', '\\\1', 'g') || '$')::bigint AS counter
    FROM number_series s
    JOIN issued i
        ON i.organization_id = s.organization_id AND i.doc_type = s.doc_type
    CROSS JOIN LATERAL (
        SELECT to_char(make_date(i.fiscal_year, 1, 1), 'YY') || '-' || to_char(make_date(i.fiscal_year + 1, 1, 1), 'YY') AS label
    ) y
    CROSS JOIN LATERAL (
        SELECT replace(replace(replace(s.prefix, '{FY}', y.label), '{YYYY}', to_char(i.day, 'YYYY')), '{YY}', to_char(i.day, 'YY')) AS prefix,
               replace(replace(replace(s.suffix, '{FY}', y.label), '{YYYY}', to_char(i.day, 'YYYY')), '{YY}', to_char(i.day, 'YY')) AS suffix
    ) f
    WHERE s.organization_id = %(organization_id)s AND s.deleted_at IS NULL
)
SELECT 'number series' AS record, f.id, 'nextNumber of ' || f.counting AS figure, n.next_number AS stored,
       max(f.counter) + 1 AS recomputed
FROM formed f
LEFT JOIN number_counters c ON c.organization_id = f.organization_id AND c.doc_type = f.doc_type AND c.fiscal_year = f.counting
CROSS JOIN LATERAL (
    SELECT coalesce(c.next_number, 1) AS next_number
) n
WHERE f.counter >= n.next_number
GROUP BY f.id, f.counting, n.next_number
ORDER BY f.id, f.counting;

-- name: fiscal_years
-- A document in force is dated in the fiscal year of its number, within which that is unique.
WITH issued AS (
:issued
)
SELECT lower(replace(i.doc_type, '_', ' ')) AS record, i.id, 'fiscal year of ' || i.number AS figure,
       i.fiscal_year AS stored, y.fiscal_year AS recomputed
FROM issued i
JOIN organizations o ON o.id = i.organization_id
CROSS JOIN LATERAL (
    SELECT fiscal_year(i.day, o.fiscal_year_start_month) AS fiscal_year
) y
WHERE i.organization_id = %(organization_id)s AND i.in_force AND i.fiscal_year <> y.fiscal_year
ORDER BY record, i.id;

-- name: reversals
-- Goods come back to where they left, as many, at what they left with.
SELECT 'movement' AS record, m.id, f.figure, f.stored, f.recomputed
FROM inventory_movements m
JOIN inventory_movements r ON r.organization_id = m.organization_id AND r.id = m.reverses_id
CROSS JOIN LATERAL (VALUES
    ('quantity', m.quantity,
     CASE WHEN (m.item_variant_id, m.warehouse_id, m.source_doc_id) = (r.item_variant_id, r.warehouse_id, r.source_doc_id)
          THEN r.quantity ELSE 0 END),
    ('unitCost', m.unit_cost, r.unit_cost),
    ('totalCost', m.total_cost, r.total_cost)
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
    JOIN credit_notes n ON n.organization_id = m.organization_id AND n.id = m.source_doc_id
    JOIN credit_note_lines c ON c.organization_id = m.organization_id AND c.id = m.source_doc_line_id
    LEFT JOIN invoice_lines o ON o.organization_id = c.organization_id AND o.id = c.original_invoice_item_id
    WHERE m.organization_id = %(organization_id)s AND m.movement_type = 'SALES_RETURN_IN'
    GROUP BY coalesce(n.invoice_id, o.invoice_id), m.item_variant_id
), gone AS (
    SELECT m.source_doc_id AS invoice_id, m.item_variant_id, sum(m.quantity) AS quantity, sum(m.total_cost) AS total_cost
    FROM inventory_movements m
    LEFT JOIN inventory_movements r ON r.organization_id = m.organization_id AND r.reverses_id = m.id
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
-- A document in force moved of an item what its lines say, of the variants that they name; another one moved nothing, or
-- all of it came back. An item of which nothing moved says nothing: it may not have been kept in stock at that time.
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
    SELECT debit_note_id, item_id, item_variant_id, quantity
    FROM debit_note_lines
    WHERE organization_id = %(organization_id)s AND item_id IS NOT NULL
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
           coalesce(sum(greatest(v.stated - v.moved * d.direction, 0)) FILTER (WHERE v.item_variant_id IS NOT NULL), 0) AS lacking,
           sum(abs(v.moved)) AS astray
    FROM of_variants v
    JOIN documents d ON d.id = v.id
    GROUP BY d.record, d.id, d.in_force, v.item_id
)
SELECT o.record, o.id, 'goods moved of ' || o.item_id AS figure, f.stored, f.recomputed
FROM of_items o
CROSS JOIN LATERAL (
    SELECT CASE WHEN NOT o.in_force THEN o.astray WHEN o.moved = o.stated THEN o.moved - o.lacking ELSE o.moved END AS stored,
           CASE WHEN o.in_force THEN o.stated ELSE 0 END AS recomputed
) f
WHERE f.stored <> f.recomputed AND (o.moved <> 0 OR NOT o.in_force)
ORDER BY o.record, o.id, o.item_id;

-- name: movements
-- One page of the movements, position by position in their order; `after` is where the page before it ended.
-- `brought` is the cost of goods that does not follow from their unit cost: bought goods bring what was taxed of
-- them, goods that come back what is compared above (`reversals`, `returns`).
SELECT m.item_variant_id, m.warehouse_id, m.sequence, m.id, m.movement_type, m.quantity, m.unit_cost, m.total_cost,
       m.balance_after, m.avg_cost_after,
       CASE
           WHEN m.reverses_id IS NOT NULL OR m.movement_type = 'SALES_RETURN_IN' THEN m.total_cost
           ELSE round(l.taxable_amount * b.exchange_rate, 2)
       END AS brought
FROM inventory_movements m
LEFT JOIN bill_lines l
    ON l.organization_id = m.organization_id AND l.id = m.source_doc_line_id AND m.movement_type = 'PURCHASE_IN'
LEFT JOIN bills b
    ON b.organization_id = l.organization_id AND b.id = l.bill_id
WHERE m.organization_id = %(organization_id)s
  AND (m.item_variant_id, m.warehouse_id, m.sequence)
    > (%(after_variant)s::text, %(after_warehouse)s::text, %(after_sequence)s::bigint)
ORDER BY m.item_variant_id, m.warehouse_id, m.sequence
LIMIT 5000;

-- name: positions
SELECT id, item_variant_id, warehouse_id, quantity_on_hand, value, average_cost
FROM stock_positions
WHERE organization_id = %(organization_id)s
ORDER BY item_variant_id, warehouse_id;

-- name: record_counts
-- What lists say of their total is what there is.
SELECT 'list' AS record, counted.table_name AS id, 'total' AS figure, coalesce(kept.many, 0) AS stored, counted.many AS recomputed
FROM (
    SELECT 'customers' AS table_name, count(*) AS many FROM customers WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'customer_contacts', count(*) FROM customer_contacts WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'vendors', count(*) FROM vendors WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'items', count(*) FROM items WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'expenses', count(*) FROM expenses WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'invoices', count(*) FROM invoices WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'payments_received', count(*) FROM payments_received WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'quotes', count(*) FROM quotes WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'sales_orders', count(*) FROM sales_orders WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'credit_notes', count(*) FROM credit_notes WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'debit_notes', count(*) FROM debit_notes WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'bills', count(*) FROM bills WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'stock_positions', count(*) FROM stock_positions WHERE organization_id = %(organization_id)s
) AS counted
LEFT JOIN (
    SELECT table_name, sum(change) AS many
    FROM record_counts
    WHERE organization_id = %(organization_id)s
    GROUP BY table_name
) AS kept USING (table_name)
WHERE coalesce(kept.many, 0) <> counted.many
ORDER BY counted.table_name;

-- name: receivables
-- What is kept of a day is what the invoices due on it have open.
SELECT 'receivables' AS record, due_date::text AS id, 'open' AS figure, coalesce(kept.open, 0) AS stored,
       coalesce(invoiced.open, 0) AS recomputed
FROM (
    SELECT due_date, sum(change) AS open
    FROM receivables_by_day
    WHERE organization_id = %(organization_id)s
    GROUP BY due_date
) AS kept
FULL JOIN (
    SELECT due_date, sum(open_in_base(status, total, amount_paid, exchange_rate)) AS open
    FROM invoices
    WHERE organization_id = %(organization_id)s
    GROUP BY due_date
) AS invoiced USING (due_date)
WHERE coalesce(kept.open, 0) <> coalesce(invoiced.open, 0)
ORDER BY due_date;
