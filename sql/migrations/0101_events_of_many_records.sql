-- The events of many records are written in a time that grows with their number. Where organizations are many and small,
-- PostgreSQL takes the entries that one of them has in one table for one row, and an index by organization and table for as
-- good as the one by record. Of a transaction with many records each was then looked up among all.

-- An index of some rows has no statistics that PostgreSQL uses. Without these it takes a record for a half per cent of the
-- trail.
CREATE STATISTICS trail_of_a_record ON (hashtextextended(record_id, 0)) FROM trail;

-- Writes the events of the records whose last entry in a transaction is one from `since` to `until`. A write that leaves the
-- moment of the last change as it was is none that a reader sees. What is made and removed in one transaction was never there.
-- A record's entries come from the index by record, since nothing lets PostgreSQL take another: zero is added to
-- transaction_id, and the collation of the organization is not that of the indexes which begin with it.
CREATE OR REPLACE FUNCTION write_events_of(tenant text, changed_in bigint, since bigint, until bigint) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    event record;
    endpoint record;
BEGIN
    FOR event IN
        WITH changed AS MATERIALIZED (
            SELECT p.table_name, p.record_id, p.noun, p.issued, c.*
            FROM (
                SELECT k.table_name, k.noun, k.issued, e.record_id, max(e.id) AS last_entry
                FROM trail e
                JOIN event_kinds k ON k.table_name = e.table_name
                WHERE e.organization_id = tenant
                  AND e.id BETWEEN since AND until
                  AND e.transaction_id + 0 = changed_in
                GROUP BY k.table_name, e.record_id
            ) p
            CROSS JOIN LATERAL (
                SELECT max(e.id) AS last_entry,
                       bool_or(e.before IS NULL) AS is_new,
                       bool_or(e.row_hash IS NULL) AS is_gone,
                       bool_or(e.before ? 'deleted_at' AND e.before ->> 'deleted_at' IS NULL) AS may_be_marked,
                       bool_or(e.before ? 'retry_date') AS was_tried,
                       (array_agg(e.before ->> 'status' ORDER BY e.id) FILTER (WHERE e.before ? 'status'))[1] AS was,
                       (array_agg(e.before ->> 'updated_at' ORDER BY e.id) FILTER (WHERE e.before ? 'updated_at'))[1]
                           AS last_updated
                FROM trail e
                WHERE e.organization_id = tenant COLLATE "C"
                  AND hashtextextended(e.record_id, 0) = hashtextextended(p.record_id, 0)
                  AND e.id >= changed_in
                  AND e.record_id = p.record_id
                  AND e.table_name = p.table_name
                  AND e.transaction_id + 0 = changed_in
            ) c
            WHERE c.last_entry = p.last_entry
        ),
        shown AS MATERIALIZED (
            SELECT g.table_name, r.id, r.status, r.data
            FROM (
                SELECT c.table_name, array_agg(c.record_id) AS ids
                FROM changed c
                WHERE NOT c.is_gone
                GROUP BY c.table_name
            ) g
            CROSS JOIN LATERAL records_for_events(g.table_name, tenant, g.ids) r
        ),
        -- `left_draft` and `came_to` are words for what happened to the state; null where nothing did.
        told AS MATERIALIZED (
            SELECT c.last_entry, c.record_id, c.is_new, c.noun, s.data,
                   c.is_gone OR (s.id IS NULL AND c.may_be_marked) AS is_deleted,
                   c.was_tried AND s.data ->> 'last_failure' IS NOT NULL AS has_failed,
                   CASE WHEN c.is_new OR c.was = 'DRAFT' THEN CASE WHEN s.status NOT IN ('DRAFT', 'VOID') THEN c.issued END END
                       AS left_draft,
                   CASE WHEN c.is_new OR c.was <> s.status THEN
                       CASE WHEN s.status IN ('PAID', 'CLOSED', 'ACCEPTED', 'DECLINED', 'EXPIRED') THEN lower(s.status)
                            WHEN s.status = 'VOID' THEN 'voided' END END
                       AS came_to
            FROM changed c
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
        VALUES (tenant, event.id, event.type, clock_timestamp(), event.record_id, event.data);
        FOR endpoint IN
            SELECT w.id
            FROM webhook_endpoints w
            WHERE w.organization_id = tenant
              AND w.is_active
              AND w.deleted_at IS NULL
              AND w.events && ARRAY['*', event.type]
        LOOP
            INSERT INTO webhook_deliveries (organization_id, endpoint_id, event_id, event_type, record_id)
            VALUES (tenant, endpoint.id, event.id, event.type, event.record_id);
        END LOOP;
    END LOOP;
END $$;
