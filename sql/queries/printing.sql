-- What papers show. Seller, buyer, place and figures are the document's own; telephone, bank, UPI id and logo are the
-- organization's of today.

-- name: invoice
SELECT i.status, i.invoice_number, i.invoice_date, i.due_date, i.seller_legal_name, i.seller_gstin, i.seller_state_code,
       coalesce(i.seller_address, o.address) AS seller_address, i.place_of_supply_state_code, i.buyer, i.currency_code,
       i.exchange_rate, i.sub_total, i.discount_total, i.cgst_total, i.sgst_total, i.igst_total, i.adjustment_label,
       i.adjustment_amount, i.round_off, i.total, i.amount_paid, i.notes, i.terms_and_conditions,
       o.currency_code AS base_currency_code, o.phone AS organization_phone, o.email AS organization_email, o.bank,
       o.upi_id, o.logo, c.symbol AS currency_symbol, b.symbol AS base_currency_symbol, t.html AS template
FROM invoices i
JOIN organizations o
    ON o.id = %(organization_id)s
LEFT JOIN currencies c
    ON c.organization_id = %(organization_id)s AND c.code = i.currency_code AND c.deleted_at IS NULL
LEFT JOIN currencies b
    ON b.organization_id = %(organization_id)s AND b.code = o.currency_code AND b.deleted_at IS NULL
LEFT JOIN document_templates t
    ON t.organization_id = %(organization_id)s AND t.document = 'invoice'
WHERE i.organization_id = %(organization_id)s AND i.id = %(id)s;

-- name: lines
SELECT description, hsn_or_sac, quantity, unit, rate, is_price_inclusive, discount, tax_rate_percent, taxable_amount,
       cgst_amount, sgst_amount, igst_amount, total, width, height, length_unit, qty_count
FROM invoice_lines
WHERE organization_id = %(organization_id)s AND invoice_id = %(id)s
ORDER BY sort_order;

-- name: statement
-- The customer, and both ends of the window: `opening` is before its first entry, `outstanding` after the full history.
-- `aging` is what is open of the customer's invoices today, in the dashboard's five buckets and the customer's
-- currency.
WITH history AS (
    SELECT coalesce(sum(change), 0) AS whole,
           coalesce(sum(change) FILTER (WHERE date >= coalesce(%(from_day)s::date, '-infinity')), 0) AS since
    FROM customer_ledger_entries
    WHERE organization_id = %(organization_id)s AND customer_id = %(id)s
), open AS (
    SELECT width_bucket((now() AT TIME ZONE o.time_zone)::date - i.due_date, ARRAY[1, 31, 61, 91]) AS place,
           sum(in_party_currency(i.total - i.amount_paid, i.currency_code, p.currency_code, i.exchange_rate)) AS amount
    FROM customers p
    JOIN organizations o ON o.id = %(organization_id)s
    JOIN invoices i ON i.organization_id = %(organization_id)s AND i.customer_id = p.id
    WHERE p.organization_id = %(organization_id)s AND p.id = %(id)s AND i.status IN ('SENT', 'PARTIALLY_PAID')
    GROUP BY place
)
SELECT p.display_name, p.legal_name, p.gstin, p.phone, p.email, p.billing_address, p.currency_code,
       p.opening_balance + h.whole - h.since AS opening,
       p.opening_balance + h.whole AS outstanding,
       ARRAY(
           SELECT coalesce(open.amount, 0)
           FROM generate_series(0, 4) AS place
           LEFT JOIN open USING (place)
           ORDER BY place
       ) AS aging,
       (now() AT TIME ZONE o.time_zone)::date AS today,
       coalesce(r.legal_name, o.legal_name) AS seller_name, r.gstin AS seller_gstin,
       coalesce(r.address, o.address) AS seller_address,
       coalesce(r.state_code, o.state_code) AS seller_state_code, o.phone AS organization_phone,
       o.email AS organization_email, o.bank, o.upi_id, o.logo, c.symbol AS currency_symbol, t.html AS template
FROM customers p
CROSS JOIN history h
JOIN organizations o
    ON o.id = %(organization_id)s
LEFT JOIN registrations r
    ON r.organization_id = %(organization_id)s AND r.is_default
LEFT JOIN currencies c
    ON c.organization_id = %(organization_id)s AND c.code = p.currency_code AND c.deleted_at IS NULL
LEFT JOIN document_templates t
    ON t.organization_id = %(organization_id)s AND t.document = 'statement'
WHERE p.organization_id = %(organization_id)s AND p.id = %(id)s AND p.deleted_at IS NULL;

-- name: entries
-- The entries of the window, oldest first, no more than are asked for.
SELECT date, type, number, debit, credit
FROM customer_ledger_entries
WHERE organization_id = %(organization_id)s
  AND customer_id = %(id)s
  AND date >= coalesce(%(from_day)s::date, '-infinity')
  AND date <= coalesce(%(to_day)s::date, 'infinity')
ORDER BY date, created_at, id
LIMIT %(most)s;
