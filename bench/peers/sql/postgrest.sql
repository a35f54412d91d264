-- The rows that PostgREST serves, in tables of the service's columns, checks, indexes and foreign keys, made from the
-- service's own rows. As its documentation advises, tables lie in a schema of their own, and callers see views.

-- name: role
-- The role that a caller's token names. Roles are the server's: an earlier run may have left it.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bench_postgrest_caller') THEN
        CREATE ROLE bench_postgrest_caller NOLOGIN;
    END IF;
END $$;

-- name: drop_role
DROP ROLE IF EXISTS bench_postgrest_caller;

-- name: tables
CREATE SCHEMA postgrest_rows;
GRANT USAGE ON SCHEMA postgrest_rows TO bench_postgrest_caller;
CREATE TABLE postgrest_rows.trail (
    organization_id text        NOT NULL,
    id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at              timestamptz NOT NULL DEFAULT clock_timestamp(),
    user_id         text,
    table_name      text        NOT NULL,
    record_id       text,
    operation       text        NOT NULL,
    before          jsonb,
    after           jsonb
);
CREATE INDEX ON postgrest_rows.trail (organization_id, record_id, id);

-- The organization of the token, looked up once a statement: that is what the subselect in each policy is for.
CREATE FUNCTION postgrest_rows.caller() RETURNS text
    LANGUAGE sql STABLE
    RETURN current_setting('request.jwt.claims', true)::json ->> 'organization_id';

CREATE FUNCTION postgrest_rows.keep_trail() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = postgrest_rows, pg_temp
AS $$
DECLARE
    was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
    becomes jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    subject jsonb := coalesce(becomes, was);
BEGIN
    INSERT INTO trail (organization_id, user_id, table_name, record_id, operation, before, after)
    VALUES (
        subject ->> 'organization_id', current_setting('request.jwt.claims', true)::json ->> 'user_id', TG_TABLE_NAME,
        coalesce(subject ->> 'id', subject ->> 'key'), TG_OP, was, becomes);
    RETURN NULL;
END $$;

-- Columns, checks and indexes as they are; rows; foreign keys between these tables; policy, rights and trail.
DO $$
DECLARE
    names constant text[] := '{organizations,registrations,warehouses,customers,tax_rates,items,item_variants,stock_positions,
        inventory_movements,invoices,invoice_lines,number_series,number_counters,idempotency_keys}';
    name text;
    tenant text;
    key record;
BEGIN
    FOREACH name IN ARRAY names LOOP
        tenant := CASE name WHEN 'organizations' THEN 'id' ELSE 'organization_id' END;
        EXECUTE format('CREATE TABLE postgrest_rows.%I (LIKE public.%1$I INCLUDING ALL)', name);
        EXECUTE format('INSERT INTO postgrest_rows.%I OVERRIDING USER VALUE SELECT * FROM public.%1$I', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE ON postgrest_rows.%I TO bench_postgrest_caller', name);
        EXECUTE format('ALTER TABLE postgrest_rows.%I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format(
            'CREATE POLICY tenant ON postgrest_rows.%I TO bench_postgrest_caller USING (%I = (SELECT postgrest_rows.caller()))',
            name, tenant);
        EXECUTE format(
            'CREATE TRIGGER trail AFTER INSERT OR UPDATE OR DELETE ON postgrest_rows.%I
             FOR EACH ROW EXECUTE FUNCTION postgrest_rows.keep_trail()', name);
    END LOOP;
    -- Written without a schema, the keys name public's tables when they are read and these when they are made.
    SET LOCAL search_path = public;
    CREATE TEMP TABLE foreign_keys ON COMMIT DROP AS
    SELECT r.relname, c.conname, pg_get_constraintdef(c.oid) AS definition
    FROM pg_constraint c
    JOIN pg_class r ON r.oid = c.conrelid
    JOIN pg_class f ON f.oid = c.confrelid
    WHERE c.contype = 'f' AND r.relnamespace = 'public'::regnamespace AND r.relname = ANY (names) AND f.relname = ANY (names);
    SET LOCAL search_path = postgrest_rows, public;
    FOR key IN SELECT * FROM foreign_keys LOOP
        EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', key.relname, key.conname, key.definition);
    END LOOP;
END $$;

-- name: views
CREATE SCHEMA postgrest;
GRANT USAGE ON SCHEMA postgrest TO bench_postgrest_caller;

-- The fields of the service's answers. A left join can be left out where records are only counted.
CREATE VIEW postgrest.invoices WITH (security_invoker) AS
SELECT i.id, i.organization_id, i.invoice_number, i.customer_id, i.sales_order_id, i.salesperson_id,
       CASE WHEN i.status = 'SENT' AND i.due_date < (now() AT TIME ZONE o.time_zone)::date THEN 'OVERDUE' ELSE i.status END AS status,
       i.invoice_date, i.due_date, i.seller_registration_id, i.seller_legal_name, i.seller_gstin, i.seller_state_code,
       i.place_of_supply_state_code, i.currency_code, i.exchange_rate, i.sub_total, i.discount_total, i.document_discount,
       i.document_discount_is_percent, i.cgst_total, i.sgst_total, i.igst_total, i.adjustment_label, i.adjustment_amount,
       i.round_off, i.total, i.amount_paid,
       CASE WHEN i.status = 'VOID' THEN 0 ELSE i.total - i.amount_paid END AS balance_due,
       i.apply_customer_credit, i.warehouse_id, i.eway_bill_status, i.eway_bill_id, i.email_sent_at, i.pdf_template_id,
       i.scheme_ids, i.notes, i.terms_and_conditions, i.created_by, i.updated_by, i.created_at, i.updated_at
FROM postgrest_rows.invoices i
LEFT JOIN postgrest_rows.organizations o ON o.id = i.organization_id;

CREATE VIEW postgrest.invoice_lines WITH (security_invoker) AS
SELECT id, organization_id, invoice_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate, discount,
       tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order, width, height, length_unit,
       qty_count
FROM postgrest_rows.invoice_lines;

GRANT SELECT ON postgrest.invoices, postgrest.invoice_lines TO bench_postgrest_caller;

CREATE FUNCTION postgrest_rows.new_id(prefix text) RETURNS text
    LANGUAGE sql VOLATILE
    RETURN prefix || left(translate(gen_random_uuid()::text, '-', ''), 26);

-- name: creation
-- Creates a sent invoice of stocked goods, whole: key, figures, lines, movements, positions, number, invoice, reply.
CREATE FUNCTION postgrest.create_invoice(json) RETURNS json
    LANGUAGE plpgsql SET search_path = postgrest_rows, pg_temp
AS $$
DECLARE
    body constant json := $1;
    caller_id constant text := caller();
    caller_user constant text := current_setting('request.jwt.claims', true)::json ->> 'user_id';
    asked_key constant text := current_setting('request.headers', true)::json ->> 'idempotency-key';
    hash constant text := encode(sha256(body::text::bytea), 'hex');
    new_invoice constant text := new_id('inv_');
    year constant integer := extract(year FROM (body ->> 'invoiceDate')::date - interval '3 months');
    kept idempotency_keys;
    seller registrations;
    customer customers;
    warehouse text;
    within_state boolean;
    sums record;
    number text;
    answer json;
BEGIN
    -- Another request with the key is waited for here.
    INSERT INTO idempotency_keys (organization_id, operation, key, request_hash)
    VALUES (caller_id, 'create_invoice', asked_key, hash)
    ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        SELECT * INTO kept FROM idempotency_keys k
        WHERE k.organization_id = caller_id AND k.operation = 'create_invoice' AND k.key = asked_key;
        IF kept.request_hash <> hash THEN
            RAISE SQLSTATE 'PT409' USING MESSAGE = 'the key was used for another request';
        END IF;
        RETURN kept.reply::json;
    END IF;

    SELECT * INTO STRICT seller FROM registrations r WHERE r.organization_id = caller_id AND r.is_default;
    SELECT * INTO customer FROM customers c
    WHERE c.organization_id = caller_id AND c.id = body ->> 'customerId' AND c.deleted_at IS NULL;
    IF NOT FOUND THEN
        RAISE SQLSTATE 'PT422' USING MESSAGE = 'no such customer';
    END IF;
    SELECT w.id INTO STRICT warehouse FROM warehouses w WHERE w.organization_id = caller_id AND w.is_default;
    within_state := coalesce(customer.place_of_supply_state_code, left(customer.gstin, 2), seller.state_code) = seller.state_code;

    -- Lines go in before their invoice, so that the number's row is held as short as can be.
    WITH asked AS (
        SELECT l.place - 1 AS place, l.line ->> 'itemId' AS item_id, (l.line ->> 'quantity')::numeric AS quantity
        FROM json_array_elements(body -> 'lines') WITH ORDINALITY AS l (line, place)
    ), priced AS (
        SELECT a.place, a.quantity, i.id AS item_id, i.name, i.hsn_or_sac, i.unit, i.selling_price,
               coalesce(t.rate_percent, 0) AS percent, round(a.quantity * i.selling_price, 2) AS taxable,
               round(a.quantity * i.selling_price * coalesce(t.rate_percent, 0) / 200, 2) AS half,
               round(a.quantity * i.selling_price * coalesce(t.rate_percent, 0) / 100, 2) AS whole
        FROM asked a
        JOIN items i ON i.organization_id = caller_id AND i.id = a.item_id AND i.deleted_at IS NULL
        LEFT JOIN tax_rates t ON t.organization_id = caller_id AND t.id = i.tax_rate_id
    ), made AS (
        INSERT INTO invoice_lines (
            organization_id, id, invoice_id, item_id, description, hsn_or_sac, quantity, unit, rate, is_price_inclusive, discount,
            tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order)
        SELECT caller_id, new_id('inl_'), new_invoice, item_id, name, hsn_or_sac, quantity, unit, selling_price, false, 0,
               percent, taxable, CASE WHEN within_state THEN half ELSE 0 END, CASE WHEN within_state THEN half ELSE 0 END,
               CASE WHEN within_state THEN 0 ELSE whole END,
               taxable + CASE WHEN within_state THEN 2 * half ELSE whole END, place
        FROM priced
        RETURNING *
    )
    SELECT count(*) AS lines, sum(taxable_amount) AS taxable, sum(cgst_amount) AS cgst, sum(sgst_amount) AS sgst,
           sum(igst_amount) AS igst, sum(m.total) AS total
    INTO sums FROM made m;
    IF sums.lines <> json_array_length(body -> 'lines') THEN
        RAISE SQLSTATE 'PT422' USING MESSAGE = 'no such item';
    END IF;

    PERFORM FROM stock_positions p
    JOIN item_variants v ON v.organization_id = caller_id AND v.id = p.item_variant_id
    JOIN invoice_lines l ON l.organization_id = caller_id AND l.item_id = v.item_id AND l.invoice_id = new_invoice
    WHERE p.organization_id = caller_id AND p.warehouse_id = warehouse
    ORDER BY p.item_variant_id
    FOR UPDATE OF p;
    WITH leaving AS (
        SELECT l.id AS line_id, l.quantity, p.item_variant_id, p.average_cost, round(l.quantity * p.average_cost, 2) AS cost,
               p.quantity_on_hand - sum(l.quantity) OVER (PARTITION BY p.id ORDER BY l.sort_order) AS balance
        FROM invoice_lines l
        JOIN item_variants v ON v.organization_id = caller_id AND v.item_id = l.item_id AND v.deleted_at IS NULL
        JOIN stock_positions p ON p.organization_id = caller_id AND p.item_variant_id = v.id AND p.warehouse_id = warehouse
        WHERE l.organization_id = caller_id AND l.invoice_id = new_invoice
    ), moved AS (
        INSERT INTO inventory_movements (
            organization_id, id, item_variant_id, warehouse_id, movement_type, quantity, unit_cost, total_cost, balance_after,
            avg_cost_after, source_doc_type, source_doc_id, source_doc_line_id, created_by)
        SELECT caller_id, new_id('mov_'), item_variant_id, warehouse, 'SALES_OUT', quantity, average_cost, cost, balance,
               average_cost, 'INVOICE', new_invoice, line_id, caller_user
        FROM leaving
        RETURNING *
    )
    UPDATE stock_positions p
    SET quantity_on_hand = quantity_on_hand - m.quantity, value = value - m.cost, last_movement_at = now(), updated_at = now()
    FROM (SELECT item_variant_id, sum(quantity) AS quantity, sum(total_cost) AS cost FROM moved GROUP BY 1) m
    WHERE p.organization_id = caller_id AND p.item_variant_id = m.item_variant_id AND p.warehouse_id = warehouse;

    UPDATE number_counters c
    SET next_number = c.next_number + 1, last_taken = c.next_number
    FROM number_series s
    WHERE c.organization_id = caller_id AND c.doc_type = 'INVOICE' AND c.fiscal_year = year
      AND s.organization_id = caller_id AND s.doc_type = 'INVOICE' AND s.deleted_at IS NULL
    RETURNING s.prefix || lpad(c.last_taken::text, s.padding, '0') || s.suffix INTO STRICT number;

    INSERT INTO invoices (
        organization_id, id, invoice_number, fiscal_year, customer_id, status, invoice_date, due_date,
        seller_registration_id, seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, place_of_supply_stated, buyer, currency_code,
        exchange_rate, sub_total, discount_total, cgst_total, sgst_total, igst_total, total, created_by)
    VALUES (
        caller_id, new_invoice, number, year, customer.id, 'SENT', (body ->> 'invoiceDate')::date, (body ->> 'dueDate')::date,
        seller.id, seller.legal_name, seller.gstin, seller.state_code,
        coalesce(customer.place_of_supply_state_code, left(customer.gstin, 2), seller.state_code), false,
        jsonb_build_object('displayName', customer.display_name, 'gstin', customer.gstin), customer.currency_code, 1,
        sums.taxable, 0, sums.cgst, sums.sgst, sums.igst, sums.total, caller_user);

    answer := json_build_object('id', new_invoice, 'status', 'SENT', 'total', sums.total);
    UPDATE idempotency_keys k SET status = 201, reply = answer::text
    WHERE k.organization_id = caller_id AND k.operation = 'create_invoice' AND k.key = asked_key;
    RETURN answer;
END $$;
GRANT EXECUTE ON FUNCTION postgrest.create_invoice(json) TO bench_postgrest_caller;

-- name: counts
-- What a creation changes, of one organization.
SELECT (SELECT count(*) FROM postgrest_rows.invoices WHERE organization_id = %(organization_id)s) AS invoices,
       (SELECT count(*) FROM postgrest_rows.invoice_lines WHERE organization_id = %(organization_id)s) AS lines,
       (SELECT count(*) FROM postgrest_rows.inventory_movements WHERE organization_id = %(organization_id)s) AS movements,
       (SELECT -sum(quantity_on_hand) FROM postgrest_rows.stock_positions WHERE organization_id = %(organization_id)s) AS sold,
       (SELECT -sum(value) FROM postgrest_rows.stock_positions WHERE organization_id = %(organization_id)s) AS cost,
       (SELECT sum(last_taken) FROM postgrest_rows.number_counters WHERE organization_id = %(organization_id)s) AS numbers,
       (SELECT count(*) FROM postgrest_rows.idempotency_keys WHERE organization_id = %(organization_id)s) AS keys,
       (SELECT count(*) FROM postgrest_rows.trail WHERE organization_id = %(organization_id)s) AS trail;
