-- What several files have in common: parts, and groups of statements. A kind of master data says which groups it has
-- with `-- use:`; `table` is its table, `view` shows its live records as they go out, and its part `chosen` narrows them
-- to the organization and to what the filters of its list let through.

-- part: emailed(kind)
-- When a mail of a record `r` was last taken by a server.
(SELECT max(m.sent_at)
        FROM mails m
        WHERE m.organization_id = %(organization_id)s AND m.record_id = r.id AND m.kind = ':kind') AS email_sent_at

-- part: default_warehouse
-- Where goods lie when nothing is said: the default warehouse, else the oldest; none before the first one is made. It is
-- held as what documents name is.
SELECT h.id
FROM warehouses h
WHERE h.organization_id = %(organization_id)s AND h.deleted_at IS NULL
ORDER BY h.is_default DESC, h.created_at, h.id
LIMIT 1
FOR KEY SHARE

-- part: variants_of_a_line
-- Those that a line `l` of the item `i` may mean. An item deleted since the line was written means the variants that were
-- deleted with it: that is where its goods lie.
SELECT CASE WHEN l.item_variant_id IS NULL THEN ARRAY(
    SELECT v.id
    FROM item_variants v
    WHERE v.organization_id = %(organization_id)s
      AND v.item_id = l.item_id
      AND (v.deleted_at IS NULL OR v.deleted_at = i.deleted_at)
    ORDER BY v.sort_order, v.id
) ELSE ARRAY[l.item_variant_id] END

-- part: blank_variant
-- One that may be the service's own: an item without variants gets it at its first movement.
btrim(v.size) = '' AND coalesce(btrim(v.sku), '') = ''

-- part: issued
-- Every number that a document of the organization bears, whether the document is still in force, and with which GSTIN
-- the organization sells.
SELECT 'INVOICE' AS doc_type, id, invoice_number AS number, fiscal_year, invoice_date AS day,
       status <> 'VOID' AS in_force, seller_gstin, created_at
FROM invoices
WHERE organization_id = %(organization_id)s AND fiscal_year IS NOT NULL
UNION ALL
SELECT 'PAYMENT_RECEIVED', id, payment_number, fiscal_year, payment_date, deleted_at IS NULL, NULL, created_at
FROM payments_received
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'EXPENSE', id, expense_number, fiscal_year, expense_date, deleted_at IS NULL, NULL, created_at
FROM expenses
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'QUOTE', id, quote_number, fiscal_year, quote_date, true, seller_gstin, created_at
FROM quotes
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'SALES_ORDER', id, sales_order_number, fiscal_year, order_date, status <> 'VOID', seller_gstin, created_at
FROM sales_orders
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'PURCHASE_ORDER', id, purchase_order_number, fiscal_year, order_date, status <> 'VOID', NULL, created_at
FROM purchase_orders
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'BILL', id, bill_number, fiscal_year, bill_date, status <> 'VOID', NULL, created_at
FROM bills
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'PAYMENT_MADE', id, payment_number, fiscal_year, payment_date, deleted_at IS NULL, NULL, created_at
FROM payments_made
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'CREDIT_NOTE', id, credit_note_number, fiscal_year, credit_note_date, status <> 'VOID', seller_gstin, created_at
FROM credit_notes
WHERE organization_id = %(organization_id)s AND fiscal_year IS NOT NULL
UNION ALL
SELECT 'DEBIT_NOTE', id, debit_note_number, fiscal_year, debit_note_date, status <> 'VOID', NULL, created_at
FROM debit_notes
WHERE organization_id = %(organization_id)s AND fiscal_year IS NOT NULL

-- part: numbers_in_form
-- The counters in numbers that documents have in the present form of a live series of their kind, whatever their
-- registrations and however they are padded. `counting` is the fiscal year of the counter, 0 for one of all years. A
-- document may have moved to the other calendar year of its fiscal year since.
SELECT s.id AS series_id, s.doc_type, s.registration_id, greatest(s.formed_at, s.updated_at) AS formed_at,
       i.doc_type AS kind, i.id, i.number, i.seller_gstin, i.created_at,
       CASE WHEN s.reset_yearly THEN i.fiscal_year ELSE 0 END AS counting, d.digits::bigint AS counter
FROM number_series s
JOIN (
:issued
) i
    ON i.doc_type = split_part(s.doc_type, ' ', 1)
CROSS JOIN (VALUES (0), (1)) AS calendar (later)
CROSS JOIN LATERAL (
    SELECT to_char(make_date(i.fiscal_year, 1, 1), 'YY') || '-'
           || to_char(make_date(i.fiscal_year + 1, 1, 1), 'YY') AS fiscal,
           to_char(make_date(i.fiscal_year + calendar.later, 1, 1), 'YYYY') AS long
) y
CROSS JOIN LATERAL (
    SELECT replace(replace(replace(s.prefix, '{FY}', y.fiscal), '{YYYY}', y.long), '{YY}', right(y.long, 2)) AS prefix,
           replace(replace(replace(s.suffix, '{FY}', y.fiscal), '{YYYY}', y.long), '{YY}', right(y.long, 2)) AS suffix
) f
CROSS JOIN LATERAL (
    SELECT substr(i.number, length(f.prefix) + 1,
                  greatest(length(i.number) - length(f.prefix) - length(f.suffix), 0)) AS digits
) d
WHERE s.organization_id = %(organization_id)s
  AND s.deleted_at IS NULL
  AND i.number = f.prefix || d.digits || f.suffix
  AND d.digits ~ '^[0-9]{1,15}$'

-- part: is_found
(%(found)s::text[] IS NULL OR id = ANY (%(found)s))

-- part: has_status
(%(status)s::text IS NULL OR status = %(status)s)

-- part: is_of(party)
(%(:party)s::text IS NULL OR :party = %(:party)s)

-- part: of_days(day)
(%(from_day)s::date IS NULL OR :day >= %(from_day)s) AND (%(to_day)s::date IS NULL OR :day <= %(to_day)s)

-- part: changed_since
(%(updated_since)s::timestamptz IS NULL OR updated_at >= %(updated_since)s)

-- part: held(table, ids)
-- Records, in the order of all who hold some, that nobody deletes meanwhile: whoever deletes one waits for the documents
-- that name it, and these see whether it is deleted.
SELECT *
FROM :table
WHERE organization_id = %(organization_id)s AND id = ANY (%(:ids)s::text[])
ORDER BY id
FOR KEY SHARE

-- part: is_referenced
(%(external_reference)s::text IS NULL OR external_reference = %(external_reference)s)

-- part: is_called(number)
-- A document by its number, and by what its sender calls it.
(%(number)s::text IS NULL OR :number = %(number)s) AND :is_referenced

-- part: goods_of(lines, parent)
-- The lines of a stored document whose items are kept in stock, with the variants each may mean, and the warehouse of
-- their goods, the document's if it names one, which may have been deleted since. An item deleted since means the
-- variants that were deleted with it: that is where its goods lie.
SELECT l.id, l.item_id, l.quantity, l.taxable_amount, l.sort_order,
       CASE WHEN %(warehouse_id)s::text IS NULL THEN (:default_warehouse) ELSE w.id END AS warehouse_id,
       %(warehouse_id)s::text IS NOT NULL AND w.id IS NULL AS is_warehouse_deleted,
       (:variants_of_a_line) AS variant_ids
FROM :lines l
JOIN items i
    ON i.organization_id = %(organization_id)s AND i.id = l.item_id AND i.track_inventory
LEFT JOIN (
    SELECT h.id
    FROM warehouses h
    WHERE h.organization_id = %(organization_id)s AND h.id = %(warehouse_id)s::text AND h.deleted_at IS NULL
    FOR KEY SHARE
) w
    ON true
WHERE l.organization_id = %(organization_id)s AND l.:parent = %(id)s
ORDER BY l.sort_order

-- part: active
(%(is_active)s::boolean IS NULL OR is_active = %(is_active)s)

-- part: found(table)
(%(q)s::text IS NULL OR id = ANY (ARRAY(SELECT matching_:table(%(q)s))))

-- part: page
LIMIT %(limit)s OFFSET %(offset)s

-- group: read(table, view)

-- name: get
SELECT *
FROM :view
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: lock
-- Not FOR UPDATE: a document that names the record need not wait.
SELECT *
FROM :table
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL
FOR NO KEY UPDATE;

-- group: guarded(table)
-- A record that is not deleted while something stands in the way.

-- name: hold_to_delete
-- Alone: documents that are being made of it have ended, and others wait.
SELECT id, updated_at
FROM :table
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL
FOR UPDATE;

-- group: record(table, view)
-- A record that does not say who made and changed it.

-- use: read(:table, :view)

-- name: delete
UPDATE :table
SET deleted_at = now(), updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL;

-- group: signed_record(table, view)

-- use: read(:table, :view)

-- name: delete
UPDATE :table
SET deleted_at = now(), updated_at = now(), updated_by = %(user_id)s
WHERE organization_id = %(organization_id)s AND id = %(id)s AND deleted_at IS NULL;

-- group: draft(table, lines, parent)
-- A document that can be written over HTTP: `lines` is the table of its lines, which name it in `parent`.

-- name: lock
SELECT d.*, (now() AT TIME ZONE o.time_zone)::date AS today, o.checks
FROM :table d
JOIN organizations o ON o.id = %(organization_id)s
WHERE d.organization_id = %(organization_id)s AND d.id = %(id)s
FOR NO KEY UPDATE OF d;

-- name: move
UPDATE :table
SET status = %(status)s, updated_by = %(user_id)s, updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: delete_lines
DELETE FROM :lines
WHERE organization_id = %(organization_id)s AND :parent = %(id)s;

-- name: delete
DELETE FROM :table
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- group: referenced(table)
-- Of the references those that a record has which is in force: the file says in its part `in_force` which one is.

-- name: referenced
SELECT external_reference
FROM :table
WHERE organization_id = %(organization_id)s
  AND external_reference = ANY (%(references)s::text[])
  AND :in_force;

-- group: numbered(table, number)

-- name: taken
-- Those of the numbers that a document has already.
SELECT d.fiscal_year, d.:number AS number
FROM unnest(%(fiscal_years)s::int[], %(numbers)s::text[]) AS n (fiscal_year, number)
JOIN :table d
    ON d.organization_id = %(organization_id)s AND d.fiscal_year = n.fiscal_year AND d.:number = n.number;

-- group: ordered(orders, lines, made, parent, number)
-- An order that documents of the table `made` are made of, which name it in `parent` as its `lines` do. What each took of
-- the order stands in its `converted`; one that is void took nothing.

-- name: lines_left
-- With what was taken of each so far.
SELECT l.*, t.quantity AS taken_quantity, t.discount AS taken_discount, t.share AS taken_share
FROM :lines l
CROSS JOIN LATERAL (
    SELECT coalesce(sum((d.converted -> 'lines' -> l.id ->> 'quantity')::numeric), 0) AS quantity,
           coalesce(sum((d.converted -> 'lines' -> l.id ->> 'discount')::numeric), 0) AS discount,
           coalesce(sum((d.converted -> 'lines' -> l.id ->> 'share')::numeric), 0) AS share
    FROM :made d
    WHERE d.organization_id = %(organization_id)s AND d.:parent = %(id)s AND d.status <> 'VOID'
) t
WHERE l.organization_id = %(organization_id)s AND l.:parent = %(id)s
ORDER BY l.sort_order;

-- name: adjustment_taken
-- What was taken so far of what is added or taken off below the lines.
SELECT coalesce(sum((d.converted ->> 'adjustment')::numeric), 0) AS amount
FROM :made d
WHERE d.organization_id = %(organization_id)s AND d.:parent = %(id)s AND d.status <> 'VOID';

-- name: became
-- A document that was made of the order, in force or a draft.
SELECT d.:number AS number
FROM :made d
WHERE d.organization_id = %(organization_id)s AND d.:parent = %(id)s AND d.status <> 'VOID'
ORDER BY d.created_at, d.id
LIMIT 1;

-- name: take_back
-- The order of which a document was made that is about to go: it is `in_force` again where nothing was left of it.
UPDATE :orders o
SET status = CASE
        WHEN o.status = 'CLOSED' AND NOT EXISTS (
            SELECT FROM :lines l
            WHERE l.organization_id = %(organization_id)s
              AND l.:parent = o.id
              AND l.quantity > (
                SELECT coalesce(sum((d.converted -> 'lines' -> l.id ->> 'quantity')::numeric), 0)
                FROM :made d
                WHERE d.organization_id = %(organization_id)s AND d.:parent = l.:parent AND d.status <> 'VOID'
            )
        ) THEN %(in_force)s
        ELSE o.status
    END,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE o.organization_id = %(organization_id)s AND o.id = %(id)s;

-- group: note(table, lines, parent, number, party, document, original)
-- A note to a :party about a :document; its lines name :original lines.

-- use: draft(:table, :lines, :parent)

-- name: named
-- Whose a note is, what it names, and the registration of the organization that it was written under: what is known of it
-- before it is locked.
SELECT d.:party AS party_id, d.updated_at, d.:document AS document_id,
       ARRAY(
           SELECT l.:original
           FROM :lines l
           WHERE l.organization_id = %(organization_id)s AND l.:parent = d.id AND l.:original IS NOT NULL
       ) AS line_ids,
       (SELECT r.id
        FROM registrations r
        WHERE r.organization_id = %(organization_id)s AND r.gstin = d.seller_gstin
        ORDER BY r.id
        LIMIT 1) AS registration_id
FROM :table d
WHERE d.organization_id = %(organization_id)s AND d.id = %(id)s;

-- name: lines_to_open
-- The lines of a draft, and where the goods of each lie.
SELECT l.*, coalesce(i.track_inventory, false) AS track_inventory,
       coalesce(%(warehouse_id)s::text, (:default_warehouse)) AS warehouse_id,
       (:variants_of_a_line) AS variant_ids
FROM :lines l
LEFT JOIN items i
    ON i.organization_id = %(organization_id)s AND i.id = l.item_id
WHERE l.organization_id = %(organization_id)s AND l.:parent = %(id)s
ORDER BY l.sort_order;

-- name: issue
UPDATE :table
SET status = 'OPEN',
    :number = %(number)s,
    fiscal_year = %(fiscal_year)s,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- group: one_default(table, flag)

-- name: clear_default
UPDATE :table
SET :flag = false, updated_at = now()
WHERE organization_id = %(organization_id)s AND :flag AND deleted_at IS NULL
  AND id IS DISTINCT FROM %(id)s::text;

-- group: chosen_list(view, name)
-- The orders of every list that is narrowed by the part `chosen`.

-- name: count_chosen
SELECT count(*) AS total
FROM :view
WHERE :chosen;

-- name: by_name
SELECT *
FROM :view
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (:name, id) > (%(after_name)s, %(after_id)s))
ORDER BY :name, id
:page;

-- name: by_update
SELECT *
FROM :view
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (updated_at, id) > (%(after_updated_at)s, %(after_id)s))
ORDER BY updated_at, id
:page;

-- group: list_by_creation(view, name)

-- use: chosen_list(:view, :name)

-- name: newest
SELECT *
FROM :view
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) < (%(after_created_at)s, %(after_id)s))
ORDER BY created_at DESC, id DESC
:page;

-- name: oldest
SELECT *
FROM :view
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (created_at, id) > (%(after_created_at)s, %(after_id)s))
ORDER BY created_at, id
:page;

-- group: whole_list(table, view, day)
-- The list of a kind of document without filters, by its day. Its count is kept (0014).

-- name: list
SELECT *
FROM :view
WHERE organization_id = %(organization_id)s
ORDER BY :day DESC, created_at DESC, id DESC
:page;

-- name: count
SELECT coalesce(sum(change), 0)::bigint AS total
FROM record_counts
WHERE organization_id = %(organization_id)s AND table_name = ':table';

-- name: matching
-- The ids of those that a search finds, or of `most` of them.
SELECT id
FROM matching_:table(%(q)s, %(most)s) AS id
WHERE current_organization() = %(organization_id)s;

-- group: dated_list(table, view, day)
-- The same as the part `chosen` narrows it, and in other orders.

-- use: whole_list(:table, :view, :day)

-- name: count_chosen
SELECT count(*) AS total
FROM :view
WHERE :chosen;

-- name: latest
SELECT *
FROM :view
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (:day, created_at, id) < (%(after_day)s, %(after_created_at)s, %(after_id)s))
ORDER BY :day DESC, created_at DESC, id DESC
:page;

-- name: earliest
SELECT *
FROM :view
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (:day, created_at, id) > (%(after_day)s, %(after_created_at)s, %(after_id)s))
ORDER BY :day, created_at, id
:page;

-- name: by_update
SELECT *
FROM :view
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (updated_at, id) > (%(after_updated_at)s, %(after_id)s))
ORDER BY updated_at, id
:page;

-- group: searched_list(table, view, name)

-- use: list_by_creation(:view, :name)

-- name: list
-- Two branches, of which one has rows: with an OR, a rare word would be looked for in every record.
(
    SELECT *
    FROM :view
    WHERE organization_id = %(organization_id)s AND %(q)s::text IS NULL
    ORDER BY created_at DESC, id DESC
    :page
)
UNION ALL
SELECT *
FROM :view
WHERE organization_id = %(organization_id)s AND id IN (SELECT matching_:table(%(q)s, %(limit)s, %(offset)s))
ORDER BY created_at DESC, id DESC;

-- group: small_searched_list(table, view, name)
-- What comes by the handful is counted when it is listed.

-- use: searched_list(:table, :view, :name)

-- name: count
SELECT CASE WHEN %(q)s::text IS NULL
    THEN (SELECT count(*) FROM :view WHERE organization_id = %(organization_id)s)
    ELSE (SELECT count(*) FROM matching_:table(%(q)s))
END AS total;

-- group: large_searched_list(table, view, name)
-- What grows with the business has a count that is kept (0014).

-- use: searched_list(:table, :view, :name)

-- name: count
SELECT CASE WHEN %(q)s::text IS NULL
    THEN (SELECT coalesce(sum(change), 0)::bigint FROM record_counts
          WHERE organization_id = %(organization_id)s AND table_name = ':table')
    ELSE (SELECT count(*) FROM matching_:table(%(q)s))
END AS total;

-- group: found_in_every_kind
-- What tells of records of all kinds is read by those that a search finds.

-- name: matching
-- The ids of the records that a search finds, or of `most` of them.
SELECT DISTINCT id
FROM (
    SELECT matching_customers(%(q)s, %(most)s, 0) AS id
    UNION ALL SELECT matching_vendors(%(q)s, %(most)s, 0)
    UNION ALL SELECT matching_items(%(q)s, %(most)s, 0)
    UNION ALL SELECT matching_quotes(%(q)s, %(most)s)
    UNION ALL SELECT matching_sales_orders(%(q)s, %(most)s)
    UNION ALL SELECT matching_invoices(%(q)s, %(most)s)
    UNION ALL SELECT matching_credit_notes(%(q)s, %(most)s)
    UNION ALL SELECT matching_payments_received(%(q)s, %(most)s)
    UNION ALL SELECT matching_purchase_orders(%(q)s, %(most)s)
    UNION ALL SELECT matching_bills(%(q)s, %(most)s)
    UNION ALL SELECT matching_debit_notes(%(q)s, %(most)s)
    UNION ALL SELECT matching_payments_made(%(q)s, %(most)s)
    UNION ALL SELECT matching_expenses(%(q)s, %(most)s)
) f
WHERE current_organization() = %(organization_id)s
LIMIT %(most)s;

-- group: registered(table)
-- A document that is registered at the invoice registration portal; whoever writes it holds it.

-- name: register
UPDATE :table
SET irn = %(irn)s,
    ack_no = %(ack_no)s,
    ack_date = %(ack_date)s,
    signed_qr_code = %(signed_qr_code)s,
    signed_invoice = %(signed_invoice)s,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: cancel_registration
-- No row comes back after a day.
UPDATE :table
SET e_invoice_cancelled_at = now(),
    e_invoice_cancel_reason = %(reason)s,
    e_invoice_cancel_remark = %(remark)s,
    updated_by = %(user_id)s,
    updated_at = now()
WHERE organization_id = %(organization_id)s AND id = %(id)s AND ack_date >= now() - interval '24 hours'
RETURNING id;

-- group: party_ledger(table, view, entries, party)
-- The ledgers of the parties in `table`, whose `entries` name them in `party`. Their list has the columns that the file's
-- part `columns` says.

-- name: list
-- Two branches, of which one has rows: with an OR, a rare word would be looked for in every record.
SELECT :columns
FROM (
    (
        SELECT *
        FROM :view
        WHERE organization_id = %(organization_id)s AND %(q)s::text IS NULL
        ORDER BY created_at DESC, id DESC
        :page
    )
    UNION ALL
    SELECT *
    FROM :view
    WHERE organization_id = %(organization_id)s AND id IN (SELECT matching_:table(%(q)s, %(limit)s, %(offset)s))
) page
ORDER BY created_at DESC, id DESC;

-- name: count
SELECT CASE WHEN %(q)s::text IS NULL
    THEN (SELECT coalesce(sum(change), 0)::bigint FROM record_counts
          WHERE organization_id = %(organization_id)s AND table_name = ':table')
    ELSE (SELECT count(*) FROM matching_:table(%(q)s))
END AS total;

-- name: count_chosen
SELECT count(*) AS total
FROM :view
WHERE organization_id = %(organization_id)s AND :changed_since AND :found(:table);

-- name: newest
SELECT :columns
FROM :view
WHERE organization_id = %(organization_id)s AND :changed_since AND :found(:table)
  AND (%(after_id)s::text IS NULL OR (created_at, id) < (%(after_created_at)s, %(after_id)s))
ORDER BY created_at DESC, id DESC
:page;

-- name: oldest
SELECT :columns
FROM :view
WHERE organization_id = %(organization_id)s AND :changed_since AND :found(:table)
  AND (%(after_id)s::text IS NULL OR (created_at, id) > (%(after_created_at)s, %(after_id)s))
ORDER BY created_at, id
:page;

-- name: by_name
SELECT :columns
FROM :view
WHERE organization_id = %(organization_id)s AND :changed_since AND :found(:table)
  AND (%(after_id)s::text IS NULL OR (display_name, id) > (%(after_name)s, %(after_id)s))
ORDER BY display_name, id
:page;

-- name: by_update
SELECT :columns
FROM :view
WHERE organization_id = %(organization_id)s AND :changed_since AND :found(:table)
  AND (%(after_id)s::text IS NULL OR (updated_at, id) > (%(after_updated_at)s, %(after_id)s))
ORDER BY updated_at, id
:page;

-- name: entries
-- The entries of the window, oldest first, each beside the balances at both ends of the full history: one statement, so
-- that all figures are of one moment. A window without entries makes one row, which has no type. What came before the
-- window is the whole less what came since: windows are mostly of late.
WITH history AS (
    SELECT coalesce(sum(change), 0) AS whole,
           coalesce(sum(change) FILTER (WHERE date >= coalesce(%(from_day)s::date, '-infinity')), 0) AS since
    FROM :entries
    WHERE organization_id = %(organization_id)s AND :party = %(id)s
)
SELECT p.opening_balance, p.opening_balance + h.whole AS outstanding,
       e.date, e.type, e.number, e.debit, e.credit, e.status,
       p.opening_balance + h.whole - h.since + sum(e.change) OVER (ORDER BY e.date, e.created_at, e.id) AS balance
FROM :table p
CROSS JOIN history h
LEFT JOIN :entries e
    ON e.organization_id = %(organization_id)s
    AND e.:party = p.id
    AND e.date >= coalesce(%(from_day)s::date, '-infinity')
    AND e.date <= coalesce(%(to_day)s::date, 'infinity')
WHERE p.organization_id = %(organization_id)s AND p.id = %(id)s AND p.deleted_at IS NULL
ORDER BY e.date, e.created_at, e.id;

-- group: claim

-- name: claim
-- `whose` says of which organizations a row may be.
-- Deliveries that are due, each with what is sent. Of a record the oldest that waits comes first, and what follows it waits
-- for it; a test waits for none. Whoever claims one has it for a minute, after which it may be taken for lost. Of endpoints in
-- `busy` no more than `room` is taken, of others `most`; one that has failed 20 times in a row is tried once a minute.
WITH due AS MATERIALIZED (
    -- Worked out once, whatever the plan: a second time it would find others.
    SELECT c.organization_id, c.id
    FROM (
        -- Another one first each time: where there is more than is taken, it is not always of the same.
        SELECT e.organization_id, e.id, least(CASE WHEN f.in_a_row >= 20 THEN 1 END, coalesce(b.room, %(most)s)) AS room
        FROM webhook_endpoints e
        LEFT JOIN webhook_failures f ON f.organization_id = e.organization_id AND f.endpoint_id = e.id AND :whose(f)
        LEFT JOIN unnest(%(busy)s::text[], %(room)s::integer[]) AS b (endpoint_id, room) ON b.endpoint_id = e.id
        WHERE :whose(e)
          AND e.is_active
          AND e.deleted_at IS NULL
          AND (f.in_a_row IS NULL OR f.in_a_row < 20 OR f.last_at < now() - interval '1 minute')
        ORDER BY random()
    ) w
    CROSS JOIN LATERAL (
        SELECT p.organization_id, p.id
        FROM webhook_deliveries p
        WHERE p.organization_id = w.organization_id
          AND :whose(p)
          AND p.endpoint_id = w.id
          AND p.status = 'PENDING'
          AND p.due_at <= now()
          AND NOT EXISTS (
              SELECT
              FROM webhook_deliveries e
              WHERE e.organization_id = p.organization_id
                AND :whose(e)
                AND e.endpoint_id = p.endpoint_id
                AND e.record_id = p.record_id
                AND e.status = 'PENDING'
                AND e.id < p.id
                AND e.event_type <> 'webhook.test'
          )
        ORDER BY p.due_at, p.id
        LIMIT w.room
        FOR UPDATE SKIP LOCKED
    ) c
    LIMIT %(all)s
),
claimed AS (
    UPDATE webhook_deliveries d
    SET attempts = attempts + 1, due_at = now() + interval '1 minute', last_attempt_at = now()
    FROM due
    WHERE d.organization_id = due.organization_id AND d.id = due.id AND :whose(d)
    RETURNING d.organization_id, d.id, d.endpoint_id, d.event_id, d.event_type, d.attempts, d.created_at
)
SELECT c.organization_id, c.id, c.endpoint_id, c.attempts, now() AS claimed_at, c.created_at AS waiting_since, c.event_type AS type,
       'evt_' || lpad(c.event_id::text, 18, '0') AS event_id, e.created_at,
       coalesce(e.data, (
           SELECT o.data
           FROM events o
           WHERE o.organization_id = c.organization_id AND :whose(o) AND o.id = c.event_id / 10 * 10 + 1
       )) AS data,
       w.url,
       ARRAY(
           SELECT s.secret
           FROM webhook_secrets s
           WHERE s.organization_id = c.organization_id
             AND :whose(s)
             AND s.endpoint_id = c.endpoint_id
             AND (s.valid_until IS NULL OR s.valid_until > now())
           ORDER BY s.valid_until DESC NULLS FIRST
       ) AS secrets
FROM claimed c
JOIN events e ON e.organization_id = c.organization_id AND e.id = c.event_id AND :whose(e)
JOIN webhook_endpoints w ON w.organization_id = c.organization_id AND w.id = c.endpoint_id AND :whose(w);
