-- Requests that come at the same time may be served in one transaction. The trail still tells which of them made what.
--
-- `app.request_of` then has a line for each record that they make: the column that the trail knows it by and what stands
-- there (`id inv_…`, or `key …` of an Idempotency-Key, which may say anything), a tab, and the request. That holds for
-- the row itself and for those below it: lines, movements of goods, credit that was put on it. All else, such as the
-- counter that they take their numbers from, has the names of all of them, parted by spaces (`app.request_id`). Lines of
-- text, because it is looked up for every row, and JSON would be read anew each time.
CREATE OR REPLACE FUNCTION audit_row() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    secrets constant text[] := '{token_hash,password_hash,secret_hash}';
    was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - secrets END;
    becomes jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - secrets END;
    subject jsonb := coalesce(becomes, was);
BEGIN
    INSERT INTO audit_log (organization_id, user_id, token_id, request_id, table_name, record_id, operation, before, after)
    VALUES (
        coalesce(subject ->> 'organization_id', subject ->> 'id'),
        nullif(current_setting('app.user_id', true), ''),
        nullif(current_setting('app.token_id', true), ''),
        coalesce(
            CASE WHEN current_setting('app.request_of', true) <> '' THEN nullif(split_part(split_part(
                current_setting('app.request_of', true),
                E'\n' || coalesce(
                    'id ' || coalesce(subject ->> 'invoice_id', subject ->> 'source_doc_id'),
                    TG_ARGV[1] || ' ' || (subject ->> TG_ARGV[1])) || E'\t', 2),
                E'\n', 1), '') END,
            nullif(current_setting('app.request_id', true), '')),
        TG_ARGV[0], subject ->> TG_ARGV[1], TG_OP, was, becomes
    );
    RETURN NULL;
END $$;
