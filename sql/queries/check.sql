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
SELECT 'customer' AS record, c.id, 'outstanding' AS figure, ledger.outstanding AS stored, open.outstanding AS recomputed
FROM customers c
CROSS JOIN LATERAL (
    SELECT c.opening_balance + coalesce(sum(e.debit - e.credit), 0) AS outstanding
    FROM customer_ledger_entries e
    WHERE e.organization_id = c.organization_id AND e.customer_id = c.id
) ledger
CROSS JOIN LATERAL (
    SELECT c.opening_balance - c.opening_balance_applied
        + coalesce((
            SELECT sum(i.total - i.amount_paid)
            FROM invoices i
            WHERE i.organization_id = c.organization_id AND i.customer_id = c.id AND i.status IN ('SENT', 'PARTIALLY_PAID')), 0)
        - coalesce((
            SELECT sum(p.amount + p.tds_amount - p.allocated - p.opening_balance_applied)
            FROM payments_received p
            WHERE p.organization_id = c.organization_id AND p.customer_id = c.id AND p.deleted_at IS NULL), 0)
        - coalesce((
            SELECT sum(n.total - n.allocated_amount)
            FROM credit_notes n
            WHERE n.organization_id = c.organization_id AND n.customer_id = c.id AND n.status = 'OPEN'), 0) AS outstanding
) open
WHERE c.organization_id = %(organization_id)s
  AND ledger.outstanding <> open.outstanding
  AND NOT EXISTS (
    SELECT FROM invoices i
    WHERE i.organization_id = c.organization_id AND i.customer_id = c.id AND i.currency_code <> c.currency_code)
  AND NOT EXISTS (
    SELECT FROM payments_received p
    WHERE p.organization_id = c.organization_id AND p.customer_id = c.id AND p.currency_code <> c.currency_code)
  AND NOT EXISTS (
    SELECT FROM credit_notes n
    WHERE n.organization_id = c.organization_id AND n.customer_id = c.id AND n.currency_code <> c.currency_code)
ORDER BY c.id;

-- name: invoice_numbers
-- No counter may stand below a number that was taken from it: the numbers of the series' present form.
SELECT 'number series' AS record, s.id, 'lastTaken of ' || c.fiscal_year AS figure, c.last_taken AS stored, max(n.counter) AS recomputed
FROM number_series s
JOIN organizations o ON o.id = s.organization_id
JOIN number_counters c ON c.organization_id = s.organization_id AND c.doc_type = s.doc_type
JOIN LATERAL (
    SELECT substring(i.invoice_number FROM length(s.prefix) + 1 FOR length(i.invoice_number) - length(s.prefix) - length(s.suffix))::bigint AS counter
    FROM invoices i
    WHERE i.organization_id = s.organization_id
      AND i.fiscal_year IS NOT NULL
      AND CASE WHEN s.reset_yearly THEN i.fiscal_year ELSE 0 END = c.fiscal_year
      AND starts_with(i.invoice_number, s.prefix)
      AND right(i.invoice_number, length(s.suffix)) = s.suffix
      AND substring(i.invoice_number FROM length(s.prefix) + 1 FOR greatest(0, length(i.invoice_number) - length(s.prefix) - length(s.suffix))) ~ '^[0-9]{1,15}$'
) n ON true
WHERE s.organization_id = %(organization_id)s AND s.doc_type = 'INVOICE' AND s.deleted_at IS NULL
GROUP BY s.id, c.fiscal_year, c.last_taken
HAVING max(n.counter) > c.last_taken;

-- name: movements
-- One page of the movements, position by position in their order; `after` is where the page before it ended.
SELECT m.item_variant_id, m.warehouse_id, m.sequence, m.id, m.movement_type, m.quantity, m.unit_cost, m.total_cost,
       m.balance_after, m.avg_cost_after, m.reverses_id IS NOT NULL AS comes_back
FROM inventory_movements m
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
