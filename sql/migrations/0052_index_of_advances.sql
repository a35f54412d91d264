-- outside a transaction
-- Payments that bear a rate of tax are few, and those of earlier months are looked for by what used them up.
DROP INDEX CONCURRENTLY IF EXISTS payments_received_advances
-- next
CREATE INDEX CONCURRENTLY payments_received_advances ON payments_received (organization_id, payment_date)
    WHERE advance_tax_rate_percent IS NOT NULL AND deleted_at IS NULL
