-- How documents look on the wire (spec 2.16-2.23), and what the ledgers and the dashboard add up.

CREATE VIEW quote_records WITH (security_invoker) AS
SELECT id, organization_id, quote_number, customer_id, status, quote_date, expiry_date, seller_legal_name, seller_gstin,
       seller_state_code, place_of_supply_state_code, currency_code, exchange_rate, sub_total, discount_total, document_discount,
       document_discount_is_percent, cgst_total, sgst_total, igst_total, adjustment_label, adjustment_amount, round_off, total,
       warehouse_id, notes, terms_and_conditions, created_by, updated_by, created_at, updated_at
FROM quotes;

CREATE VIEW quote_line_records WITH (security_invoker) AS
SELECT id, organization_id, quote_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate, discount,
       tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order, width, height, length_unit, qty_count
FROM quote_lines;

CREATE VIEW sales_order_records WITH (security_invoker) AS
SELECT id, organization_id, sales_order_number, customer_id, quote_id, status, order_date, expected_shipment_date,
       seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, currency_code, exchange_rate, sub_total,
       discount_total, document_discount, document_discount_is_percent, cgst_total, sgst_total, igst_total, adjustment_label,
       adjustment_amount, round_off, total, warehouse_id, notes, terms_and_conditions, created_by, updated_by, created_at, updated_at
FROM sales_orders;

CREATE VIEW sales_order_line_records WITH (security_invoker) AS
SELECT id, organization_id, sales_order_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate, discount,
       tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order, width, height, length_unit, qty_count
FROM sales_order_lines;

CREATE VIEW credit_note_records WITH (security_invoker) AS
SELECT id, organization_id, credit_note_number, customer_id, invoice_id,
       CASE WHEN status = 'OPEN' AND allocated_amount = total THEN 'CLOSED' ELSE status END AS status,
       credit_note_date, seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, currency_code,
       exchange_rate, sub_total, discount_total, cgst_total, sgst_total, igst_total, round_off, total, allocated_amount,
       CASE WHEN status = 'OPEN' THEN total - allocated_amount ELSE 0 END AS balance_unallocated,
       reason, notes, terms_and_conditions, warehouse_id, created_by, updated_by, created_at, updated_at
FROM credit_notes;

CREATE VIEW credit_note_line_records WITH (security_invoker) AS
SELECT id, organization_id, credit_note_id, item_id, item_variant_id, original_invoice_item_id, description, hsn_or_sac, quantity,
       unit, rate, discount, tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, restock, sort_order,
       width, height, length_unit, qty_count
FROM credit_note_lines;

CREATE VIEW credit_note_allocation_records WITH (security_invoker) AS
SELECT id, organization_id, credit_note_id, invoice_id, amount, allocated_at, created_by
FROM credit_note_allocations;

CREATE VIEW debit_note_records WITH (security_invoker) AS
SELECT id, organization_id, debit_note_number, vendor_id, bill_id,
       CASE WHEN status = 'OPEN' AND allocated_amount = total THEN 'CLOSED' ELSE status END AS status,
       debit_note_date, seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, currency_code,
       exchange_rate, sub_total, discount_total, cgst_total, sgst_total, igst_total, round_off, total, allocated_amount,
       CASE WHEN status = 'OPEN' THEN total - allocated_amount ELSE 0 END AS balance_unallocated,
       reason, notes, terms_and_conditions, warehouse_id, created_by, updated_by, created_at, updated_at
FROM debit_notes;

CREATE VIEW debit_note_line_records WITH (security_invoker) AS
SELECT id, organization_id, debit_note_id, item_id, item_variant_id, original_bill_item_id, description, hsn_or_sac, quantity,
       unit, rate, discount, tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, restock, sort_order,
       width, height, length_unit, qty_count
FROM debit_note_lines;

CREATE VIEW debit_note_allocation_records WITH (security_invoker) AS
SELECT id, organization_id, debit_note_id, bill_id, amount, allocated_at, created_by
FROM debit_note_allocations;

CREATE VIEW bill_records WITH (security_invoker) AS
SELECT b.id, b.organization_id, b.bill_number, b.vendor_bill_number, b.vendor_id, b.purchase_order_id,
       CASE WHEN b.status = 'OPEN' AND b.due_date < (now() AT TIME ZONE o.time_zone)::date THEN 'OVERDUE' ELSE b.status END AS status,
       b.bill_date, b.due_date, b.seller_legal_name, b.seller_gstin, b.seller_state_code, b.place_of_supply_state_code,
       b.currency_code, b.exchange_rate, b.sub_total, b.discount_total, b.document_discount, b.document_discount_is_percent,
       b.cgst_total, b.sgst_total, b.igst_total, b.adjustment_label, b.adjustment_amount, b.round_off, b.total, b.amount_paid,
       CASE WHEN b.status = 'VOID' THEN 0 ELSE b.total - b.amount_paid END AS balance_due,
       b.itc_eligible, b.warehouse_id, b.notes, b.created_by, b.updated_by, b.created_at, b.updated_at
FROM bills b
JOIN organizations o ON o.id = b.organization_id;

CREATE VIEW bill_line_records WITH (security_invoker) AS
SELECT id, organization_id, bill_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate, discount,
       tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order, width, height, length_unit, qty_count
FROM bill_lines;

CREATE VIEW bill_allocation_records WITH (security_invoker) AS
SELECT id, organization_id, payment_id, bill_id, amount
FROM bill_allocations;

-- Names stay those of deleted items and variants: their stock is still there.
CREATE VIEW stock_position_records WITH (security_invoker) AS
SELECT p.id, p.organization_id, p.item_variant_id, p.warehouse_id, v.item_id, i.name AS item_name, v.size AS variant_size,
       v.sku AS variant_sku, w.name AS warehouse_name, w.code AS warehouse_code, p.quantity_on_hand, p.quantity_reserved,
       p.quantity_on_hand - p.quantity_reserved AS quantity_available, p.average_cost, p.low_stock_threshold,
       p.last_movement_at, p.updated_at
FROM stock_positions p
JOIN item_variants v ON v.organization_id = p.organization_id AND v.id = p.item_variant_id
JOIN items i ON i.organization_id = v.organization_id AND i.id = v.item_id
JOIN warehouses w ON w.organization_id = p.organization_id AND w.id = p.warehouse_id;

-- `sequence` is for the order alone; queries name the columns they show.
CREATE VIEW inventory_movement_records WITH (security_invoker) AS
SELECT id, organization_id, item_variant_id, warehouse_id, movement_type, quantity, unit_cost, total_cost, balance_after,
       avg_cost_after, source_doc_type, source_doc_id, source_doc_line_id, lot_id, notes, created_by, created_at, sequence
FROM inventory_movements;

-- An amount in the party's currency: a document in another one is converted at its own rate.
CREATE FUNCTION in_party_currency(amount numeric, document_currency text, party_currency text, exchange_rate numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN document_currency = party_currency THEN amount ELSE round(amount * exchange_rate, 2) END;

-- A ledger's balances add up a party's whole history, from these indexes alone.
CREATE INDEX invoices_in_ledger ON invoices (organization_id, customer_id, invoice_date)
    INCLUDE (total, currency_code, exchange_rate) WHERE status IN ('SENT', 'PARTIALLY_PAID', 'PAID');
CREATE INDEX payments_received_in_ledger ON payments_received (organization_id, customer_id, payment_date)
    INCLUDE (amount, tds_amount, currency_code, exchange_rate) WHERE deleted_at IS NULL;
CREATE INDEX credit_notes_in_ledger ON credit_notes (organization_id, customer_id, credit_note_date)
    INCLUDE (total, currency_code, exchange_rate) WHERE status = 'OPEN';
CREATE INDEX bills_in_ledger ON bills (organization_id, vendor_id, bill_date)
    INCLUDE (total, currency_code, exchange_rate) WHERE status IN ('OPEN', 'PARTIALLY_PAID', 'PAID');
CREATE INDEX payments_made_in_ledger ON payments_made (organization_id, vendor_id, payment_date)
    INCLUDE (amount, currency_code, exchange_rate);
CREATE INDEX debit_notes_in_ledger ON debit_notes (organization_id, vendor_id, debit_note_date)
    INCLUDE (total, currency_code, exchange_rate) WHERE status = 'OPEN';

-- What moves a customer's balance: `change` is what a document adds to it, in the document's currency. Invoices add;
-- payments (with tax deducted) and credit notes take away. An entry is OVERDUE after the day `overdue_after`. Each branch
-- is one table with its amounts as plain numeric: then PostgreSQL goes to each table by the table's own index.
CREATE VIEW customer_ledger_documents WITH (security_invoker) AS
SELECT organization_id, customer_id, invoice_date AS date, 'invoice' AS type, invoice_number AS number,
       total::numeric AS change, currency_code, exchange_rate::numeric AS exchange_rate,
       status, CASE WHEN status = 'SENT' THEN due_date END AS overdue_after, created_at, id
FROM invoices
WHERE status IN ('SENT', 'PARTIALLY_PAID', 'PAID')
UNION ALL
SELECT organization_id, customer_id, payment_date, 'payment', payment_number,
       -(amount + tds_amount)::numeric, currency_code, exchange_rate::numeric,
       mode, NULL::date, created_at, id
FROM payments_received
WHERE deleted_at IS NULL
UNION ALL
SELECT organization_id, customer_id, credit_note_date, 'credit_note', credit_note_number,
       -total::numeric, currency_code, exchange_rate::numeric,
       CASE WHEN allocated_amount = total THEN 'CLOSED' ELSE status END, NULL::date, created_at, id
FROM credit_notes
WHERE status = 'OPEN';

-- The same in the customer's currency: what adds to the balance is a debit.
CREATE VIEW customer_ledger_entries WITH (security_invoker) AS
SELECT organization_id, customer_id, date, type, number, greatest(change, 0) AS debit, greatest(-change, 0) AS credit, change,
       status, created_at, id
FROM (
    SELECT d.organization_id, d.customer_id, d.date, d.type, d.number, d.created_at, d.id,
           in_party_currency(d.change, d.currency_code, c.currency_code, d.exchange_rate) AS change,
           CASE WHEN d.overdue_after < (now() AT TIME ZONE o.time_zone)::date THEN 'OVERDUE' ELSE d.status END AS status
    FROM customer_ledger_documents d
    JOIN customers c ON c.organization_id = d.organization_id AND c.id = d.customer_id
    JOIN organizations o ON o.id = d.organization_id
) e;

-- What moves a vendor's balance: bills and debit notes add, payments take away (spec 4.9 says so of debit notes).
CREATE VIEW vendor_ledger_documents WITH (security_invoker) AS
SELECT organization_id, vendor_id, bill_date AS date, 'bill' AS type, bill_number AS number,
       total::numeric AS change, currency_code, exchange_rate::numeric AS exchange_rate,
       status, CASE WHEN status = 'OPEN' THEN due_date END AS overdue_after, created_at, id
FROM bills
WHERE status IN ('OPEN', 'PARTIALLY_PAID', 'PAID')
UNION ALL
SELECT organization_id, vendor_id, payment_date, 'payment', payment_number,
       -amount::numeric, currency_code, exchange_rate::numeric,
       mode, NULL::date, created_at, id
FROM payments_made
UNION ALL
SELECT organization_id, vendor_id, debit_note_date, 'debit_note', debit_note_number,
       total::numeric, currency_code, exchange_rate::numeric,
       CASE WHEN allocated_amount = total THEN 'CLOSED' ELSE status END, NULL::date, created_at, id
FROM debit_notes
WHERE status = 'OPEN';

-- The same in the vendor's currency: what adds to the balance is a credit.
CREATE VIEW vendor_ledger_entries WITH (security_invoker) AS
SELECT organization_id, vendor_id, date, type, number, greatest(-change, 0) AS debit, greatest(change, 0) AS credit, change,
       status, created_at, id
FROM (
    SELECT d.organization_id, d.vendor_id, d.date, d.type, d.number, d.created_at, d.id,
           in_party_currency(d.change, d.currency_code, v.currency_code, d.exchange_rate) AS change,
           CASE WHEN d.overdue_after < (now() AT TIME ZONE o.time_zone)::date THEN 'OVERDUE' ELSE d.status END AS status
    FROM vendor_ledger_documents d
    JOIN vendors v ON v.organization_id = d.organization_id AND v.id = d.vendor_id
    JOIN organizations o ON o.id = d.organization_id
) e;

GRANT SELECT ON
    quote_records, quote_line_records, sales_order_records, sales_order_line_records, credit_note_records,
    credit_note_line_records, credit_note_allocation_records, debit_note_records, debit_note_line_records,
    debit_note_allocation_records, bill_records, bill_line_records, bill_allocation_records, stock_position_records,
    inventory_movement_records, customer_ledger_documents, customer_ledger_entries, vendor_ledger_documents,
    vendor_ledger_entries
TO invoicing_app;
