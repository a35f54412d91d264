-- What is looked at beside the answers of the service.

-- name: counts
-- What a creation changes, of one organization. Of the trail each peer is asked by itself, for the rows that it writes.
SELECT (SELECT count(*) FROM invoices WHERE organization_id = %(organization_id)s) AS invoices,
       (SELECT count(*) FROM invoice_lines WHERE organization_id = %(organization_id)s) AS lines,
       (SELECT count(*) FROM inventory_movements WHERE organization_id = %(organization_id)s) AS movements,
       (SELECT -sum(quantity_on_hand) FROM stock_positions WHERE organization_id = %(organization_id)s) AS sold,
       (SELECT -sum(value) FROM stock_positions WHERE organization_id = %(organization_id)s) AS cost,
       (SELECT sum(last_taken) FROM number_counters WHERE organization_id = %(organization_id)s) AS numbers,
       (SELECT count(*) FROM idempotency_keys WHERE organization_id = %(organization_id)s) AS keys;
