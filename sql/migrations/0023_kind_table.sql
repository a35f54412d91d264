-- A new kind of master data is a table with the kind's own columns, and one call:
--
--     CREATE TABLE cost_centers (
--         name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
--         code text NOT NULL CHECK (length(code) BETWEEN 1 AND 20)
--     );
--     CALL kind_table('cost_centers', 'cost_center_records', searched => '{name,code}', one_per => '{code}');

-- Makes or renews the view that shows the live records of a kind as they go out: every column but `deleted_at`. A column
-- that the table got since comes last, for a view can only be added to.
CREATE PROCEDURE show_records(target text, shown_by text)
    LANGUAGE plpgsql
AS $$
DECLARE
    first constant text[] := '{id,organization_id}';
    last constant text[] := '{created_by,updated_by,created_at,updated_at}';
    fields text;
BEGIN
    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY shown.attnum, array_position(first, a.attname::text),
                      array_position(last, a.attname::text) NULLS FIRST, a.attnum)
    INTO fields
    FROM pg_attribute a
    LEFT JOIN pg_attribute shown ON shown.attrelid = to_regclass(quote_ident(shown_by)) AND shown.attname = a.attname
    WHERE a.attrelid = to_regclass(quote_ident(target)) AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attname <> 'deleted_at';
    EXECUTE format(
        'CREATE OR REPLACE VIEW %I WITH (security_invoker) AS SELECT %s FROM %I WHERE deleted_at IS NULL',
        shown_by, fields, target);
    EXECUTE format('GRANT SELECT ON %I TO invoicing_app', shown_by);
END $$;

-- Gives a table all else that a kind of master data has: the columns of every record (`signed`: also who made and changed
-- it), its key, row level security, the trail, grants, the view `shown_by`, the index of the order in which lists come,
-- search in the columns `searched`, a unique index for each column in `one_per`, and one that lets at most one record
-- carry the flag `one_default`. Deleted records count for none of them.
CREATE PROCEDURE kind_table(
    target text, shown_by text, searched text[] DEFAULT '{}', one_per text[] DEFAULT '{}', one_default text DEFAULT NULL,
    signed boolean DEFAULT false)
    LANGUAGE plpgsql
AS $$
DECLARE
    field text;
BEGIN
    EXECUTE format(
        'ALTER TABLE %I
            ADD COLUMN organization_id text NOT NULL REFERENCES organizations,
            ADD COLUMN id text NOT NULL CHECK (length(id) BETWEEN 1 AND 30),
            ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
            ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
            ADD COLUMN deleted_at timestamptz,
            ADD PRIMARY KEY (organization_id, id)', target);
    IF signed THEN
        EXECUTE format('ALTER TABLE %I ADD COLUMN created_by text, ADD COLUMN updated_by text', target);
    END IF;
    FOREACH field IN ARRAY one_per LOOP
        EXECUTE format('CREATE UNIQUE INDEX %I ON %I (organization_id, %I) WHERE deleted_at IS NULL',
                       target || '_one_per_' || field, target, field);
    END LOOP;
    IF one_default IS NOT NULL THEN
        EXECUTE format('CREATE UNIQUE INDEX %I ON %I (organization_id) WHERE %I AND deleted_at IS NULL',
                       target || '_one_default', target, one_default);
    END IF;
    EXECUTE format('CREATE INDEX %I ON %I (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL',
                   target || '_newest', target);
    -- By which sql/citus/distribute.sql knows it.
    EXECUTE format('COMMENT ON TABLE %I IS ''kind of master data''', target);
    CALL tenant_table(target, 'SELECT, INSERT, UPDATE');
    CALL show_records(target, shown_by);
    IF cardinality(searched) > 0 THEN
        CALL make_searchable(target, searched, 'deleted_at IS NULL');
        -- As in 0006: without pg_trgm the search gives the same answers.
        IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
            CALL index_for_search(target, searched, 'deleted_at IS NULL');
        END IF;
    END IF;
END $$;
