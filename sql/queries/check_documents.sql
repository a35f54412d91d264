-- Do the figures of documents tie? What is stored on each, beside what its lines and allocations add up to.

-- part: taxed
coalesce(sum(l.taxable_amount), 0) AS taxable, coalesce(sum(l.cgst_amount), 0) AS cgst,
coalesce(sum(l.sgst_amount), 0) AS sgst, coalesce(sum(l.igst_amount), 0) AS igst,
coalesce(sum(l.cess_amount), 0) AS cess

-- part: sums_of_lines
('subTotal less discountTotal', d.sub_total - d.discount_total, s.taxable),
('cgstTotal', d.cgst_total, s.cgst),
('sgstTotal', d.sgst_total, s.sgst),
('igstTotal', d.igst_total, s.igst),
('cessTotal', d.cess_total, s.cess)

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
    JOIN payments_made p ON p.organization_id = %(organization_id)s AND p.id = a.payment_id AND p.deleted_at IS NULL
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

-- part: taxed_of_notes
sum(c.taxable_amount) AS taxable, sum(c.cgst_amount) AS cgst, sum(c.sgst_amount) AS sgst, sum(c.igst_amount) AS igst,
sum(c.cess_amount) AS cess

-- part: at_most
('quantity', s.quantity, o.quantity),
('taxableAmount', s.taxable, o.taxable_amount),
('cgstAmount', s.cgst, o.cgst_amount),
('sgstAmount', s.sgst, o.sgst_amount),
('igstAmount', s.igst, o.igst_amount),
('cessAmount', s.cess, o.cess_amount)

-- name: given_back
-- No more is given back of a line than it has, with all notes in force that name it. A lower price uses up no quantity.
SELECT 'invoice' AS record, o.invoice_id AS id, f.figure || ' given back of ' || o.id AS figure, f.stored, f.recomputed
FROM (
    SELECT l.id, coalesce(sum(c.quantity) FILTER (WHERE c.rate = l.rate), 0) AS quantity, :taxed_of_notes
    FROM credit_notes n
    JOIN credit_note_lines c ON c.organization_id = %(organization_id)s AND c.credit_note_id = n.id
    JOIN invoice_lines l ON l.organization_id = %(organization_id)s AND l.id = c.original_invoice_item_id
    WHERE n.organization_id = %(organization_id)s AND n.status = 'OPEN'
    GROUP BY l.id
) s
JOIN invoice_lines o ON o.organization_id = %(organization_id)s AND o.id = s.id
CROSS JOIN LATERAL (VALUES
    :at_most
) AS f (figure, stored, recomputed)
WHERE f.stored > f.recomputed
UNION ALL
SELECT 'bill' AS record, o.bill_id AS id, f.figure || ' given back of ' || o.id AS figure, f.stored, f.recomputed
FROM (
    SELECT l.id, coalesce(sum(c.quantity) FILTER (WHERE c.rate = l.rate), 0) AS quantity, :taxed_of_notes
    FROM debit_notes n
    JOIN debit_note_lines c ON c.organization_id = %(organization_id)s AND c.debit_note_id = n.id
    JOIN bill_lines l ON l.organization_id = %(organization_id)s AND l.id = c.original_bill_item_id
    WHERE n.organization_id = %(organization_id)s AND n.status = 'OPEN'
    GROUP BY l.id
) s
JOIN bill_lines o ON o.organization_id = %(organization_id)s AND o.id = s.id
CROSS JOIN LATERAL (VALUES
    :at_most
) AS f (figure, stored, recomputed)
WHERE f.stored > f.recomputed
ORDER BY record, id, figure;
