-- The books can be closed through a day: what is dated on or before it is no longer made, changed, sent, voided or deleted.
--
-- A writer holds the books open until it commits, and who moves the lock waits for all writers: a write that is under way
-- either is part of the books when the lock is answered, or is refused. Writers do not wait for one another. On a
-- distributed table all of this happens where the organization's rows are.
--
-- What the books refuse is raised with SQLSTATE GS409; its message is the sentence for the caller.

-- Every hash of a new table's rows has all of its columns: `check --trail` would look for older ones that lack them.
CREATE OR REPLACE PROCEDURE hash_columns(target text)
    LANGUAGE sql
AS $$
    INSERT INTO trail_columns (table_name, column_name, since)
    SELECT target, a.attname,
           CASE WHEN EXISTS (SELECT FROM trail_columns k WHERE k.table_name = target) THEN nextval('trail_ids') ELSE 0 END
    FROM pg_attribute a
    WHERE a.attrelid = target::regclass AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY a.attnum
    ON CONFLICT DO NOTHING
$$;
UPDATE trail_columns c
SET since = 0
WHERE NOT EXISTS (SELECT FROM trail_columns o WHERE o.table_name = c.table_name AND o.since = 0);

CREATE TABLE books_locks (
    organization_id text        NOT NULL PRIMARY KEY REFERENCES organizations,
    locked_through  date,
    updated_by      text,
    updated_at      timestamptz NOT NULL DEFAULT now()
);
CALL tenant_table('books_locks', 'SELECT, INSERT, UPDATE', 'organization_id');

-- The number of the advisory lock on an organization's books.
CREATE FUNCTION books_of(organization text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN hashtextextended(organization || ' books', 0);

-- Holds the books as they are until the transaction ends, and answers the day through which they are closed.
CREATE FUNCTION hold_books(organization text) RETURNS date
    LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(books_of(organization));
    -- In a statement of its own, which sees what was committed before the lock was taken.
    RETURN (SELECT b.locked_through FROM books_locks b WHERE b.organization_id = organization);
END $$;

CREATE FUNCTION require_open_books(organization text, day date) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    closed constant date := hold_books(organization);
BEGIN
    IF day <= closed THEN
        RAISE EXCEPTION 'The books are closed through %.', to_char(closed, 'YYYY-MM-DD') USING ERRCODE = 'GS409';
    END IF;
END $$;

CREATE FUNCTION move_books_lock() RETURNS trigger
    LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(books_of(NEW.organization_id));
    RETURN NEW;
END $$;
CREATE TRIGGER books_locks_wait_for_writers BEFORE INSERT OR UPDATE ON books_locks
    FOR EACH ROW EXECUTE FUNCTION move_books_lock();

-- Keeps a table's documents out of closed books, by their column `day`. Settling a document moves neither its day nor
-- `states`, the columns by which it comes into force, is voided or deleted.
CREATE PROCEDURE keep_books_closed(target text, day text, states text DEFAULT NULL)
    LANGUAGE plpgsql
AS $$
BEGIN
    EXECUTE format($body$
        CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $function$
        BEGIN
            IF TG_OP = 'DELETE' THEN
                PERFORM require_open_books(OLD.organization_id, OLD.%2$I);
                RETURN OLD;
            END IF;
            -- There is no OLD of what is inserted, and the least of a day and nothing is the day.
            PERFORM require_open_books(NEW.organization_id, least(OLD.%2$I, NEW.%2$I));
            RETURN NEW;
        END $function$
    $body$, target || '_in_open_books', day);
    EXECUTE format(
        'CREATE TRIGGER in_open_books BEFORE INSERT OR DELETE OR UPDATE OF %2$s ON %1$I
            FOR EACH ROW EXECUTE FUNCTION %3$I()',
        target, concat_ws(', ', quote_ident(day), states), target || '_in_open_books');
END $$;

-- The same for a document with a status, of which drafting, issuing and voiding count, and being settled does not.
CREATE PROCEDURE keep_books_of_states_closed(target text, day text)
    LANGUAGE plpgsql
AS $$
BEGIN
    CALL keep_books_closed(target, day);
    EXECUTE format(
        $body$CREATE TRIGGER moved_in_open_books BEFORE UPDATE OF status ON %1$I FOR EACH ROW
            WHEN (OLD.status IS DISTINCT FROM NEW.status AND (OLD.status IN ('DRAFT', 'VOID') OR NEW.status IN ('DRAFT', 'VOID')))
            EXECUTE FUNCTION %2$I()$body$,
        target, target || '_in_open_books');
END $$;

CALL keep_books_of_states_closed('invoices', 'invoice_date');
CALL keep_books_of_states_closed('credit_notes', 'credit_note_date');
CALL keep_books_of_states_closed('debit_notes', 'debit_note_date');
CALL keep_books_of_states_closed('bills', 'bill_date');
CALL keep_books_closed('payments_received', 'payment_date', 'deleted_at');
CALL keep_books_closed('payments_made', 'payment_date');
CALL keep_books_closed('expenses', 'expense_date', 'deleted_at');

-- Counted goods are of the day on which they are entered, in the organization's calendar.
CREATE FUNCTION counted_in_open_books() RETURNS trigger
    LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM require_open_books(o.id, (now() AT TIME ZONE o.time_zone)::date)
    FROM organizations o
    WHERE o.id = NEW.organization_id;
    RETURN NEW;
END $$;
CREATE TRIGGER in_open_books BEFORE INSERT ON inventory_movements FOR EACH ROW
    WHEN (NEW.movement_type IN ('OPENING_IN', 'ADJUSTMENT_IN', 'ADJUSTMENT_OUT'))
    EXECUTE FUNCTION counted_in_open_books();

-- Whether an entry of the trail tells of more than that a document was settled. For `check`, where it looks at documents in
-- closed books: it reads what the row was after the entry where what it was before does not say enough.
CREATE FUNCTION more_than_settled(entry trail) RETURNS boolean
    LANGUAGE plpgsql STABLE
AS $$
DECLARE
    settled constant text[] := '{amount_paid,allocated,allocated_amount,updated_by,updated_at,made_in}';
    becomes jsonb;
BEGIN
    IF entry.before IS NULL THEN
        RETURN false;
    END IF;
    IF NOT entry.before ? 'status' AND NOT whole_row(entry.id, entry.row_hash) THEN
        RETURN entry.before - settled <> '{}';
    END IF;
    becomes := trail_after(entry.organization_id, entry.table_name, entry.record_id, entry.id, entry.row_hash);
    RETURN EXISTS (
        SELECT FROM jsonb_each(entry.before - settled) b
        WHERE b.value IS DISTINCT FROM becomes -> b.key
          AND (b.key <> 'status' OR '{DRAFT,VOID}'::text[] && ARRAY[b.value #>> '{}', becomes ->> 'status']));
END $$;
