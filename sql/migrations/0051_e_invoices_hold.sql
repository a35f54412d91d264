-- outside a transaction
-- The checks of 0048, read while the tables are used. A document is registered once, and a registration is one document's:
-- the portal makes an IRN of the seller's GSTIN, the fiscal year, and the type and number of the document.
ALTER TABLE invoices VALIDATE CONSTRAINT invoices_registered_whole
-- next
ALTER TABLE invoices VALIDATE CONSTRAINT invoices_registered_while_issued
-- next
ALTER TABLE invoices VALIDATE CONSTRAINT invoices_cancelled_for_a_reason
-- next
ALTER TABLE credit_notes VALIDATE CONSTRAINT credit_notes_registered_whole
-- next
ALTER TABLE credit_notes VALIDATE CONSTRAINT credit_notes_registered_while_issued
-- next
ALTER TABLE credit_notes VALIDATE CONSTRAINT credit_notes_cancelled_for_a_reason
-- next
DROP INDEX CONCURRENTLY IF EXISTS invoices_one_per_irn
-- next
CREATE UNIQUE INDEX CONCURRENTLY invoices_one_per_irn ON invoices (organization_id, irn) WHERE irn IS NOT NULL
-- next
DROP INDEX CONCURRENTLY IF EXISTS credit_notes_one_per_irn
-- next
CREATE UNIQUE INDEX CONCURRENTLY credit_notes_one_per_irn ON credit_notes (organization_id, irn) WHERE irn IS NOT NULL
