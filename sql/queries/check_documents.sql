-- Do the figures of documents tie? What is stored on each, beside what its lines and allocations add up to.

-- part: taxed
coalesce(sum(l.taxable_amount), 0) AS taxable, coalesce(sum(l.cgst_amount), 0) AS cgst,
coalesce(sum(l.sgst_amount), 0) AS sgst, coalesce(sum(l.igst_amount), 0) AS igst

-- part: sums_of_lines
('subTotal less discountTotal', d.sub_total - d.discount_total, s.taxable),
('cgstTotal', d.cgst_total, s.cgst),
('sgstTotal', d.sgst_total, s.sgst),
('igstTotal', d.igst_total, s.igst)

-- name: invoices
-- Header figures are the sums of the lines; what is paid is what live payments and credit notes put there.
SELECT 'invoice' AS record, d.id, f.figure, f.stored, f.recomputed
FROM invoices d
CROSS JOIN LATERAL (
    SELECT :taxed
    FROM invoice_lines l
    WHERE l.organization_id = %(organization_id)s AND l.invoice_id = d.id
) s
CROSS JOIN LATERAL (
    SELECT coalesce(sum(a.amount), 0) AS amount
    FROM payment_allocations a
    JOIN payments_received p ON p.organization_id = %(organization_id)s AND p.id = a.payment_id AND p.deleted_at IS NULL
    WHERE a.organization_id = %(organization_id)s AND a.invoice_id = d.id
) paid
CROSS JOIN LATERAL (
    SELECT coalesce(sum(a.amount), 0) AS amount
    FROM credit_note_allocations a
    WHERE a.organization_id = %(organization_id)s AND a.invoice_id = d.id
) credited
CROSS JOIN LATERAL (VALUES
    :sums_of_lines,
    ('amountPaid', d.amount_paid, paid.amount + credited.amount)
) AS f (figure, stored, recomputed)
WHERE d.organization_id = %(organization_id)s AND f.stored <> f.recomputed
ORDER BY d.id;

-- name: bills
-- The same of bills, which payments made and debit notes settle.
SELECT 'bill' AS record, d.id, f.figure, f.stored, f.recomputed
FROM bills d
CROSS JOIN LATERAL (
    SELECT :taxed
    FROM bill_lines l
    WHERE l.organization_id = %(organization_id)s AND l.bill_id = d.id
) s
CROSS JOIN LATERAL (
    SELECT coalesce(sum(a.amount), 0) AS amount
    FROM bill_allocations a
    WHERE a.organization_id = %(organization_id)s AND a.bill_id = d.id
) paid
CROSS JOIN LATERAL (
    SELECT coalesce(sum(a.amount), 0) AS amount
    FROM debit_note_allocations a
    WHERE a.organization_id = %(organization_id)s AND a.bill_id = d.id
) debited
CROSS JOIN LATERAL (VALUES
    :sums_of_lines,
    ('amountPaid', d.amount_paid, paid.amount + debited.amount)
) AS f (figure, stored, recomputed)
WHERE d.organization_id = %(organization_id)s AND f.stored <> f.recomputed
ORDER BY d.id;

-- name: credit_notes
-- The same of credit notes.
SELECT 'credit note' AS record, d.id, f.figure, f.stored, f.recomputed
FROM credit_notes d
CROSS JOIN LATERAL (
    SELECT :taxed
    FROM credit_note_lines l
    WHERE l.organization_id = %(organization_id)s AND l.credit_note_id = d.id
) s
CROSS JOIN LATERAL (VALUES
    :sums_of_lines
) AS f (figure, stored, recomputed)
WHERE d.organization_id = %(organization_id)s AND f.stored <> f.recomputed
ORDER BY d.id;

-- name: debit_notes
-- The same of debit notes.
SELECT 'debit note' AS record, d.id, f.figure, f.stored, f.recomputed
FROM debit_notes d
CROSS JOIN LATERAL (
    SELECT :taxed
    FROM debit_note_lines l
    WHERE l.organization_id = %(organization_id)s AND l.debit_note_id = d.id
) s
CROSS JOIN LATERAL (VALUES
    :sums_of_lines
) AS f (figure, stored, recomputed)
WHERE d.organization_id = %(organization_id)s AND f.stored <> f.recomputed
ORDER BY d.id;

-- name: allocations
-- What each payment and note says it has given away is what its allocations add up to.
SELECT s.record, s.id, s.figure, s.stored, s.recomputed
FROM (
    SELECT 'payment received' AS record, p.id, 'allocated' AS figure, p.allocated AS stored,
           coalesce(sum(a.amount), 0) AS recomputed
    FROM payments_received p
    LEFT JOIN payment_allocations a ON a.organization_id = %(organization_id)s AND a.payment_id = p.id
    WHERE p.organization_id = %(organization_id)s
    GROUP BY p.id, p.allocated
    UNION ALL
    SELECT 'payment made', p.id, 'allocated', p.allocated, coalesce(sum(a.amount), 0)
    FROM payments_made p
    LEFT JOIN bill_allocations a ON a.organization_id = %(organization_id)s AND a.payment_id = p.id
    WHERE p.organization_id = %(organization_id)s
    GROUP BY p.id, p.allocated
    UNION ALL
    SELECT 'credit note', n.id, 'allocatedAmount', n.allocated_amount, coalesce(sum(a.amount), 0)
    FROM credit_notes n
    LEFT JOIN credit_note_allocations a ON a.organization_id = %(organization_id)s AND a.credit_note_id = n.id
    WHERE n.organization_id = %(organization_id)s
    GROUP BY n.id, n.allocated_amount
    UNION ALL
    SELECT 'debit note', n.id, 'allocatedAmount', n.allocated_amount, coalesce(sum(a.amount), 0)
    FROM debit_notes n
    LEFT JOIN debit_note_allocations a ON a.organization_id = %(organization_id)s AND a.debit_note_id = n.id
    WHERE n.organization_id = %(organization_id)s
    GROUP BY n.id, n.allocated_amount
    UNION ALL
    SELECT 'customer', c.id, 'openingBalanceApplied', c.opening_balance_applied,
           coalesce(sum(p.opening_balance_applied), 0)
    FROM customers c
    LEFT JOIN payments_received p
        ON p.organization_id = %(organization_id)s AND p.customer_id = c.id AND p.deleted_at IS NULL
    WHERE c.organization_id = %(organization_id)s
    GROUP BY c.id, c.opening_balance_applied
) s
WHERE s.stored <> s.recomputed
ORDER BY s.record, s.id;
