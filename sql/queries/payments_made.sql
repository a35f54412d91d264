-- name: insert
-- `rows` is an array of objects that are keyed by column.
INSERT INTO payments_made (
    organization_id, id, payment_number, fiscal_year, vendor_id, payment_date, mode, reference_number, amount,
    allocated, currency_code, exchange_rate, notes, created_by)
SELECT %(organization_id)s, r.id, r.payment_number, r.fiscal_year, r.vendor_id, r.payment_date, r.mode,
       r.reference_number, r.amount, r.allocated, r.currency_code, r.exchange_rate, r.notes, %(user_id)s
FROM jsonb_populate_recordset(NULL::payments_made, %(rows)s::jsonb) r
RETURNING id;

-- name: taken
-- Those of the numbers that a document has already.
SELECT d.fiscal_year, d.payment_number AS number
FROM unnest(%(fiscal_years)s::int[], %(numbers)s::text[]) AS n (fiscal_year, number)
JOIN payments_made d
    ON d.organization_id = %(organization_id)s AND d.fiscal_year = n.fiscal_year AND d.payment_number = n.number;

-- name: allocate
INSERT INTO bill_allocations (organization_id, id, payment_id, bill_id, amount)
SELECT %(organization_id)s, a.id, a.payment_id, a.bill_id, a.amount
FROM unnest(%(ids)s::text[], %(payment_ids)s::text[], %(bill_ids)s::text[], %(amounts)s::numeric[])
    AS a (id, payment_id, bill_id, amount)
RETURNING id;
