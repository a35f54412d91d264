-- outside a transaction
-- What is owed to small enterprises is looked for among the bills that are open, which are few beside all that were paid.
DROP INDEX CONCURRENTLY IF EXISTS bills_unpaid
-- next
CREATE INDEX CONCURRENTLY bills_unpaid ON bills (organization_id, bill_date)
    WHERE status IN ('OPEN', 'PARTIALLY_PAID')
