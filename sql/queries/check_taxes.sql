-- Do the taxes of documents fit their supply? What lines bear beside what the kind of supply lets them bear. Each table is
-- read once.

-- part: of_lines(lines, parent)
-- What the lines of each document bear: all tax, IGST beside CGST, tax where a line is not taxable, and cess beyond its
-- rate. The cess was rounded from an exact base, of which the taxable amount may be off by two paise.
SELECT l.:parent AS id,
       sum(l.cgst_amount + l.sgst_amount + l.igst_amount + l.cess_amount) AS tax,
       sum(l.cgst_amount + l.sgst_amount) AS of_state,
       sum(l.igst_amount) AS igst,
       sum(l.cgst_amount + l.sgst_amount + l.igst_amount + l.cess_amount) FILTER (WHERE l.taxability <> 'TAXABLE')
           AS untaxable,
       sum(l.cess_amount) FILTER (WHERE c.is_beyond) AS cess,
       sum(round(c.exact, 2)) FILTER (WHERE c.is_beyond) AS cess_at_rate
FROM :lines l
CROSS JOIN LATERAL (
    SELECT l.taxable_amount * l.cess_rate_percent / 100 AS exact,
           l.cess_amount > (l.taxable_amount + 0.02) * l.cess_rate_percent / 100 + 0.01 AS is_beyond
) c
WHERE l.organization_id = %(organization_id)s
GROUP BY l.:parent

-- part: misfits
('tax under reverse charge', s.tax, 0, d.reverse_charge AND s.tax <> 0),
('IGST beside CGST', s.igst, 0, s.igst <> 0 AND s.of_state <> 0),
('tax of lines that are not taxable', s.untaxable, 0, s.untaxable <> 0),
('cess', s.cess, s.cess_at_rate, s.cess IS NOT NULL)

-- part: sold(documents, lines, parent)
-- Documents of sales, which may go abroad or to an SEZ without tax.
FROM :documents d
JOIN (
:of_lines(:lines, :parent)
) s
    ON s.id = d.id
CROSS JOIN LATERAL (VALUES
:misfits,
('tax without payment', s.tax, 0, d.supply_type IN ('EXPWOP', 'SEZWOP') AND s.tax <> 0)
) AS f (figure, stored, recomputed, is_wrong)
WHERE d.organization_id = %(organization_id)s AND f.is_wrong

-- part: bought(documents, lines, parent)
FROM :documents d
JOIN (
:of_lines(:lines, :parent)
) s
    ON s.id = d.id
CROSS JOIN LATERAL (VALUES
:misfits
) AS f (figure, stored, recomputed, is_wrong)
WHERE d.organization_id = %(organization_id)s AND f.is_wrong

-- name: taxes
SELECT 'invoice' AS record, d.id, f.figure, f.stored, f.recomputed
:sold(invoices, invoice_lines, invoice_id)
UNION ALL
SELECT 'quote', d.id, f.figure, f.stored, f.recomputed
:sold(quotes, quote_lines, quote_id)
UNION ALL
SELECT 'sales order', d.id, f.figure, f.stored, f.recomputed
:sold(sales_orders, sales_order_lines, sales_order_id)
UNION ALL
SELECT 'credit note', d.id, f.figure, f.stored, f.recomputed
:sold(credit_notes, credit_note_lines, credit_note_id)
UNION ALL
SELECT 'purchase order', d.id, f.figure, f.stored, f.recomputed
:bought(purchase_orders, purchase_order_lines, purchase_order_id)
UNION ALL
SELECT 'bill', d.id, f.figure, f.stored, f.recomputed
:bought(bills, bill_lines, bill_id)
UNION ALL
SELECT 'debit note', d.id, f.figure, f.stored, f.recomputed
:bought(debit_notes, debit_note_lines, debit_note_id)
ORDER BY record, id;

-- name: supply_types
-- The kind of supply follows from place and category. Whether zero-rated supplies bear tax was decided with them, so
-- either kind fits them. Documents from before it was decided have none.
SELECT d.record, d.id, 'supplyType' AS figure, d.supply_type AS stored, e.supply_type AS recomputed
FROM (
    SELECT 'invoice' AS record, id, supply_type, gst_category, place_of_supply_state_code, igst_total
    FROM invoices
    WHERE organization_id = %(organization_id)s AND supply_type IS NOT NULL
    UNION ALL
    SELECT 'quote', id, supply_type, gst_category, place_of_supply_state_code, igst_total
    FROM quotes
    WHERE organization_id = %(organization_id)s AND supply_type IS NOT NULL
    UNION ALL
    SELECT 'sales order', id, supply_type, gst_category, place_of_supply_state_code, igst_total
    FROM sales_orders
    WHERE organization_id = %(organization_id)s AND supply_type IS NOT NULL
    UNION ALL
    SELECT 'credit note', id, supply_type, gst_category, place_of_supply_state_code, igst_total
    FROM credit_notes
    WHERE organization_id = %(organization_id)s AND supply_type IS NOT NULL
) d
CROSS JOIN LATERAL (
    SELECT CASE WHEN right(d.supply_type, 3) = 'WOP' OR (right(d.supply_type, 2) <> 'WP' AND d.igst_total = 0)
               THEN 'WOP' ELSE 'WP' END AS payment
) p
CROSS JOIN LATERAL (
    SELECT CASE
        WHEN btrim(d.place_of_supply_state_code) = '96' THEN 'EXP' || p.payment
        WHEN d.gst_category = 'SEZ' THEN 'SEZ' || p.payment
        WHEN d.gst_category = 'DEEMED_EXPORT' THEN 'DEXP'
        WHEN d.gst_category IN ('REGISTERED', 'COMPOSITION', 'UIN_HOLDER') THEN 'B2B'
        WHEN d.gst_category IS NOT NULL THEN 'B2C'
        ELSE d.supply_type
    END AS supply_type
) e
WHERE d.supply_type <> e.supply_type
ORDER BY d.record, d.id;
