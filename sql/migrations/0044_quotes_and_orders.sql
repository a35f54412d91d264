-- one by one
-- Quotes and orders are written over HTTP, printed, and converted to what follows them.

-- Which papers there are, the service says: one more needs no change of the table.
ALTER TABLE document_templates
    DROP CONSTRAINT document_templates_document_check,
    ADD CONSTRAINT document_templates_are_of_a_paper CHECK (document ~ '^[a-z_]{1,30}$')
-- next
-- `converted` is what an invoice took from its order when it was made of it: `lines`, by the ids of the order's lines
-- `quantity`, `discount` and `share` of the document discount, and `adjustment`. What is left of an order follows from its
-- invoices in force: one that is deleted or voided gives back what it took, and nothing else does.
ALTER TABLE invoices
    ADD COLUMN quote_id text,
    ADD COLUMN converted jsonb,
    ADD CONSTRAINT invoices_quote_fkey FOREIGN KEY (organization_id, quote_id) REFERENCES quotes (organization_id, id) NOT VALID;
CALL hash_columns('invoices')
-- next
ALTER TABLE invoices VALIDATE CONSTRAINT invoices_quote_fkey
-- next
-- The same of a bill and its order.
ALTER TABLE bills ADD COLUMN converted jsonb;
CALL hash_columns('bills')
-- next
CREATE OR REPLACE VIEW invoice_records WITH (security_invoker) AS
SELECT i.id, i.organization_id, i.invoice_number, i.customer_id, i.sales_order_id, i.salesperson_id,
       CASE WHEN i.status = 'SENT' AND i.due_date < (now() AT TIME ZONE o.time_zone)::date THEN 'OVERDUE' ELSE i.status END AS status,
       i.invoice_date, i.due_date, i.seller_registration_id, i.seller_legal_name, i.seller_gstin, i.seller_state_code,
       i.place_of_supply_state_code, i.currency_code, i.exchange_rate, i.sub_total, i.discount_total, i.document_discount,
       i.document_discount_is_percent, i.cgst_total, i.sgst_total, i.igst_total, i.adjustment_label, i.adjustment_amount,
       i.round_off, i.total, i.amount_paid,
       CASE WHEN i.status = 'VOID' THEN 0 ELSE i.total - i.amount_paid END AS balance_due,
       i.apply_customer_credit, i.warehouse_id, i.eway_bill_status, i.eway_bill_id, i.email_sent_at, i.pdf_template_id, i.scheme_ids, i.notes,
       i.terms_and_conditions, i.created_by, i.updated_by, i.created_at, i.updated_at,
       i.reverse_charge, i.cess_total,
       gst_category_of(i.gst_category, i.buyer ->> 'gstin', i.buyer -> 'billingAddress') AS gst_category,
       supply_type_of(i.supply_type, i.place_of_supply_state_code, i.igst_total, i.buyer) AS supply_type,
       with_payment_of(supply_type_of(i.supply_type, i.place_of_supply_state_code, i.igst_total, i.buyer),
           i.export_with_payment) AS export_with_payment,
       i.shipping_bill_number, i.shipping_bill_date, i.port_code, i.external_reference,
       i.quote_id
FROM invoices i
JOIN organizations o ON o.id = i.organization_id
-- next
-- EXPIRED is never stored by a request: it is SENT, read after the expiry date.
CREATE OR REPLACE VIEW quote_records WITH (security_invoker) AS
SELECT q.id, q.organization_id, q.quote_number, q.customer_id,
       CASE WHEN q.status = 'SENT' AND q.expiry_date < (now() AT TIME ZONE o.time_zone)::date THEN 'EXPIRED' ELSE q.status END AS status,
       q.quote_date, q.expiry_date, q.seller_legal_name, q.seller_gstin, q.seller_state_code, q.place_of_supply_state_code,
       q.currency_code, q.exchange_rate, q.sub_total, q.discount_total, q.document_discount, q.document_discount_is_percent,
       q.cgst_total, q.sgst_total, q.igst_total, q.adjustment_label, q.adjustment_amount, q.round_off, q.total,
       q.warehouse_id, q.notes, q.terms_and_conditions, q.created_by, q.updated_by, q.created_at, q.updated_at,
       q.reverse_charge, q.cess_total,
       gst_category_of(q.gst_category, q.party ->> 'gstin', q.party -> 'billingAddress') AS gst_category,
       supply_type_of(q.supply_type, q.place_of_supply_state_code, q.igst_total, q.party) AS supply_type,
       with_payment_of(supply_type_of(q.supply_type, q.place_of_supply_state_code, q.igst_total, q.party),
           q.export_with_payment) AS export_with_payment,
       q.shipping_bill_number, q.shipping_bill_date, q.port_code, q.external_reference
FROM quotes q
JOIN organizations o ON o.id = q.organization_id
-- next
CREATE OR REPLACE VIEW sales_order_line_records WITH (security_invoker) AS
SELECT l.id, l.organization_id, l.sales_order_id, l.item_id, l.item_variant_id, l.description, l.hsn_or_sac, l.quantity, l.unit, l.rate, l.discount,
       l.tax_rate_percent, l.taxable_amount, l.cgst_amount, l.sgst_amount, l.igst_amount, l.total, l.sort_order, l.width,
       l.height, l.length_unit, l.qty_count, l.is_price_inclusive, l.taxability, l.cess_rate_percent, l.cess_amount,
       l.document_discount_share,
       (
           SELECT coalesce(sum((d.converted -> 'lines' -> l.id ->> 'quantity')::numeric), 0)
           FROM invoices d
           WHERE d.organization_id = l.organization_id AND d.sales_order_id = l.sales_order_id AND d.status <> 'VOID'
       ) AS converted_quantity
FROM sales_order_lines l
-- next
CREATE VIEW purchase_order_records WITH (security_invoker) AS
SELECT id, organization_id, purchase_order_number, vendor_id, status, order_date, expected_date, seller_legal_name,
       seller_gstin, seller_state_code, place_of_supply_state_code, currency_code, exchange_rate, sub_total, discount_total,
       document_discount, document_discount_is_percent, cgst_total, sgst_total, igst_total, adjustment_label,
       adjustment_amount, round_off, total, warehouse_id, notes, terms_and_conditions, created_by, updated_by, created_at,
       updated_at, reverse_charge, cess_total,
       gst_category_of(gst_category, party ->> 'gstin', party -> 'billingAddress') AS gst_category, external_reference
FROM purchase_orders;
GRANT SELECT ON purchase_order_records TO invoicing_app
-- next
CREATE VIEW purchase_order_line_records WITH (security_invoker) AS
SELECT l.id, l.organization_id, l.purchase_order_id, l.item_id, l.item_variant_id, l.description, l.hsn_or_sac, l.quantity, l.unit, l.rate, l.discount,
       l.tax_rate_percent, l.taxable_amount, l.cgst_amount, l.sgst_amount, l.igst_amount, l.total, l.sort_order, l.width,
       l.height, l.length_unit, l.qty_count, l.is_price_inclusive, l.taxability, l.cess_rate_percent, l.cess_amount,
       l.document_discount_share,
       (
           SELECT coalesce(sum((d.converted -> 'lines' -> l.id ->> 'quantity')::numeric), 0)
           FROM bills d
           WHERE d.organization_id = l.organization_id AND d.purchase_order_id = l.purchase_order_id AND d.status <> 'VOID'
       ) AS converted_quantity
FROM purchase_order_lines l;
GRANT SELECT ON purchase_order_line_records TO invoicing_app
-- next
CALL keep_count_of('purchase_orders', false);
CALL make_documents_searchable('purchase_orders', '{purchase_order_number}')
