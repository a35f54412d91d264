-- outside a transaction
-- What is asked of the trail over HTTP: by request, by user, and of tables that are seldom written. The last is an index of
-- few entries: those of all other tables are found on the way back from the newest.
DROP INDEX CONCURRENTLY IF EXISTS trail_by_transaction
-- next
CREATE INDEX CONCURRENTLY trail_by_transaction ON trail (transaction_id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS trail_transactions_by_request
-- next
CREATE INDEX CONCURRENTLY trail_transactions_by_request ON trail_transactions (request_id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS trail_transactions_by_user
-- next
CREATE INDEX CONCURRENTLY trail_transactions_by_user ON trail_transactions (organization_id, user_id, id)
-- next
DROP INDEX CONCURRENTLY IF EXISTS trail_of_quiet_tables
-- next
CREATE INDEX CONCURRENTLY trail_of_quiet_tables ON trail (organization_id, table_name, id)
    WHERE table_name NOT IN (
        'invoices', 'invoice_lines', 'payments_received', 'payment_allocations', 'inventory_movements', 'stock_positions',
        'number_counters', 'idempotency_keys')
