-- Do the sums tie that are kept, so that nobody has to add them up? (docs/architecture.md, "Totals that are kept")

-- name: lists
-- What lists say of their total is what there is.
SELECT 'list' AS record, table_name AS id, 'total' AS figure, coalesce(kept.total, 0) AS stored,
       counted.total AS recomputed
FROM (
    SELECT 'customers' AS table_name, count(*) AS total FROM customers
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'customer_contacts', count(*) FROM customer_contacts
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'vendors', count(*) FROM vendors
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'items', count(*) FROM items
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'expenses', count(*) FROM expenses
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'invoices', count(*) FROM invoices
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'payments_received', count(*) FROM payments_received
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'payments_made', count(*) FROM payments_made
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'quotes', count(*) FROM quotes
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'sales_orders', count(*) FROM sales_orders
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'purchase_orders', count(*) FROM purchase_orders
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'credit_notes', count(*) FROM credit_notes
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'debit_notes', count(*) FROM debit_notes
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'bills', count(*) FROM bills
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'stock_positions', count(*) FROM stock_positions
    WHERE organization_id = %(organization_id)s
) AS counted
LEFT JOIN (
    SELECT table_name, sum(change) AS total
    FROM record_counts
    WHERE organization_id = %(organization_id)s
    GROUP BY table_name
) AS kept USING (table_name)
WHERE coalesce(kept.total, 0) <> counted.total
ORDER BY table_name;

-- name: quotas
-- What is held against quotas, once there are some, is what there is.
SELECT 'quota' AS record, table_name AS id, 'rows' AS figure, coalesce(kept.total, 0) AS stored,
       counted.total AS recomputed
FROM (
    SELECT 'accounts' AS table_name, count(*) AS total FROM accounts
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'currencies', count(*) FROM currencies
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'item_groups', count(*) FROM item_groups
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'item_variants', count(*) FROM item_variants
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'number_series', count(*) FROM number_series
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'payment_terms', count(*) FROM payment_terms
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'price_lists', count(*) FROM price_lists
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'recurring_invoices', count(*) FROM recurring_invoices
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'tax_rates', count(*) FROM tax_rates
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'warehouses', count(*) FROM warehouses
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT 'price_list_entries', count(*) FROM price_list_entries
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'invoice_lines', count(*) FROM invoice_lines
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'quote_lines', count(*) FROM quote_lines
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'sales_order_lines', count(*) FROM sales_order_lines
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'purchase_order_lines', count(*) FROM purchase_order_lines
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'bill_lines', count(*) FROM bill_lines
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'credit_note_lines', count(*) FROM credit_note_lines
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'debit_note_lines', count(*) FROM debit_note_lines
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'inventory_movements', count(*) FROM inventory_movements
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'payment_allocations', count(*) FROM payment_allocations
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'bill_allocations', count(*) FROM bill_allocations
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'credit_note_allocations', count(*) FROM credit_note_allocations
    WHERE organization_id = %(organization_id)s
    UNION ALL
    SELECT 'debit_note_allocations', count(*) FROM debit_note_allocations
    WHERE organization_id = %(organization_id)s
) AS counted
LEFT JOIN (
    SELECT table_name, sum(change) AS total
    FROM record_counts
    WHERE organization_id = %(organization_id)s
    GROUP BY table_name
) AS kept USING (table_name)
WHERE quotas_are_counted()
  AND coalesce(kept.total, 0) <> counted.total
ORDER BY table_name;

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

-- name: recurring_invoices
-- A schedule has made as many invoices as days stand for, and the last day is the last that one stands for.
SELECT 'recurring invoice' AS record, r.id, f.figure, f.stored, f.recomputed
FROM recurring_invoices r
LEFT JOIN LATERAL (
    SELECT count(*) AS made, max(d.due_date) AS last_date
    FROM recurring_invoice_days d
    WHERE d.organization_id = %(organization_id)s AND d.recurring_invoice_id = r.id
) d
    ON true
CROSS JOIN LATERAL (
    VALUES ('made', r.made::text, d.made::text), ('lastDate', r.last_date::text, d.last_date::text)
) AS f (figure, stored, recomputed)
WHERE r.organization_id = %(organization_id)s AND f.stored IS DISTINCT FROM f.recomputed
ORDER BY r.id, f.figure;
