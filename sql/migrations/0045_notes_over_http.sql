-- Credit and debit notes take their number when they are opened, as invoices do when they are sent. A draft has none, or
-- one that it was given.

ALTER TABLE credit_notes
    ALTER COLUMN fiscal_year DROP NOT NULL,
    ADD CONSTRAINT credit_notes_opened_with_a_number CHECK (status = 'DRAFT' OR fiscal_year IS NOT NULL);

ALTER TABLE debit_notes
    ALTER COLUMN fiscal_year DROP NOT NULL,
    ADD CONSTRAINT debit_notes_opened_with_a_number CHECK (status = 'DRAFT' OR fiscal_year IS NOT NULL);

-- What is left of a line of a bill is asked for with every debit note about it.
CREATE INDEX debit_note_lines_by_original ON debit_note_lines (organization_id, original_bill_item_id)
    WHERE original_bill_item_id IS NOT NULL;
