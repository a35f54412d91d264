-- What the returns of a registration and a month are made of, in rupees: documents and their lines page by page, the
-- books, advances, purchases. A document is that of a registration by the GSTIN that it was issued under.

-- name: registration
-- The one that is asked for, else the default one.
SELECT id, gstin, state_code, is_default, is_composition, turnover_above_5_crore
FROM registrations
WHERE organization_id = %(organization_id)s
  AND CASE WHEN %(registration_id)s::text IS NULL THEN is_default ELSE id = %(registration_id)s END;

-- part: invoices_of_month
i.organization_id = %(organization_id)s
  AND i.invoice_date BETWEEN %(first)s::date AND %(last)s::date
  AND i.seller_gstin = %(gstin)s

-- part: notes_of_month
n.organization_id = %(organization_id)s
  AND n.credit_note_date BETWEEN %(first)s::date AND %(last)s::date
  AND n.seller_gstin = %(gstin)s

-- part: the_last
(%(after_day)s::date, %(after_created_at)s::timestamptz, %(after_id)s::text)

-- name: invoices
-- The next invoices that have a number: issued ones, void ones, and those that were taken back to be drafts.
SELECT i.id, 'invoice' AS kind, i.status, i.invoice_number AS number, i.invoice_date AS day, i.created_at,
       i.seller_state_code, i.place_of_supply_state_code, i.reverse_charge, i.seller_is_composition, i.exchange_rate,
       round(i.adjustment_amount * i.exchange_rate, 2) + round(i.round_off * i.exchange_rate, 2) AS other_charges,
       i.buyer ->> 'gstin' AS buyer_gstin,
       gst_category_of(i.gst_category, i.buyer ->> 'gstin', i.buyer -> 'billingAddress') AS gst_category,
       supply_type_of(i.supply_type, i.place_of_supply_state_code, i.igst_total, i.buyer) AS supply_type,
       i.port_code, i.shipping_bill_number, i.shipping_bill_date,
       NULL::date AS original_day, NULL::numeric AS original_value
FROM invoices i
WHERE :invoices_of_month
  AND i.fiscal_year IS NOT NULL
  AND (i.invoice_date, i.created_at, i.id) > :the_last
ORDER BY i.invoice_date, i.created_at, i.id
LIMIT %(most)s;

-- name: credit_notes
-- The same of credit notes, with the invoice that each is about.
SELECT n.id, 'credit note' AS kind, n.status, n.credit_note_number AS number, n.credit_note_date AS day, n.created_at,
       n.seller_state_code, n.place_of_supply_state_code, n.reverse_charge, n.seller_is_composition, n.exchange_rate,
       round(n.adjustment_amount * n.exchange_rate, 2) + round(n.round_off * n.exchange_rate, 2) AS other_charges,
       n.party ->> 'gstin' AS buyer_gstin,
       gst_category_of(n.gst_category, n.party ->> 'gstin', n.party -> 'billingAddress') AS gst_category,
       supply_type_of(n.supply_type, n.place_of_supply_state_code, n.igst_total, n.party) AS supply_type,
       n.port_code, n.shipping_bill_number, n.shipping_bill_date,
       o.invoice_date AS original_day, round(o.total * o.exchange_rate, 2) AS original_value
FROM credit_notes n
LEFT JOIN invoices o ON o.organization_id = %(organization_id)s AND o.id = n.invoice_id
WHERE :notes_of_month
  AND n.fiscal_year IS NOT NULL
  AND (n.credit_note_date, n.created_at, n.id) > :the_last
ORDER BY n.credit_note_date, n.created_at, n.id
LIMIT %(most)s;

-- name: numbered_documents
-- How many of both kinds there are.
SELECT (
         SELECT count(*)
         FROM invoices i
         WHERE :invoices_of_month
           AND i.fiscal_year IS NOT NULL
       ) + (
         SELECT count(*)
         FROM credit_notes n
         WHERE :notes_of_month
           AND n.fiscal_year IS NOT NULL
       ) AS documents;

-- part: of_no_registration(seller)
:seller.seller_gstin <> ''
  AND NOT EXISTS (
    SELECT FROM registrations r
    WHERE r.organization_id = %(organization_id)s AND r.gstin = :seller.seller_gstin)

-- name: of_no_registration
-- Documents of the month that have a number, and were issued under a GSTIN that no registration has any more.
SELECT i.id, i.seller_gstin
FROM invoices i
WHERE i.organization_id = %(organization_id)s
  AND i.invoice_date BETWEEN %(first)s::date AND %(last)s::date
  AND i.fiscal_year IS NOT NULL AND i.status <> 'DRAFT'
  AND :of_no_registration(i)
UNION ALL
SELECT n.id, n.seller_gstin
FROM credit_notes n
WHERE n.organization_id = %(organization_id)s
  AND n.credit_note_date BETWEEN %(first)s::date AND %(last)s::date
  AND n.fiscal_year IS NOT NULL AND n.status <> 'DRAFT'
  AND :of_no_registration(n);

-- part: share_of_lines
l.hsn_or_sac, l.unit, trim_scale(l.tax_rate_percent) AS tax_rate_percent, l.taxability, sum(l.quantity) AS quantity

-- part: in_rupees
sum(l.taxable_amount) AS taxable_amount,
       sum(l.igst_amount) AS igst_amount,
       sum(l.cgst_amount) AS cgst_amount,
       sum(l.cess_amount) AS cess_amount

-- part: converted
sum(round(l.taxable_amount * d.exchange_rate, 2)) AS taxable_amount,
       sum(round(l.igst_amount * d.exchange_rate, 2)) AS igst_amount,
       sum(round(l.cgst_amount * d.exchange_rate, 2)) AS cgst_amount,
       sum(round(l.cess_amount * d.exchange_rate, 2)) AS cess_amount,
       sum(round(round(l.taxable_amount * d.exchange_rate, 2) * l.tax_rate_percent / 100, 2)) AS owed_whole,
       sum(round(round(l.taxable_amount * d.exchange_rate, 2) * l.tax_rate_percent / 200, 2)) AS owed_half,
       sum(round(round(l.taxable_amount * d.exchange_rate, 2) * l.cess_rate_percent / 100, 2)) AS owed_cess

-- name: invoice_lines
-- What lines of one code, unit, rate and taxability come to, of invoices in rupees whose tax the seller owes, which are
-- nearly all. The two halves of the tax within a state are equal.
SELECT l.invoice_id AS document_id, :share_of_lines, :in_rupees
FROM unnest(%(ids)s::text[]) AS d (id)
JOIN invoice_lines l ON l.organization_id = %(organization_id)s AND l.invoice_id = d.id
GROUP BY l.invoice_id, l.hsn_or_sac, l.unit, l.tax_rate_percent, l.taxability;

-- name: invoice_lines_converted
-- The same of other invoices: line by line in rupees, with what a recipient owes under reverse charge.
SELECT l.invoice_id AS document_id, :share_of_lines, :converted
FROM unnest(%(ids)s::text[], %(exchange_rates)s::numeric[]) AS d (id, exchange_rate)
JOIN invoice_lines l ON l.organization_id = %(organization_id)s AND l.invoice_id = d.id
GROUP BY l.invoice_id, l.hsn_or_sac, l.unit, l.tax_rate_percent, l.taxability;

-- name: credit_note_lines
SELECT l.credit_note_id AS document_id, :share_of_lines, :in_rupees
FROM unnest(%(ids)s::text[]) AS d (id)
JOIN credit_note_lines l ON l.organization_id = %(organization_id)s AND l.credit_note_id = d.id
GROUP BY l.credit_note_id, l.hsn_or_sac, l.unit, l.tax_rate_percent, l.taxability;

-- name: credit_note_lines_converted
SELECT l.credit_note_id AS document_id, :share_of_lines, :converted
FROM unnest(%(ids)s::text[], %(exchange_rates)s::numeric[]) AS d (id, exchange_rate)
JOIN credit_note_lines l ON l.organization_id = %(organization_id)s AND l.credit_note_id = d.id
GROUP BY l.credit_note_id, l.hsn_or_sac, l.unit, l.tax_rate_percent, l.taxability;

-- part: sums
count(*) AS documents,
       coalesce(sum(d.taxable_amount), 0) AS taxable,
       coalesce(sum(d.igst_total), 0) AS igst,
       coalesce(sum(d.cgst_total), 0) AS cgst,
       coalesce(sum(d.sgst_total), 0) AS sgst,
       coalesce(sum(d.cess_total), 0) AS cess

-- part: of_lines
sum(round(l.taxable_amount * d.exchange_rate, 2)), sum(round(l.igst_amount * d.exchange_rate, 2)),
               sum(round(l.cgst_amount * d.exchange_rate, 2)), sum(round(l.sgst_amount * d.exchange_rate, 2)),
               sum(round(l.cess_amount * d.exchange_rate, 2))

-- name: books_of_invoices
-- What issued invoices come to by their own totals; those of other currencies line by line in rupees.
SELECT :sums
FROM (
    SELECT i.sub_total - i.discount_total AS taxable_amount, i.igst_total, i.cgst_total, i.sgst_total, i.cess_total
    FROM invoices i
    WHERE :invoices_of_month AND i.status NOT IN ('DRAFT', 'VOID') AND i.exchange_rate = 1
    UNION ALL
    SELECT r.*
    FROM invoices d
    CROSS JOIN LATERAL (
        SELECT :of_lines
        FROM invoice_lines l
        WHERE l.organization_id = %(organization_id)s AND l.invoice_id = d.id) r
    WHERE d.organization_id = %(organization_id)s
      AND d.invoice_date BETWEEN %(first)s::date AND %(last)s::date
      AND d.seller_gstin = %(gstin)s
      AND d.status NOT IN ('DRAFT', 'VOID') AND d.exchange_rate <> 1
) d;

-- name: books_of_credit_notes
SELECT :sums
FROM (
    SELECT n.sub_total - n.discount_total AS taxable_amount, n.igst_total, n.cgst_total, n.sgst_total, n.cess_total
    FROM credit_notes n
    WHERE :notes_of_month AND n.status NOT IN ('DRAFT', 'VOID') AND n.exchange_rate = 1
    UNION ALL
    SELECT r.*
    FROM credit_notes d
    CROSS JOIN LATERAL (
        SELECT :of_lines
        FROM credit_note_lines l
        WHERE l.organization_id = %(organization_id)s AND l.credit_note_id = d.id) r
    WHERE d.organization_id = %(organization_id)s
      AND d.credit_note_date BETWEEN %(first)s::date AND %(last)s::date
      AND d.seller_gstin = %(gstin)s
      AND d.status NOT IN ('DRAFT', 'VOID') AND d.exchange_rate <> 1
) d;

-- part: customer_of_payment
p.advance_tax_rate_percent AS rate, p.advance_place_of_supply_state_code AS place, p.exchange_rate,
       c.display_name, c.gstin, c.place_of_supply_state_code, c.billing_address,
       coalesce(p.advance_gst_category, gst_category_of(c.gst_category, c.gstin, c.billing_address)) AS gst_category

-- part: day_of_use
-- Of the payment if it was allocated as it was recorded, else of the day on which that was done; not before its invoice.
greatest(
    p.payment_date,
    i.invoice_date,
    CASE WHEN a.created_at > p.created_at THEN (a.created_at AT TIME ZONE o.time_zone)::date END)

-- name: advances_received
-- Payments of the month that bear a rate, with what of each is used by the month's end.
SELECT p.id, p.amount + p.tds_amount AS brought, :customer_of_payment,
       p.opening_balance_applied + coalesce((
           SELECT sum(a.amount)
           FROM payment_allocations a
           JOIN invoices i ON i.organization_id = %(organization_id)s AND i.id = a.invoice_id
           JOIN organizations o ON o.id = %(organization_id)s
           WHERE a.organization_id = %(organization_id)s AND a.payment_id = p.id
             AND :day_of_use <= %(last)s::date), 0) AS used
FROM payments_received p
JOIN customers c ON c.organization_id = %(organization_id)s AND c.id = p.customer_id
WHERE p.organization_id = %(organization_id)s
  AND p.payment_date BETWEEN %(first)s::date AND %(last)s::date
  AND p.advance_tax_rate_percent IS NOT NULL
  AND p.deleted_at IS NULL
ORDER BY p.payment_date, p.id;

-- name: advances_used
-- What invoices have used up in the month of payments of earlier months that bear a rate.
SELECT p.id, u.brought, 0::numeric AS used, :customer_of_payment
FROM (
    SELECT p.id, sum(a.amount) AS brought
    FROM payments_received p
    JOIN payment_allocations a ON a.organization_id = %(organization_id)s AND a.payment_id = p.id
    JOIN invoices i ON i.organization_id = %(organization_id)s AND i.id = a.invoice_id
    JOIN organizations o ON o.id = %(organization_id)s
    WHERE p.organization_id = %(organization_id)s
      AND p.payment_date < %(first)s::date
      AND p.advance_tax_rate_percent IS NOT NULL
      AND p.deleted_at IS NULL
      AND :day_of_use BETWEEN %(first)s::date AND %(last)s::date
    GROUP BY p.id
) u
JOIN payments_received p ON p.organization_id = %(organization_id)s AND p.id = u.id
JOIN customers c ON c.organization_id = %(organization_id)s AND c.id = p.customer_id
ORDER BY p.payment_date, p.id;

-- part: bought
l.taxability, l.hsn_or_sac LIKE '99%%' AS is_service, :converted

-- name: bills
-- What bills of the month come to by what decides where they stand.
SELECT d.seller_state_code, d.place_of_supply_state_code, d.reverse_charge, d.seller_is_composition,
       gst_category_of(d.gst_category, d.party ->> 'gstin', d.party -> 'billingAddress') AS gst_category,
       d.itc_eligible, 1 AS sign, :bought
FROM bills d
JOIN bill_lines l ON l.organization_id = %(organization_id)s AND l.bill_id = d.id
WHERE d.organization_id = %(organization_id)s
  AND d.bill_date BETWEEN %(first)s::date AND %(last)s::date
  AND d.status NOT IN ('DRAFT', 'VOID')
GROUP BY 1, 2, 3, 4, 5, 6, l.taxability, is_service;

-- name: debit_notes
-- The same of debit notes; one is about input tax that the bill it names gave, and one that names none about such too.
SELECT d.seller_state_code, d.place_of_supply_state_code, d.reverse_charge, d.seller_is_composition,
       gst_category_of(d.gst_category, d.party ->> 'gstin', d.party -> 'billingAddress') AS gst_category,
       coalesce(b.itc_eligible, true) AS itc_eligible, -1 AS sign, :bought
FROM debit_notes d
JOIN debit_note_lines l ON l.organization_id = %(organization_id)s AND l.debit_note_id = d.id
LEFT JOIN bills b ON b.organization_id = %(organization_id)s AND b.id = d.bill_id
WHERE d.organization_id = %(organization_id)s
  AND d.debit_note_date BETWEEN %(first)s::date AND %(last)s::date
  AND d.status NOT IN ('DRAFT', 'VOID')
GROUP BY 1, 2, 3, 4, 5, 6, l.taxability, is_service;
