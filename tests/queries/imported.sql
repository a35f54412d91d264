-- What imports leave behind, read as the owner of the tables.

-- name: counts
SELECT (SELECT count(*) FROM customers WHERE organization_id = %(organization_id)s) AS customers,
       (SELECT count(*) FROM vendors WHERE organization_id = %(organization_id)s) AS vendors,
       (SELECT count(*) FROM items WHERE organization_id = %(organization_id)s) AS items,
       (SELECT count(*) FROM warehouses WHERE organization_id = %(organization_id)s) AS warehouses,
       (SELECT count(*) FROM quotes WHERE organization_id = %(organization_id)s) AS quotes,
       (SELECT count(*) FROM sales_orders WHERE organization_id = %(organization_id)s) AS sales_orders,
       (SELECT count(*) FROM purchase_orders WHERE organization_id = %(organization_id)s) AS purchase_orders,
       (SELECT count(*) FROM bills WHERE organization_id = %(organization_id)s) AS bills,
       (SELECT count(*) FROM payments_made WHERE organization_id = %(organization_id)s) AS payments_made,
       (SELECT count(*) FROM credit_notes WHERE organization_id = %(organization_id)s) AS credit_notes,
       (SELECT count(*) FROM debit_notes WHERE organization_id = %(organization_id)s) AS debit_notes,
       (SELECT count(*) FROM invoices WHERE organization_id = %(organization_id)s) AS invoices,
       (SELECT count(*) FROM payments_received WHERE organization_id = %(organization_id)s) AS payments_received,
       (SELECT count(*) FROM inventory_movements WHERE organization_id = %(organization_id)s) AS movements,
       (SELECT count(*) FROM audit_log WHERE organization_id = %(organization_id)s) AS audit_rows;

-- name: purchase_orders
SELECT *
FROM purchase_orders
WHERE organization_id = %(organization_id)s
ORDER BY id;

-- name: bills
SELECT *
FROM bills
WHERE organization_id = %(organization_id)s
ORDER BY id;

-- name: payments_made
SELECT *
FROM payments_made
WHERE organization_id = %(organization_id)s
ORDER BY id;

-- name: warehouses
SELECT *
FROM warehouses
WHERE organization_id = %(organization_id)s
ORDER BY code;

-- name: movements
SELECT m.*
FROM inventory_movements m
WHERE m.organization_id = %(organization_id)s
ORDER BY m.sequence;

-- name: counters
SELECT doc_type, fiscal_year, next_number, last_taken
FROM number_counters
WHERE organization_id = %(organization_id)s
ORDER BY doc_type, fiscal_year;

-- name: waiting_for_me
SELECT count(*)::integer AS sessions
FROM pg_locks l
WHERE NOT l.granted
  AND pg_backend_pid() = ANY (pg_blocking_pids(l.pid));

-- name: stored_positions
SELECT record_id
FROM trail
WHERE organization_id = %(organization_id)s AND table_name = 'stock_positions' AND before IS NOT NULL
ORDER BY id;
