-- A void credit note holds nothing: an edit may replace the lines it named, and a draft it named may be deleted. What
-- it was about stays in its trail. Notes in force hold their invoices by a rule of the service.

ALTER TABLE credit_notes
    DROP CONSTRAINT credit_notes_invoice_fkey,
    ADD CONSTRAINT credit_notes_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
        REFERENCES invoices (organization_id, id) ON DELETE SET NULL (invoice_id);

ALTER TABLE credit_note_lines
    DROP CONSTRAINT credit_note_lines_original_fkey,
    ADD CONSTRAINT credit_note_lines_original_fkey FOREIGN KEY (organization_id, original_invoice_item_id)
        REFERENCES invoice_lines (organization_id, id) ON DELETE SET NULL (original_invoice_item_id);
