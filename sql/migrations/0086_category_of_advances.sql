-- Which taxes an advance bears depends on whether the customer is in an SEZ (IGST Act 2017 s. 7(5)): as it was when the
-- advance came. Null of payments that bear no rate, and of those from before: there it is the customer's of today.
ALTER TABLE payments_received
    ADD COLUMN advance_gst_category text,
    ADD CONSTRAINT payments_received_are_of_a_category CHECK (advance_gst_category IN (
        'REGISTERED', 'COMPOSITION', 'UNREGISTERED', 'SEZ', 'DEEMED_EXPORT', 'OVERSEAS', 'UIN_HOLDER')) NOT VALID;
CALL hash_columns('payments_received');
