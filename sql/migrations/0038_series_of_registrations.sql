-- A registration may have number series of its own. The release before looks for the series and the counter of a kind of
-- document by `doc_type` alone, so in both tables the kind of such a series is followed by a space and its registration:
-- that release goes on with the series without one.

ALTER TABLE number_series
    ADD COLUMN registration_id text,
    DROP CONSTRAINT number_series_doc_type_check,
    ADD CONSTRAINT number_series_doc_type_check CHECK (split_part(doc_type, ' ', 1) IN (
        'QUOTE', 'SALES_ORDER', 'INVOICE', 'PAYMENT_RECEIVED', 'PURCHASE_ORDER', 'BILL', 'PAYMENT_MADE', 'EXPENSE',
        'CREDIT_NOTE', 'DEBIT_NOTE', 'DEBIT_ADJUSTMENT', 'CREDIT_ADJUSTMENT')),
    ADD CONSTRAINT number_series_doc_type_names_registration CHECK (
        doc_type = split_part(doc_type, ' ', 1) || coalesce(' ' || registration_id, '')),
    ADD CONSTRAINT number_series_registration_fkey FOREIGN KEY (organization_id, registration_id)
        REFERENCES registrations (organization_id, id);
CALL hash_columns('number_series');

CREATE OR REPLACE VIEW number_series_records WITH (security_invoker) AS
SELECT s.id, s.organization_id, split_part(s.doc_type, ' ', 1) AS doc_type, s.prefix, s.suffix, s.padding,
       coalesce(c.next_number, 1) AS next_number, s.reset_yearly, s.updated_at, s.registration_id
FROM number_series s
JOIN organizations o ON o.id = s.organization_id
LEFT JOIN number_counters c
    ON c.organization_id = s.organization_id
    AND c.doc_type = s.doc_type
    AND c.fiscal_year = CASE WHEN s.reset_yearly
        THEN fiscal_year((now() AT TIME ZONE o.time_zone)::date, o.fiscal_year_start_month) ELSE 0 END
WHERE s.deleted_at IS NULL;
