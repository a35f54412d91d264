-- What several files have in common: parts, and groups of statements. A kind of master data says which groups it has
-- with `-- use:`; `table` is its table, `view` shows its live records as they go out, and its part `chosen` narrows them
-- to the organization and to what the filters of its list let through.

-- part: default_warehouse
-- Where goods lie when nothing is said: the default warehouse, else the oldest; none before the first one is made.
SELECT h.id
FROM warehouses h
WHERE h.organization_id = %(organization_id)s
ORDER BY h.is_default DESC, h.created_at, h.id
LIMIT 1

-- part: blank_variant
-- One that may be the service's own: an item without variants gets it at its first movement.
btrim(v.size) = '' AND coalesce(btrim(v.sku), '') = ''

-- part: issued
-- Every number that a document of the organization bears, and whether the document is still in force.
SELECT 'INVOICE' AS doc_type, id, invoice_number AS number, fiscal_year, invoice_date AS day,
       status <> 'VOID' AS in_force
FROM invoices
WHERE organization_id = %(organization_id)s AND fiscal_year IS NOT NULL
UNION ALL
SELECT 'PAYMENT_RECEIVED', id, payment_number, fiscal_year, payment_date, deleted_at IS NULL
FROM payments_received
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'EXPENSE', id, expense_number, fiscal_year, expense_date, deleted_at IS NULL
FROM expenses
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'QUOTE', id, quote_number, fiscal_year, quote_date, true
FROM quotes
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'SALES_ORDER', id, sales_order_number, fiscal_year, order_date, status <> 'VOID'
FROM sales_orders
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'PURCHASE_ORDER', id, purchase_order_number, fiscal_year, order_date, status <> 'VOID'
FROM purchase_orders
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'BILL', id, bill_number, fiscal_year, bill_date, status <> 'VOID'
FROM bills
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'PAYMENT_MADE', id, payment_number, fiscal_year, payment_date, true
FROM payments_made
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'CREDIT_NOTE', id, credit_note_number, fiscal_year, credit_note_date, status <> 'VOID'
FROM credit_notes
WHERE organization_id = %(organization_id)s
UNION ALL
SELECT 'DEBIT_NOTE', id, debit_note_number, fiscal_year, debit_note_date, status <> 'VOID'
FROM debit_notes
WHERE organization_id = %(organization_id)s

-- part: changed_since
(%(updated_since)s::timestamptz IS NULL OR updated_at >= %(updated_since)s)

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

-- group: small_list(view, name)
-- What comes by the handful is counted when it is listed.

-- use: list_by_creation(:view, :name)

-- name: list
SELECT *
FROM :view
WHERE organization_id = %(organization_id)s
ORDER BY created_at DESC, id DESC
:page;

-- name: count
SELECT count(*) AS total
FROM :view
WHERE organization_id = %(organization_id)s;

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
