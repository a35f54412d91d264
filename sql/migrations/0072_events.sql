-- What changed, told once for each change of state, in the transaction that made it.
--
-- The trail knows what each statement changed, and its first entry in a transaction makes one row in trail_transactions.
-- A deferred trigger of that row writes the events when the transaction commits: all of its changes are known then, a
-- record is as it will be read, and the locks that the changes took are still held, so that events of one record have the
-- order of its changes. Requests, files, bulk requests and commands need know nothing of it.

-- An event's id is that of the trail's last entry of its record in the transaction, and a digit that counts the events
-- of the record in it. All of these have the same data, which stands in the first.
CREATE TABLE events (
    organization_id text        NOT NULL,
    id              bigint      NOT NULL,
    type            text        NOT NULL,
    created_at      timestamptz NOT NULL,
    record_id       text        NOT NULL,
    data            jsonb       CHECK (data IS NOT NULL OR id % 10 > 1),
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX events_newest ON events (organization_id, created_at DESC, id DESC);
CREATE INDEX events_by_record ON events (organization_id, record_id, created_at DESC, id DESC);
CREATE INDEX events_by_type ON events (organization_id, type, created_at DESC, id DESC);
-- For the pruning of all organizations: events lie in the order of their time.
CREATE INDEX events_by_time ON events USING brin (created_at);
CALL wall_off('events');
GRANT SELECT ON events TO invoicing_app;

-- The tables whose records have events: the view that shows what is read of one, what it is called in types, and, of a
-- document with states, the word for its leaving DRAFT.
CREATE TABLE event_kinds (
    table_name text NOT NULL PRIMARY KEY REFERENCES trail_tables,
    shown_by   text NOT NULL,
    noun       text NOT NULL,
    issued     text
);

-- Adds a kind, and makes anew the function that shows records of all kinds, by statements whose plans are kept.
CREATE PROCEDURE tell_events_of(target text, shown text, issued text DEFAULT NULL)
    LANGUAGE plpgsql
AS $procedure$
DECLARE
    branches text;
BEGIN
    INSERT INTO event_kinds VALUES (target, shown, regexp_replace(shown, '_records$', ''), issued);
    SELECT string_agg(format(
        $branch$
        WHEN %1$L THEN
            RETURN QUERY
            SELECT r.id, %3$s, to_jsonb(r)
            FROM %2$I r %4$s
            WHERE r.organization_id = tenant AND r.id = ANY (ids);
        $branch$,
        k.table_name, k.shown_by,
        CASE WHEN k.issued IS NULL THEN 'NULL::text' ELSE 't.status' END,
        CASE WHEN k.issued IS NOT NULL THEN
            format('JOIN %I t ON t.organization_id = tenant AND t.id = r.id', k.table_name) END), '')
    INTO branches
    FROM event_kinds k;
    EXECUTE format(
        $function$
        CREATE OR REPLACE FUNCTION records_for_events(kind text, tenant text, ids text[])
            RETURNS TABLE (id text, status text, data jsonb)
            LANGUAGE plpgsql STABLE
        AS $body$
        BEGIN
            CASE kind %s
            END CASE;
        END $body$
        $function$, branches);
END $procedure$;

CALL tell_events_of('customers', 'customer_records');
CALL tell_events_of('customer_contacts', 'customer_contact_records');
CALL tell_events_of('vendors', 'vendor_records');
CALL tell_events_of('items', 'item_records');
CALL tell_events_of('item_groups', 'item_group_records');
CALL tell_events_of('price_lists', 'price_list_records');
CALL tell_events_of('tax_rates', 'tax_rate_records');
CALL tell_events_of('currencies', 'currency_records');
CALL tell_events_of('payment_terms', 'payment_term_records');
CALL tell_events_of('accounts', 'account_records');
CALL tell_events_of('number_series', 'number_series_records');
CALL tell_events_of('warehouses', 'warehouse_records');
CALL tell_events_of('expenses', 'expense_records');
CALL tell_events_of('quotes', 'quote_records', 'sent');
CALL tell_events_of('sales_orders', 'sales_order_records', 'confirmed');
CALL tell_events_of('invoices', 'invoice_records', 'sent');
CALL tell_events_of('recurring_invoices', 'recurring_invoice_records');
CALL tell_events_of('credit_notes', 'credit_note_records', 'opened');
CALL tell_events_of('payments_received', 'payment_received_records');
CALL tell_events_of('purchase_orders', 'purchase_order_records', 'issued');
CALL tell_events_of('bills', 'bill_records', 'opened');
CALL tell_events_of('debit_notes', 'debit_note_records', 'opened');
CALL tell_events_of('payments_made', 'payment_made_records');

-- Writes the events of a transaction that commits. A write that leaves the moment of the last change as it was is none that
-- a reader sees. What is made and removed in one transaction was never there.
CREATE FUNCTION write_events() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO'
AS $$
DECLARE
    event record;
    endpoint record;
BEGIN
    FOR event IN
        WITH changed AS MATERIALIZED (
            SELECT e.table_name, e.record_id, max(e.id) AS last_entry,
                   bool_or(e.before IS NULL) AS is_new,
                   bool_or(e.row_hash IS NULL) AS is_gone,
                   bool_or(e.before ? 'deleted_at' AND e.before ->> 'deleted_at' IS NULL) AS may_be_marked,
                   bool_or(e.before ? 'retry_date') AS was_tried,
                   (array_agg(e.before ->> 'status' ORDER BY e.id) FILTER (WHERE e.before ? 'status'))[1] AS was,
                   (array_agg(e.before ->> 'updated_at' ORDER BY e.id) FILTER (WHERE e.before ? 'updated_at'))[1] AS last_updated
            FROM trail e
            WHERE e.organization_id = NEW.organization_id
              AND e.id >= NEW.id
              AND e.transaction_id = NEW.id
              AND e.table_name IN (SELECT k.table_name FROM event_kinds k)
            GROUP BY e.table_name, e.record_id
        ),
        shown AS MATERIALIZED (
            SELECT g.table_name, r.id, r.status, r.data
            FROM (
                SELECT c.table_name, array_agg(c.record_id) AS ids
                FROM changed c
                WHERE NOT c.is_gone
                GROUP BY c.table_name
            ) g
            CROSS JOIN LATERAL records_for_events(g.table_name, NEW.organization_id, g.ids) r
        ),
        -- `left_draft` and `came_to` are words for what happened to the state; null where nothing did.
        told AS MATERIALIZED (
            SELECT c.last_entry, c.record_id, c.is_new, k.noun, s.data,
                   c.is_gone OR (s.id IS NULL AND c.may_be_marked) AS is_deleted,
                   c.was_tried AND s.data ->> 'last_failure' IS NOT NULL AS has_failed,
                   CASE WHEN c.is_new OR c.was = 'DRAFT' THEN CASE WHEN s.status NOT IN ('DRAFT', 'VOID') THEN k.issued END END
                       AS left_draft,
                   CASE WHEN c.is_new OR c.was <> s.status THEN
                       CASE WHEN s.status IN ('PAID', 'CLOSED', 'ACCEPTED', 'DECLINED', 'EXPIRED') THEN lower(s.status)
                            WHEN s.status = 'VOID' THEN 'voided' END END
                       AS came_to
            FROM changed c
            JOIN event_kinds k ON k.table_name = c.table_name
            LEFT JOIN shown s ON s.table_name = c.table_name AND s.id = c.record_id
            WHERE CASE WHEN c.is_new THEN s.id IS NOT NULL
                       WHEN c.is_gone OR s.id IS NULL THEN c.is_gone OR c.may_be_marked
                       ELSE c.last_updated IS DISTINCT FROM s.data ->> 'updated_at' AND c.last_updated IS NOT NULL END
        )
        SELECT t.last_entry * 10 + w.place AS id, t.noun || '.' || w.word AS type, t.record_id,
               CASE WHEN w.place = 1 THEN coalesce(t.data, jsonb_build_object('id', t.record_id)) END AS data
        FROM told t
        CROSS JOIN LATERAL unnest(CASE
            WHEN t.is_deleted THEN '{deleted}'
            WHEN t.has_failed THEN '{failed}'
            ELSE array_remove(ARRAY[
                CASE WHEN t.is_new THEN 'created' WHEN t.left_draft IS NULL AND t.came_to IS NULL THEN 'updated' END,
                t.left_draft, t.came_to], NULL)
        END::text[]) WITH ORDINALITY AS w (word, place)
        ORDER BY t.last_entry, w.place
    LOOP
        INSERT INTO events (organization_id, id, type, created_at, record_id, data)
        VALUES (NEW.organization_id, event.id, event.type, clock_timestamp(), event.record_id, event.data);
        FOR endpoint IN
            SELECT w.id
            FROM webhook_endpoints w
            WHERE w.organization_id = NEW.organization_id
              AND w.is_active
              AND w.deleted_at IS NULL
              AND w.events && ARRAY['*', event.type]
        LOOP
            INSERT INTO webhook_deliveries (organization_id, endpoint_id, event_id, event_type, record_id)
            VALUES (NEW.organization_id, endpoint.id, event.id, event.type, event.record_id);
        END LOOP;
    END LOOP;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION write_events, records_for_events FROM PUBLIC;

CREATE CONSTRAINT TRIGGER events AFTER INSERT ON trail_transactions
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION write_events();
ALTER TABLE trail_transactions ENABLE ALWAYS TRIGGER events;

-- Writes an event that tells of nothing, for one endpoint to be tried with; returns the delivery.
CREATE FUNCTION test_webhook(tenant text, endpoint text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    event bigint := nextval('trail_ids') * 10 + 1;
    delivery bigint;
BEGIN
    IF tenant IS DISTINCT FROM current_setting('app.organization_id', true) THEN
        RAISE insufficient_privilege;
    END IF;
    INSERT INTO events (organization_id, id, type, created_at, record_id, data)
    VALUES (tenant, event, 'webhook.test', clock_timestamp(), endpoint, jsonb_build_object('endpoint_id', endpoint));
    INSERT INTO webhook_deliveries (organization_id, endpoint_id, event_id, event_type, record_id)
    VALUES (tenant, endpoint, event, 'webhook.test', endpoint)
    RETURNING id INTO delivery;
    RETURN delivery;
END $$;
REVOKE EXECUTE ON FUNCTION test_webhook FROM PUBLIC;
GRANT EXECUTE ON FUNCTION test_webhook TO invoicing_app;

-- Seconds for which the longest due delivery has waited, of the endpoints of all organizations that answer.
CREATE FUNCTION webhook_lag() RETURNS double precision
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    RETURN (
        SELECT coalesce(extract(epoch FROM now() - min(d.due_at)), 0)
        FROM webhook_endpoints w
        CROSS JOIN LATERAL (
            SELECT p.due_at
            FROM webhook_deliveries p
            WHERE p.organization_id = w.organization_id
              AND p.endpoint_id = w.id
              AND p.status = 'PENDING'
              AND p.due_at <= now()
            ORDER BY p.due_at
            LIMIT 1
        ) d
        WHERE w.is_active
          AND w.deleted_at IS NULL
          AND NOT EXISTS (
              SELECT
              FROM webhook_failures f
              WHERE f.organization_id = w.organization_id AND f.endpoint_id = w.id
          ));
END $$;
REVOKE EXECUTE ON FUNCTION webhook_lag FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhook_lag TO invoicing_app;
