-- What the books come to over some days, in rupees. Sales are documents that were issued and are not void; credit notes
-- count below 0. Documents of other currencies are worked out line by line, as the returns do.

-- part: those_days
BETWEEN %(from_day)s::date AND %(to_day)s::date

-- part: counted
1

-- part: taken_off
-1

-- part: is_a_sale
d.status NOT IN ('DRAFT', 'VOID')

-- part: whole_documents(documents, lines, parent, day, sign)
-- Whole documents: those in rupees by their own totals.
SELECT :sign AS sign, d.customer_id, d.:day AS day, d.sub_total - d.discount_total AS taxable_value,
       d.igst_total AS igst, d.cgst_total AS cgst, d.sgst_total AS sgst, d.cess_total AS cess,
       d.adjustment_amount + d.round_off AS other_charges
FROM :documents d
WHERE d.organization_id = %(organization_id)s AND d.:day :those_days AND :is_a_sale AND d.exchange_rate = 1
UNION ALL
SELECT :sign, d.customer_id, d.:day, r.taxable_value, r.igst, r.cgst, r.sgst, r.cess, :other_charges
FROM :documents d
CROSS JOIN LATERAL (
    SELECT sum(round(l.taxable_amount * d.exchange_rate, 2)) AS taxable_value,
           sum(round(l.igst_amount * d.exchange_rate, 2)) AS igst,
           sum(round(l.cgst_amount * d.exchange_rate, 2)) AS cgst,
           sum(round(l.sgst_amount * d.exchange_rate, 2)) AS sgst,
           sum(round(l.cess_amount * d.exchange_rate, 2)) AS cess
    FROM :lines l
    WHERE l.organization_id = %(organization_id)s AND l.:parent = d.id
) r
WHERE d.organization_id = %(organization_id)s AND d.:day :those_days AND :is_a_sale AND d.exchange_rate <> 1

-- part: other_charges
round(d.adjustment_amount * d.exchange_rate, 2) + round(d.round_off * d.exchange_rate, 2)

-- part: sold
(
    :whole_documents(invoices, invoice_lines, invoice_id, invoice_date, :counted)
    UNION ALL
    :whole_documents(credit_notes, credit_note_lines, credit_note_id, credit_note_date, :taken_off)
) s

-- part: figures
count(*) FILTER (WHERE s.sign > 0) AS invoices,
       count(*) FILTER (WHERE s.sign < 0) AS credit_notes,
       sum(s.sign * s.taxable_value) AS taxable_value,
       sum(s.sign * s.igst) AS igst,
       sum(s.sign * s.cgst) AS cgst,
       sum(s.sign * s.sgst) AS sgst,
       sum(s.sign * s.cess) AS cess,
       sum(s.sign * s.other_charges) AS other_charges,
       sum(s.sign * (s.taxable_value + s.igst + s.cgst + s.sgst + s.cess + s.other_charges)) AS total

-- name: sales_by_customer
SELECT c.id AS customer_id, c.display_name AS name, :figures
FROM :sold
JOIN customers c ON c.organization_id = %(organization_id)s AND c.id = s.customer_id
GROUP BY c.id, c.display_name
ORDER BY c.display_name, c.id;

-- name: sales_by_day
SELECT s.day, :figures
FROM :sold
GROUP BY s.day
ORDER BY s.day;

-- name: sales_by_month
SELECT to_char(s.day, 'YYYY-MM') AS month, :figures
FROM :sold
GROUP BY to_char(s.day, 'YYYY-MM')
ORDER BY to_char(s.day, 'YYYY-MM');

-- part: lines_of_documents(documents, lines, parent, day, sign)
SELECT :sign AS sign, d.id AS document_id, l.item_id, l.hsn_or_sac, l.unit, l.tax_rate_percent, l.quantity,
       round(l.taxable_amount * d.exchange_rate, 2) AS taxable_value,
       round(l.igst_amount * d.exchange_rate, 2) AS igst,
       round(l.cgst_amount * d.exchange_rate, 2) AS cgst,
       round(l.sgst_amount * d.exchange_rate, 2) AS sgst,
       round(l.cess_amount * d.exchange_rate, 2) AS cess
FROM :documents d
JOIN :lines l ON l.organization_id = %(organization_id)s AND l.:parent = d.id
WHERE d.organization_id = %(organization_id)s AND d.:day :those_days AND :is_a_sale

-- part: lines_sold
    :lines_of_documents(invoices, invoice_lines, invoice_id, invoice_date, :counted)
    UNION ALL
    :lines_of_documents(credit_notes, credit_note_lines, credit_note_id, credit_note_date, :taken_off)

-- part: charges(documents, day, sign)
SELECT :sign, d.id, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, :other_charges
FROM :documents d
WHERE d.organization_id = %(organization_id)s AND d.:day :those_days AND :is_a_sale

-- name: sales_by_item
-- What is of no item stands without one: lines that name none, and what documents add to or take off their lines.
SELECT i.id AS item_id, i.name,
       count(DISTINCT s.document_id) FILTER (WHERE s.sign > 0) AS invoices,
       count(DISTINCT s.document_id) FILTER (WHERE s.sign < 0) AS credit_notes,
       sum(s.sign * s.quantity) FILTER (WHERE i.id IS NOT NULL) AS quantity,
       sum(s.sign * s.taxable_value) AS taxable_value,
       sum(s.sign * s.igst) AS igst,
       sum(s.sign * s.cgst) AS cgst,
       sum(s.sign * s.sgst) AS sgst,
       sum(s.sign * s.cess) AS cess,
       sum(s.sign * s.other_charges) AS other_charges,
       sum(s.sign * (s.taxable_value + s.igst + s.cgst + s.sgst + s.cess + s.other_charges)) AS total
FROM (
    SELECT n.*, 0 AS other_charges
    FROM (
    :lines_sold
    ) n
    UNION ALL
    :charges(invoices, invoice_date, :counted)
    UNION ALL
    :charges(credit_notes, credit_note_date, :taken_off)
) s
LEFT JOIN items i ON i.organization_id = %(organization_id)s AND i.id = s.item_id
GROUP BY i.id, i.name
ORDER BY i.name NULLS LAST, i.id;

-- name: hsn
SELECT s.hsn_or_sac, s.unit, s.tax_rate_percent,
       sum(s.sign * s.quantity) AS quantity,
       sum(s.sign * s.taxable_value) AS taxable_value,
       sum(s.sign * s.igst) AS igst,
       sum(s.sign * s.cgst) AS cgst,
       sum(s.sign * s.sgst) AS sgst,
       sum(s.sign * s.cess) AS cess,
       sum(s.sign * (s.taxable_value + s.igst + s.cgst + s.sgst + s.cess)) AS total
FROM (
    :lines_sold
) s
GROUP BY s.hsn_or_sac, s.unit, s.tax_rate_percent
ORDER BY s.hsn_or_sac NULLS LAST, s.unit, s.tax_rate_percent;

-- name: tds
-- What customers deducted, by the payment's day. `settled` is what the payments were good for, tax included.
SELECT p.tds_section_code, c.id AS customer_id, c.display_name AS name, c.pan, count(*) AS payments,
       sum(round((p.amount + p.tds_amount) * p.exchange_rate, 2)) AS settled,
       sum(round(p.tds_amount * p.exchange_rate, 2)) AS tds_amount
FROM payments_received p
JOIN customers c ON c.organization_id = %(organization_id)s AND c.id = p.customer_id
WHERE p.organization_id = %(organization_id)s
  AND p.payment_date :those_days
  AND p.tds_amount > 0
  AND p.deleted_at IS NULL
GROUP BY p.tds_section_code, c.id, c.display_name, c.pan
ORDER BY p.tds_section_code NULLS LAST, c.display_name, c.id;

-- name: receivables
-- Who owes most first. Together it is what the dashboard tells as open and overdue; due dates are compared with the day
-- that it is where the organization is.
SELECT c.id AS customer_id, c.display_name AS name, min(i.due_date) AS oldest_due_date, count(*) AS invoices,
       sum(open_in_base(i.status, i.total, i.amount_paid, i.exchange_rate)) AS outstanding,
       coalesce(sum(open_in_base(i.status, i.total, i.amount_paid, i.exchange_rate))
           FILTER (WHERE i.due_date < (now() AT TIME ZONE o.time_zone)::date), 0) AS overdue
FROM invoices i
JOIN customers c ON c.organization_id = %(organization_id)s AND c.id = i.customer_id
JOIN organizations o ON o.id = %(organization_id)s
WHERE i.organization_id = %(organization_id)s
  AND i.status IN ('SENT', 'PARTIALLY_PAID')
GROUP BY c.id, c.display_name
ORDER BY outstanding DESC, c.id;

-- part: open_or_settled_since
-- Bills that are open, and those that something of a later day has settled.
(
    SELECT b.id
    FROM bills b
    WHERE b.organization_id = %(organization_id)s AND b.status IN ('OPEN', 'PARTIALLY_PAID')
    UNION
    SELECT a.bill_id
    FROM payments_made p
    JOIN bill_allocations a ON a.organization_id = %(organization_id)s AND a.payment_id = p.id
    WHERE p.organization_id = %(organization_id)s AND p.payment_date > %(as_of)s::date AND p.deleted_at IS NULL
    UNION
    SELECT a.bill_id
    FROM debit_notes n
    JOIN debit_note_allocations a ON a.organization_id = %(organization_id)s AND a.debit_note_id = n.id
    WHERE n.organization_id = %(organization_id)s AND n.debit_note_date > %(as_of)s::date AND n.status <> 'VOID'
) o

-- name: msme_dues
-- Bills of micro and small vendors that are open on a day; what later days settled is open then.
SELECT b.id AS bill_id, b.bill_number, b.vendor_bill_number, b.vendor_id, v.display_name AS vendor_name, v.msme_type,
       v.udyam_number, b.bill_date,
       CASE WHEN v.msme_has_agreement THEN v.msme_agreed_credit_days END AS agreed_days,
       round((b.total - b.amount_paid + coalesce(later.amount, 0)) * b.exchange_rate, 2) AS outstanding
FROM :open_or_settled_since
JOIN bills b ON b.organization_id = %(organization_id)s AND b.id = o.id
JOIN vendors v ON v.organization_id = %(organization_id)s AND v.id = b.vendor_id AND v.msme_type IN ('MICRO', 'SMALL')
CROSS JOIN LATERAL (
    SELECT sum(s.amount) AS amount
    FROM (
        SELECT a.amount
        FROM bill_allocations a
        JOIN payments_made p ON p.organization_id = %(organization_id)s AND p.id = a.payment_id
        WHERE a.organization_id = %(organization_id)s AND a.bill_id = b.id
          AND p.payment_date > %(as_of)s::date AND p.deleted_at IS NULL
        UNION ALL
        SELECT a.amount
        FROM debit_note_allocations a
        JOIN debit_notes n ON n.organization_id = %(organization_id)s AND n.id = a.debit_note_id
        WHERE a.organization_id = %(organization_id)s AND a.bill_id = b.id
          AND n.debit_note_date > %(as_of)s::date AND n.status <> 'VOID'
    ) s
) later
WHERE b.bill_date <= %(as_of)s::date
  AND b.status NOT IN ('DRAFT', 'VOID')
  AND b.total - b.amount_paid + coalesce(later.amount, 0) > 0
ORDER BY b.bill_date, b.bill_number, b.id;
