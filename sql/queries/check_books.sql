-- Was anything written in closed books after they were closed, as far as times and the trail tell?

-- name: closed
-- Documents dated in closed books that were made after the lock was set, or changed otherwise than by being settled.
SELECT c.record, c.id, 'writtenAt' AS figure, max(t.at)::text AS stored,
       'before ' || c.closed_at AS recomputed
FROM (
    SELECT 'invoice' AS record, 'invoices' AS table_name, d.id, d.created_at, l.updated_at AS closed_at
    FROM invoices d
    JOIN books_locks l ON l.organization_id = %(organization_id)s
    WHERE d.organization_id = %(organization_id)s AND d.invoice_date <= l.locked_through AND d.updated_at > l.updated_at
    UNION ALL
    SELECT 'credit note' AS record, 'credit_notes' AS table_name, d.id, d.created_at, l.updated_at AS closed_at
    FROM credit_notes d
    JOIN books_locks l ON l.organization_id = %(organization_id)s
    WHERE d.organization_id = %(organization_id)s AND d.credit_note_date <= l.locked_through AND d.updated_at > l.updated_at
    UNION ALL
    SELECT 'debit note' AS record, 'debit_notes' AS table_name, d.id, d.created_at, l.updated_at AS closed_at
    FROM debit_notes d
    JOIN books_locks l ON l.organization_id = %(organization_id)s
    WHERE d.organization_id = %(organization_id)s AND d.debit_note_date <= l.locked_through AND d.updated_at > l.updated_at
    UNION ALL
    SELECT 'bill' AS record, 'bills' AS table_name, d.id, d.created_at, l.updated_at AS closed_at
    FROM bills d
    JOIN books_locks l ON l.organization_id = %(organization_id)s
    WHERE d.organization_id = %(organization_id)s AND d.bill_date <= l.locked_through AND d.updated_at > l.updated_at
    UNION ALL
    SELECT 'payment received' AS record, 'payments_received' AS table_name, d.id, d.created_at, l.updated_at AS closed_at
    FROM payments_received d
    JOIN books_locks l ON l.organization_id = %(organization_id)s
    WHERE d.organization_id = %(organization_id)s AND d.payment_date <= l.locked_through AND d.updated_at > l.updated_at
    UNION ALL
    SELECT 'payment made' AS record, 'payments_made' AS table_name, d.id, d.created_at, l.updated_at AS closed_at
    FROM payments_made d
    JOIN books_locks l ON l.organization_id = %(organization_id)s
    WHERE d.organization_id = %(organization_id)s AND d.payment_date <= l.locked_through AND d.updated_at > l.updated_at
    UNION ALL
    SELECT 'expense' AS record, 'expenses' AS table_name, d.id, d.created_at, l.updated_at AS closed_at
    FROM expenses d
    JOIN books_locks l ON l.organization_id = %(organization_id)s
    WHERE d.organization_id = %(organization_id)s AND d.expense_date <= l.locked_through AND d.updated_at > l.updated_at
) c
JOIN trail e ON e.organization_id = %(organization_id)s AND e.table_name = c.table_name
    AND hashtextextended(e.record_id, 0) = hashtextextended(c.id, 0) AND e.record_id = c.id
JOIN trail_transactions t ON t.organization_id = %(organization_id)s AND t.id = e.transaction_id
WHERE t.at > c.closed_at AND (c.created_at > c.closed_at OR changed_more_than_settled(
    e.organization_id, e.table_name, e.record_id, e.id, e.row_hash, e.before))
GROUP BY c.record, c.id, c.closed_at
ORDER BY c.record, c.id;
