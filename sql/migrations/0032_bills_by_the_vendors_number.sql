-- outside a transaction
-- Finds a bill that comes in twice.
CREATE INDEX CONCURRENTLY IF NOT EXISTS bills_by_vendors_number ON bills (organization_id, vendor_id, vendor_bill_number)
    WHERE vendor_bill_number IS NOT NULL;
