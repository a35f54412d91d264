-- outside a transaction
-- With autosummarize PostgreSQL notes that the summary of each full range of pages is wanted, and has room for 256 such
-- notes. A large import fills that room within a second. Each further range then leaves a line in the server's log, with
-- the whole statement and what customers' documents say. VACUUM makes the summaries; it now comes after 2 % of new rows
-- instead of 20 %, so that little lies beyond them. These tables only grow, so it reads new pages alone.
ALTER INDEX quote_lines_by_entry SET (autosummarize = off)
-- next
ALTER TABLE quote_lines SET (autovacuum_vacuum_insert_scale_factor = 0.02)
-- next
ALTER INDEX sales_order_lines_by_entry SET (autosummarize = off)
-- next
ALTER TABLE sales_order_lines SET (autovacuum_vacuum_insert_scale_factor = 0.02)
-- next
ALTER INDEX invoice_lines_by_entry SET (autosummarize = off)
-- next
ALTER TABLE invoice_lines SET (autovacuum_vacuum_insert_scale_factor = 0.02)
-- next
ALTER INDEX purchase_order_lines_by_entry SET (autosummarize = off)
-- next
ALTER TABLE purchase_order_lines SET (autovacuum_vacuum_insert_scale_factor = 0.02)
-- next
ALTER INDEX bill_lines_by_entry SET (autosummarize = off)
-- next
ALTER TABLE bill_lines SET (autovacuum_vacuum_insert_scale_factor = 0.02)
-- next
ALTER INDEX debit_note_lines_by_entry SET (autosummarize = off)
-- next
ALTER TABLE debit_note_lines SET (autovacuum_vacuum_insert_scale_factor = 0.02)
-- next
ALTER INDEX payment_allocations_by_entry SET (autosummarize = off)
-- next
ALTER TABLE payment_allocations SET (autovacuum_vacuum_insert_scale_factor = 0.02)
-- next
ALTER INDEX credit_note_allocations_by_entry SET (autosummarize = off)
-- next
ALTER TABLE credit_note_allocations SET (autovacuum_vacuum_insert_scale_factor = 0.02)
-- next
ALTER INDEX bill_allocations_by_entry SET (autosummarize = off)
-- next
ALTER TABLE bill_allocations SET (autovacuum_vacuum_insert_scale_factor = 0.02)
-- next
ALTER INDEX debit_note_allocations_by_entry SET (autosummarize = off)
-- next
ALTER TABLE debit_note_allocations SET (autovacuum_vacuum_insert_scale_factor = 0.02)
-- next
ALTER INDEX inventory_movements_by_entry SET (autosummarize = off)
-- next
ALTER TABLE inventory_movements SET (autovacuum_vacuum_insert_scale_factor = 0.02)
