-- Do the ledgers tie? What they close with, beside what is open of their documents.

-- part: compared
opened AS (
    SELECT party_id, currency_code, sum(open) AS open
    FROM documents
    GROUP BY party_id, currency_code
), compared AS (
    SELECT p.id, o.currency_code,
           CASE
               WHEN o.currency_code = p.currency_code THEN 'outstanding'
               ELSE 'outstanding in ' || o.currency_code
           END AS figure,
           f.opening_balance + coalesce(l.change, 0) AS stored, f.opening_balance + o.open AS recomputed
    FROM parties p
    JOIN opened o ON o.party_id = p.id
    LEFT JOIN ledger l ON l.party_id = p.id AND l.currency_code = o.currency_code
    CROSS JOIN LATERAL (
        -- The opening balance is in the currency that the party has now.
        SELECT CASE WHEN o.currency_code = p.currency_code THEN p.opening_balance ELSE 0 END AS opening_balance
    ) f
    WHERE coalesce(l.change, 0) <> o.open
)

-- name: customers
-- A ledger's closing balance is what its open documents still come to. Currency by currency: what settles a document is
-- in the document's own, so nothing is converted and the two must agree exactly.
WITH parties AS (
    SELECT id, currency_code, opening_balance
    FROM customers
    WHERE organization_id = %(organization_id)s
), ledger AS (
    SELECT customer_id AS party_id, currency_code, sum(change) AS change
    FROM customer_ledger_documents
    WHERE organization_id = %(organization_id)s
    GROUP BY customer_id, currency_code
), documents AS (
    SELECT customer_id AS party_id, currency_code, total - amount_paid AS open
    FROM invoices
    WHERE organization_id = %(organization_id)s AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID')
    UNION ALL
    SELECT customer_id, currency_code, allocated - amount - tds_amount
    FROM payments_received
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT customer_id, currency_code, allocated_amount - total
    FROM credit_notes
    WHERE organization_id = %(organization_id)s AND status = 'OPEN'
    UNION ALL
    SELECT c.id, c.currency_code, coalesce(sum(p.opening_balance_applied), 0) - c.opening_balance_applied
    FROM customers c
    LEFT JOIN payments_received p
        ON p.organization_id = %(organization_id)s AND p.customer_id = c.id AND p.deleted_at IS NULL
    WHERE c.organization_id = %(organization_id)s
    GROUP BY c.organization_id, c.id
), :compared
SELECT 'customer' AS record, id, figure, stored, recomputed
FROM compared
ORDER BY id, currency_code;

-- name: vendors
-- The same of vendors. What a debit note has settled is off its bill's balance while the ledger adds the note to what
-- is owed (docs/ledgers.md), so the whole note and what it settled stand between the ledger and the open bills.
WITH parties AS (
    SELECT id, currency_code, opening_balance
    FROM vendors
    WHERE organization_id = %(organization_id)s
), ledger AS (
    SELECT vendor_id AS party_id, currency_code, sum(change) AS change
    FROM vendor_ledger_documents
    WHERE organization_id = %(organization_id)s
    GROUP BY vendor_id, currency_code
), documents AS (
    SELECT vendor_id AS party_id, currency_code, total - amount_paid AS open
    FROM bills
    WHERE organization_id = %(organization_id)s AND status IN ('OPEN', 'PARTIALLY_PAID', 'PAID')
    UNION ALL
    SELECT vendor_id, currency_code, allocated - amount
    FROM payments_made
    WHERE organization_id = %(organization_id)s AND deleted_at IS NULL
    UNION ALL
    SELECT vendor_id, currency_code, total + allocated_amount
    FROM debit_notes
    WHERE organization_id = %(organization_id)s AND status = 'OPEN'
), :compared
SELECT 'vendor' AS record, id, figure, stored, recomputed
FROM compared
ORDER BY id, currency_code;
