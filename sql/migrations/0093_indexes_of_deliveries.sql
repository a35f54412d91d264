-- outside a transaction
-- What failed is looked for among all that arrived, and so is what became of the events of one record.
DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_failed
-- next
CREATE INDEX CONCURRENTLY webhook_deliveries_failed
    ON webhook_deliveries (organization_id, endpoint_id, created_at DESC, id DESC)
    WHERE status = 'FAILED'
-- next
DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_of_any_record
-- next
CREATE INDEX CONCURRENTLY webhook_deliveries_of_any_record
    ON webhook_deliveries (organization_id, endpoint_id, record_id, id)
