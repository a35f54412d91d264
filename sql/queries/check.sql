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
-- A ledger's closing balance is what its open documents still come to. Customers all of whose documents are in
-- their own currency: there nothing is converted and the two must agree exactly.
WITH ledger AS (
    SELECT customer_id, sum(change) AS change
    FROM customer_ledger_entries
    WHERE organization_id = %(organization_id)s
    GROUP BY customer_id
), documents AS (
    SELECT customer_id, currency_code, total - amount_paid AS open
    FROM invoices
    WHERE organization_id = %(organization_id)s AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID')
    UNION ALL
    SELECT customer_id, currency_code, allocated + opening_balance_applied - amount - tds_amount
    FROM payments_received
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT customer_id, currency_code, allocated_amount - total
    FROM credit_notes
    WHERE organization_id = %(organization_id)s AND status = 'OPEN'
)
SELECT 'customer' AS record, c.id, 'outstanding' AS figure,
       c.opening_balance + coalesce(l.change, 0) AS stored,
       c.opening_balance - c.opening_balance_applied + coalesce(sum(d.open), 0) AS recomputed
FROM customers c
LEFT JOIN ledger l ON l.customer_id = c.id
LEFT JOIN documents d ON d.customer_id = c.id
WHERE c.organization_id = %(organization_id)s
GROUP BY c.organization_id, c.id, l.change
HAVING coalesce(l.change, 0) <> coalesce(sum(d.open), 0) - c.opening_balance_applied
   AND coalesce(bool_and(d.currency_code = c.currency_code), true)
ORDER BY c.id;

-- name: vendor_ledgers
-- The same of vendors. What a debit note has settled is off its bill's balance while the ledger adds the note to what
-- is owed (spec 4.9), so the whole note and what it settled stand between the ledger and the open bills.
WITH ledger AS (
    SELECT vendor_id, sum(change) AS change
    FROM vendor_ledger_entries
    WHERE organization_id = %(organization_id)s
    GROUP BY vendor_id
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
)
SELECT 'vendor' AS record, v.id, 'outstanding' AS figure,
       v.opening_balance + coalesce(l.change, 0) AS stored,
       v.opening_balance + coalesce(sum(d.open), 0) AS recomputed
FROM vendors v
LEFT JOIN ledger l ON l.vendor_id = v.id
LEFT JOIN documents d ON d.vendor_id = v.id
WHERE v.organization_id = %(organization_id)s
GROUP BY v.organization_id, v.id, l.change
HAVING coalesce(l.change, 0) <> coalesce(sum(d.open), 0)
   AND coalesce(bool_and(d.currency_code = v.currency_code), true)
ORDER BY v.id;

-- name: numbers
-- No counter may give out a number again: the numbers of the series' present form.
WITH issued AS (
    SELECT organization_id, 'INVOICE' AS doc_type, invoice_number AS number, fiscal_year, invoice_date AS day
    FROM invoices
    WHERE fiscal_year IS NOT NULL
    UNION ALL
    SELECT organization_id, 'PAYMENT_RECEIVED', payment_number, fiscal_year, payment_date FROM payments_received
    UNION ALL
    SELECT organization_id, 'EXPENSE', expense_number, fiscal_year, expense_date FROM expenses
    UNION ALL
    SELECT organization_id, 'QUOTE', quote_number, fiscal_year, quote_date FROM quotes
    UNION ALL
    SELECT organization_id, 'SALES_ORDER', sales_order_number, fiscal_year, order_date FROM sales_orders
    UNION ALL
    SELECT organization_id, 'PURCHASE_ORDER', purchase_order_number, fiscal_year, order_date FROM purchase_orders
    UNION ALL
    SELECT organization_id, 'BILL', bill_number, fiscal_year, bill_date FROM bills
    UNION ALL
    SELECT organization_id, 'PAYMENT_MADE', payment_number, fiscal_year, payment_date FROM payments_made
    UNION ALL
    SELECT organization_id, 'CREDIT_NOTE', credit_note_number, fiscal_year, credit_note_date FROM credit_notes
    UNION ALL
    SELECT organization_id, 'DEBIT_NOTE', debit_note_number, fiscal_year, debit_note_date FROM debit_notes
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
SELECT 'number series' AS record, f.id, 'nextNumber of ' || c.fiscal_year AS figure, c.next_number AS stored, max(f.counter) + 1 AS recomputed
FROM formed f
JOIN number_counters c ON c.organization_id = f.organization_id AND c.doc_type = f.doc_type AND c.fiscal_year = f.counting
WHERE f.counter >= c.next_number
GROUP BY f.id, c.fiscal_year, c.next_number
ORDER BY f.id, c.fiscal_year;

-- name: movements
-- One page of the movements, position by position in their order; `after` is where the page before it ended.
-- `brought` is the cost of goods that does not follow from their unit cost: bought goods bring what was taxed of
-- them, goods that come back what they left with.
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
