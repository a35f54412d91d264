-- Payments to vendors are listed, searched and deleted as payments of customers are, and warehouses are a kind of master
-- data.

-- A deleted payment keeps its row and its number.
ALTER TABLE payments_made ADD COLUMN deleted_at timestamptz;
CALL hash_columns('payments_made');

CREATE TRIGGER deleted_in_open_books BEFORE UPDATE OF deleted_at ON payments_made
    FOR EACH ROW EXECUTE FUNCTION payments_made_in_open_books();

CREATE VIEW payment_made_records WITH (security_invoker) AS
SELECT id, organization_id, payment_number, vendor_id, payment_date, mode, reference_number, amount, allocated,
       currency_code, exchange_rate, notes, created_by, created_at, updated_at, external_reference
FROM payments_made
WHERE deleted_at IS NULL;
GRANT SELECT ON payment_made_records TO invoicing_app;

-- Of payments that are not deleted.
CREATE OR REPLACE VIEW bill_allocation_records WITH (security_invoker) AS
SELECT a.id, a.organization_id, a.payment_id, a.bill_id, a.amount
FROM bill_allocations a
JOIN payments_made p ON p.organization_id = a.organization_id AND p.id = a.payment_id AND p.deleted_at IS NULL;

CREATE OR REPLACE VIEW vendor_ledger_documents WITH (security_invoker) AS
SELECT organization_id, vendor_id, bill_date AS date, 'bill' AS type, bill_number AS number,
       total::numeric AS change, currency_code, exchange_rate::numeric AS exchange_rate,
       status, CASE WHEN status = 'OPEN' THEN due_date END AS overdue_after, created_at, id
FROM bills
WHERE status IN ('OPEN', 'PARTIALLY_PAID', 'PAID')
UNION ALL
SELECT organization_id, vendor_id, payment_date, 'payment', payment_number,
       -amount::numeric, currency_code, exchange_rate::numeric,
       mode, NULL::date, created_at, id
FROM payments_made
WHERE deleted_at IS NULL
UNION ALL
SELECT organization_id, vendor_id, debit_note_date, 'debit_note', debit_note_number,
       total::numeric, currency_code, exchange_rate::numeric,
       CASE WHEN allocated_amount = total THEN 'CLOSED' ELSE status END, NULL::date, created_at, id
FROM debit_notes
WHERE status = 'OPEN';

-- Only files have brought payments in so far: no request waits for these indexes.
DROP INDEX payments_made_in_ledger;
CREATE INDEX payments_made_in_ledger ON payments_made (organization_id, vendor_id, payment_date)
    INCLUDE (amount, currency_code, exchange_rate) WHERE deleted_at IS NULL;
CREATE INDEX payments_made_by_date ON payments_made (organization_id, payment_date DESC, created_at DESC, id DESC)
    WHERE deleted_at IS NULL;
CREATE INDEX payments_made_by_vendor ON payments_made
    (organization_id, vendor_id, payment_date DESC, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX payments_made_by_update ON payments_made (organization_id, updated_at, id) WHERE deleted_at IS NULL;

DROP INDEX payments_made_one_per_reference;
CREATE UNIQUE INDEX payments_made_one_per_reference ON payments_made (organization_id, external_reference)
    WHERE external_reference IS NOT NULL AND deleted_at IS NULL;

CALL keep_count_of('payments_made', true);
CALL make_documents_searchable('payments_made', '{payment_number,reference_number}', 'deleted_at IS NULL');
DO $$
BEGIN
    -- As in 0006: without pg_trgm the search gives the same answers.
    IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CALL index_for_search('payments_made', '{payment_number,reference_number,external_reference}', 'deleted_at IS NULL');
    END IF;
END $$;

-- A deleted warehouse stays as a row, and its code is free again. The constraint keeps its name, by which operators'
-- commands of the release before know it.
ALTER TABLE warehouses ADD COLUMN deleted_at timestamptz;
CALL hash_columns('warehouses');
ALTER TABLE warehouses DROP CONSTRAINT warehouses_one_per_code;
ALTER TABLE warehouses ADD CONSTRAINT warehouses_one_per_code
    EXCLUDE USING btree (organization_id WITH =, code WITH =) WHERE (deleted_at IS NULL);
-- Documents hold the warehouses of their goods, which takes the right to change them.
GRANT UPDATE ON warehouses TO invoicing_app;
CREATE INDEX warehouses_newest ON warehouses (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CALL show_records('warehouses', 'warehouse_records');
CALL make_searchable('warehouses', '{code,name}', 'deleted_at IS NULL');
