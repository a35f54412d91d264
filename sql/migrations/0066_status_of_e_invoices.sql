-- Lines are looked up of a document without tax alone, whose registration has to register it: one with tax has a line
-- that is taxable.
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
       i.quote_id, i.eway_bill_valid_until, i.irn, i.ack_no, i.ack_date,
       CASE
           WHEN i.e_invoice_cancelled_at IS NOT NULL THEN 'CANCELLED'
           WHEN i.irn IS NOT NULL THEN 'REGISTERED'
           WHEN i.status IN ('DRAFT', 'VOID')
               OR NOT is_registered_kind(i.seller_gstin, i.seller_is_composition,
                   supply_type_of(i.supply_type, i.place_of_supply_state_code, i.igst_total, i.buyer), i.buyer)
               THEN 'NOT_REQUIRED'
           WHEN (i.invoice_date >= (
                   SELECT r.e_invoicing FROM registrations r
                   WHERE r.organization_id = i.organization_id AND r.gstin = i.seller_gstin)) IS NOT TRUE
               THEN 'NOT_REQUIRED'
           WHEN i.cgst_total + i.sgst_total + i.igst_total > 0 THEN 'PENDING'
           WHEN (SELECT true FROM invoice_lines l
                 WHERE l.organization_id = i.organization_id AND l.invoice_id = i.id AND l.taxability = 'TAXABLE'
                 LIMIT 1)
               THEN 'PENDING'
           ELSE 'NOT_REQUIRED'
       END AS e_invoice_status
FROM invoices i
JOIN organizations o ON o.id = i.organization_id;
-- next
CREATE OR REPLACE VIEW credit_note_records WITH (security_invoker) AS
SELECT n.id, n.organization_id, n.credit_note_number, n.customer_id, n.invoice_id,
       CASE WHEN n.status = 'OPEN' AND n.allocated_amount = n.total THEN 'CLOSED' ELSE n.status END AS status,
       n.credit_note_date, n.seller_legal_name, n.seller_gstin, n.seller_state_code, n.place_of_supply_state_code, n.currency_code,
       n.exchange_rate, n.sub_total, n.discount_total, n.cgst_total, n.sgst_total, n.igst_total, n.round_off, n.total, n.allocated_amount,
       CASE WHEN n.status = 'OPEN' THEN n.total - n.allocated_amount ELSE 0 END AS balance_unallocated,
       n.reason, n.notes, n.terms_and_conditions, n.warehouse_id, n.created_by, n.updated_by, n.created_at, n.updated_at,
       n.reverse_charge, n.cess_total,
       gst_category_of(n.gst_category, n.party ->> 'gstin', n.party -> 'billingAddress') AS gst_category,
       supply_type_of(n.supply_type, n.place_of_supply_state_code, n.igst_total, n.party) AS supply_type,
       with_payment_of(supply_type_of(n.supply_type, n.place_of_supply_state_code, n.igst_total, n.party),
           n.export_with_payment) AS export_with_payment,
       n.shipping_bill_number, n.shipping_bill_date, n.port_code,
       n.external_reference, n.irn, n.ack_no, n.ack_date,
       CASE
           WHEN n.e_invoice_cancelled_at IS NOT NULL THEN 'CANCELLED'
           WHEN n.irn IS NOT NULL THEN 'REGISTERED'
           WHEN n.status IN ('DRAFT', 'VOID')
               OR NOT is_registered_kind(n.seller_gstin, n.seller_is_composition,
                   supply_type_of(n.supply_type, n.place_of_supply_state_code, n.igst_total, n.party), n.party)
               THEN 'NOT_REQUIRED'
           WHEN (n.credit_note_date >= (
                   SELECT r.e_invoicing FROM registrations r
                   WHERE r.organization_id = n.organization_id AND r.gstin = n.seller_gstin)) IS NOT TRUE
               THEN 'NOT_REQUIRED'
           WHEN n.cgst_total + n.sgst_total + n.igst_total > 0 THEN 'PENDING'
           WHEN (SELECT true FROM credit_note_lines l
                 WHERE l.organization_id = n.organization_id AND l.credit_note_id = n.id AND l.taxability = 'TAXABLE'
                 LIMIT 1)
               THEN 'PENDING'
           ELSE 'NOT_REQUIRED'
       END AS e_invoice_status
FROM credit_notes n;
