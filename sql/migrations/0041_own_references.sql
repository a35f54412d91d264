-- one by one
-- A reference of the caller's own on parties, goods and documents: what the record is called in the program that sent it.
--
-- What is in the columns is made sure of by 0042, and there one live record of a kind has a reference. As in 0030 the
-- columns come without a check that would have PostgreSQL read the whole table while it is locked.
-- next
ALTER TABLE customers
    ADD COLUMN external_reference text,
    ADD CONSTRAINT customers_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('customers')
-- next
ALTER TABLE vendors
    ADD COLUMN external_reference text,
    ADD CONSTRAINT vendors_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('vendors')
-- next
ALTER TABLE items
    ADD COLUMN external_reference text,
    ADD CONSTRAINT items_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('items')
-- next
ALTER TABLE expenses
    ADD COLUMN external_reference text,
    ADD CONSTRAINT expenses_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('expenses')
-- next
ALTER TABLE invoices
    ADD COLUMN external_reference text,
    ADD CONSTRAINT invoices_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('invoices')
-- next
ALTER TABLE payments_received
    ADD COLUMN external_reference text,
    ADD CONSTRAINT payments_received_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('payments_received')
-- next
ALTER TABLE quotes
    ADD COLUMN external_reference text,
    ADD CONSTRAINT quotes_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('quotes')
-- next
ALTER TABLE sales_orders
    ADD COLUMN external_reference text,
    ADD CONSTRAINT sales_orders_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('sales_orders')
-- next
ALTER TABLE purchase_orders
    ADD COLUMN external_reference text,
    ADD CONSTRAINT purchase_orders_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('purchase_orders')
-- next
ALTER TABLE bills
    ADD COLUMN external_reference text,
    ADD CONSTRAINT bills_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('bills')
-- next
ALTER TABLE credit_notes
    ADD COLUMN external_reference text,
    ADD CONSTRAINT credit_notes_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('credit_notes')
-- next
ALTER TABLE debit_notes
    ADD COLUMN external_reference text,
    ADD CONSTRAINT debit_notes_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('debit_notes')
-- next
ALTER TABLE payments_made
    ADD COLUMN external_reference text,
    ADD CONSTRAINT payments_made_reference_has_a_length CHECK (length(external_reference) BETWEEN 1 AND 100) NOT VALID;
CALL hash_columns('payments_made')
-- next
-- What callers see of it.
CREATE OR REPLACE VIEW customer_records WITH (security_invoker) AS
SELECT c.id, c.organization_id, c.display_name, c.legal_name, c.email, c.phone, c.gstin, c.pan, c.currency_code,
       c.payment_term_id, coalesce(t.days, 0) AS payment_terms_days, c.price_list_id, c.salesperson_id,
       c.place_of_supply_state_code, c.billing_address, c.shipping_address, c.opening_balance, c.notes, c.is_active,
       c.tenant_org_id, c.portal_enabled, c.portal_enabled_at, c.created_by, c.updated_by, c.created_at, c.updated_at,
       gst_category_of(c.gst_category, c.gstin, c.billing_address) AS gst_category,
       c.external_reference
FROM customers c
LEFT JOIN payment_terms t ON t.organization_id = c.organization_id AND t.id = c.payment_term_id
WHERE c.deleted_at IS NULL
-- next
CREATE OR REPLACE VIEW vendor_records WITH (security_invoker) AS
SELECT id, organization_id, display_name, legal_name, email, phone, gstin, pan, currency_code, payment_term_id,
       payment_terms_days, place_of_supply_state_code, billing_address, shipping_address, opening_balance, notes, is_active,
       vendor_code, last_lot_sequence, lead_time_days, msme_type, udyam_number, msme_agreed_credit_days, msme_has_agreement,
       created_by, updated_by, created_at, updated_at,
       gst_category_of(gst_category, gstin, billing_address) AS gst_category,
       external_reference
FROM vendors
WHERE deleted_at IS NULL
-- next
CREATE OR REPLACE VIEW item_records WITH (security_invoker) AS
SELECT i.id, i.organization_id, i.name, i.sku, i.hsn_or_sac, i.type, g.id AS group_id, i.size_module_id, i.unit, i.pricing_mode,
       i.default_length_unit, i.master_unit, i.pieces_per_master, i.selling_price, i.purchase_price,
       CASE i.is_price_inclusive WHEN 'inherit' THEN o.prices_include_tax ELSE i.is_price_inclusive = 'true' END AS is_price_inclusive,
       i.tax_rate_id, i.description, i.reorder_quantity, i.barcode, i.track_inventory, i.is_active, i.primary_vendor_id, i.axes,
       i.created_by, i.updated_by, i.created_at, i.updated_at,
       i.taxability, i.cess_rate_percent,
       i.external_reference
FROM items i
JOIN organizations o ON o.id = i.organization_id
LEFT JOIN item_groups g ON g.organization_id = i.organization_id AND g.id = i.group_id AND g.deleted_at IS NULL
WHERE i.deleted_at IS NULL
-- next
CREATE OR REPLACE VIEW expense_records WITH (security_invoker) AS
SELECT id, organization_id, expense_number, vendor_id, category, expense_date, paid_through_account, amount, tax_rate_percent,
       tax_amount, itc_eligible, notes, currency_code, exchange_rate, created_by, updated_by, created_at, updated_at,
       external_reference
FROM expenses
WHERE deleted_at IS NULL
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
       i.shipping_bill_number, i.shipping_bill_date, i.port_code,
       i.external_reference
FROM invoices i
JOIN organizations o ON o.id = i.organization_id
-- next
CREATE OR REPLACE VIEW payment_received_records WITH (security_invoker) AS
SELECT id, organization_id, payment_number, customer_id, payment_date, mode, reference_number, deposit_account, amount,
       tds_amount, tds_section_code, allocated, opening_balance_applied, currency_code, exchange_rate, gateway_payment_id,
       is_gateway_auto, notes, created_by, created_at, updated_at,
       external_reference
FROM payments_received
WHERE deleted_at IS NULL
-- next
CREATE OR REPLACE VIEW quote_records WITH (security_invoker) AS
SELECT id, organization_id, quote_number, customer_id, status, quote_date, expiry_date, seller_legal_name, seller_gstin,
       seller_state_code, place_of_supply_state_code, currency_code, exchange_rate, sub_total, discount_total, document_discount,
       document_discount_is_percent, cgst_total, sgst_total, igst_total, adjustment_label, adjustment_amount, round_off, total,
       warehouse_id, notes, terms_and_conditions, created_by, updated_by, created_at, updated_at,
       reverse_charge, cess_total,
       gst_category_of(gst_category, party ->> 'gstin', party -> 'billingAddress') AS gst_category,
       supply_type_of(supply_type, place_of_supply_state_code, igst_total, party) AS supply_type,
       with_payment_of(supply_type_of(supply_type, place_of_supply_state_code, igst_total, party),
           export_with_payment) AS export_with_payment,
       shipping_bill_number, shipping_bill_date, port_code,
       external_reference
FROM quotes
-- next
CREATE OR REPLACE VIEW sales_order_records WITH (security_invoker) AS
SELECT id, organization_id, sales_order_number, customer_id, quote_id, status, order_date, expected_shipment_date,
       seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, currency_code, exchange_rate, sub_total,
       discount_total, document_discount, document_discount_is_percent, cgst_total, sgst_total, igst_total, adjustment_label,
       adjustment_amount, round_off, total, warehouse_id, notes, terms_and_conditions, created_by, updated_by, created_at, updated_at,
       reverse_charge, cess_total,
       gst_category_of(gst_category, party ->> 'gstin', party -> 'billingAddress') AS gst_category,
       supply_type_of(supply_type, place_of_supply_state_code, igst_total, party) AS supply_type,
       with_payment_of(supply_type_of(supply_type, place_of_supply_state_code, igst_total, party),
           export_with_payment) AS export_with_payment,
       shipping_bill_number, shipping_bill_date, port_code,
       external_reference
FROM sales_orders
-- next
CREATE OR REPLACE VIEW credit_note_records WITH (security_invoker) AS
SELECT id, organization_id, credit_note_number, customer_id, invoice_id,
       CASE WHEN status = 'OPEN' AND allocated_amount = total THEN 'CLOSED' ELSE status END AS status,
       credit_note_date, seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, currency_code,
       exchange_rate, sub_total, discount_total, cgst_total, sgst_total, igst_total, round_off, total, allocated_amount,
       CASE WHEN status = 'OPEN' THEN total - allocated_amount ELSE 0 END AS balance_unallocated,
       reason, notes, terms_and_conditions, warehouse_id, created_by, updated_by, created_at, updated_at,
       reverse_charge, cess_total,
       gst_category_of(gst_category, party ->> 'gstin', party -> 'billingAddress') AS gst_category,
       supply_type_of(supply_type, place_of_supply_state_code, igst_total, party) AS supply_type,
       with_payment_of(supply_type_of(supply_type, place_of_supply_state_code, igst_total, party),
           export_with_payment) AS export_with_payment,
       shipping_bill_number, shipping_bill_date, port_code,
       external_reference
FROM credit_notes
-- next
CREATE OR REPLACE VIEW bill_records WITH (security_invoker) AS
SELECT b.id, b.organization_id, b.bill_number, b.vendor_bill_number, b.vendor_id, b.purchase_order_id,
       CASE WHEN b.status = 'OPEN' AND b.due_date < (now() AT TIME ZONE o.time_zone)::date THEN 'OVERDUE' ELSE b.status END AS status,
       b.bill_date, b.due_date, b.seller_legal_name, b.seller_gstin, b.seller_state_code, b.place_of_supply_state_code,
       b.currency_code, b.exchange_rate, b.sub_total, b.discount_total, b.document_discount, b.document_discount_is_percent,
       b.cgst_total, b.sgst_total, b.igst_total, b.adjustment_label, b.adjustment_amount, b.round_off, b.total, b.amount_paid,
       CASE WHEN b.status = 'VOID' THEN 0 ELSE b.total - b.amount_paid END AS balance_due,
       b.itc_eligible, b.warehouse_id, b.notes, b.created_by, b.updated_by, b.created_at, b.updated_at,
       b.reverse_charge, b.cess_total,
       gst_category_of(b.gst_category, b.party ->> 'gstin', b.party -> 'billingAddress') AS gst_category,
       b.external_reference
FROM bills b
JOIN organizations o ON o.id = b.organization_id
-- next
CREATE OR REPLACE VIEW debit_note_records WITH (security_invoker) AS
SELECT id, organization_id, debit_note_number, vendor_id, bill_id,
       CASE WHEN status = 'OPEN' AND allocated_amount = total THEN 'CLOSED' ELSE status END AS status,
       debit_note_date, seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, currency_code,
       exchange_rate, sub_total, discount_total, cgst_total, sgst_total, igst_total, round_off, total, allocated_amount,
       CASE WHEN status = 'OPEN' THEN total - allocated_amount ELSE 0 END AS balance_unallocated,
       reason, notes, terms_and_conditions, warehouse_id, created_by, updated_by, created_at, updated_at,
       reverse_charge, cess_total,
       gst_category_of(gst_category, party ->> 'gstin', party -> 'billingAddress') AS gst_category,
       external_reference
FROM debit_notes
-- next
-- Search among documents as in 0016, and now in the reference and in what the customer or vendor is called today, deleted
-- or not. Both branches read no further than `most`; what matches in both comes twice. matching_customer_names and
-- matching_vendor_names are for lists that are not read by what was found.
CREATE FUNCTION matching_customer_names(pattern text) RETURNS SETOF text
    LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
    SET search_path = public, pg_temp
    SET plan_cache_mode = force_custom_plan
AS $body$
BEGIN
    RETURN QUERY
    SELECT id
    FROM customers
    WHERE organization_id = current_organization() AND display_name ILIKE pattern;
END $body$;

CREATE FUNCTION matching_vendor_names(pattern text) RETURNS SETOF text
    LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
    SET search_path = public, pg_temp
    SET plan_cache_mode = force_custom_plan
AS $body$
BEGIN
    RETURN QUERY
    SELECT id
    FROM vendors
    WHERE organization_id = current_organization() AND display_name ILIKE pattern;
END $body$;

REVOKE EXECUTE ON FUNCTION matching_customer_names(text), matching_vendor_names(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION matching_customer_names(text), matching_vendor_names(text) TO invoicing_app;

-- The party is the customer where the table names one, else the vendor.
CREATE OR REPLACE PROCEDURE make_documents_searchable(target text, searched text[], live text DEFAULT 'true')
    LANGUAGE plpgsql
AS $make$
DECLARE
    finder text := 'matching_' || target;
    matches text := (
        SELECT string_agg(format('%I ILIKE pattern', field), ' OR ')
        FROM unnest(array_append(searched, 'external_reference')) AS field);
    party text := (
        SELECT min(attname::text) FROM pg_attribute
        WHERE attrelid = to_regclass(quote_ident(target)) AND attname IN ('customer_id', 'vendor_id'));
    template constant text := $function$
        CREATE OR REPLACE FUNCTION %1$I(pattern text, most bigint) RETURNS SETOF text
            LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
            SET search_path = public, pg_temp
            SET plan_cache_mode = force_custom_plan
        AS $body$
        BEGIN
            RETURN QUERY
            WITH found AS MATERIALIZED (
                SELECT id
                FROM %2$I
                WHERE organization_id = current_organization() AND %3$s AND (%4$s)
                UNION ALL
                SELECT id
                FROM %2$I
                WHERE organization_id = current_organization() AND %3$s AND %5$I IN (
                    SELECT p.id
                    FROM %6$I p
                    WHERE p.organization_id = current_organization() AND p.display_name ILIKE pattern)
            )
            SELECT f.id
            FROM found f
            LIMIT most;
        END $body$
    $function$;
BEGIN
    EXECUTE format(template, finder, target, live, matches, party, replace(party, '_id', 's'));
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I(text, bigint) FROM PUBLIC', finder);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I(text, bigint) TO invoicing_app', finder);
END $make$;

CALL make_documents_searchable('invoices', '{invoice_number}');
CALL make_documents_searchable('payments_received', '{payment_number,reference_number}', 'deleted_at IS NULL');
CALL make_documents_searchable('expenses', '{expense_number,category}', 'deleted_at IS NULL');
CALL make_documents_searchable('bills', '{bill_number,vendor_bill_number}');
CALL make_documents_searchable('credit_notes', '{credit_note_number,reason}');
CALL make_documents_searchable('debit_notes', '{debit_note_number,reason}');
CALL make_documents_searchable('quotes', '{quote_number}');
CALL make_documents_searchable('sales_orders', '{sales_order_number}')
-- next
-- As in 0006, also for a table that is searchable already.
CREATE OR REPLACE PROCEDURE make_searchable(target text, searched text[], live text DEFAULT 'true')
    LANGUAGE plpgsql
AS $make$
DECLARE
    finder text := 'matching_' || target;
    matches text := (SELECT string_agg(format('%I ILIKE pattern', field), ' OR ') FROM unnest(searched) AS field);
    template constant text := $function$
        CREATE OR REPLACE FUNCTION %I(%s) RETURNS SETOF text
            LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
            SET search_path = public, pg_temp
            SET plan_cache_mode = force_custom_plan
        AS $body$
        BEGIN
            RETURN QUERY
            SELECT id
            FROM %I
            WHERE organization_id = current_organization() AND %s AND (%s)
            %s;
        END $body$
    $function$;
BEGIN
    EXECUTE format(template, finder, 'pattern text', target, live, matches, '');
    EXECUTE format(
        template, finder, 'pattern text, most bigint, skipped bigint', target, live, matches,
        'ORDER BY created_at DESC, id DESC LIMIT most OFFSET skipped');
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %1$I(text), %1$I(text, bigint, bigint) FROM PUBLIC', finder);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %1$I(text), %1$I(text, bigint, bigint) TO invoicing_app', finder);
END $make$;

CALL make_searchable('customers', '{display_name,gstin,phone,email,external_reference}', 'deleted_at IS NULL');
CALL make_searchable('vendors', '{display_name,gstin,phone,email,external_reference}', 'deleted_at IS NULL');
CALL make_searchable('items', '{name,sku,barcode,hsn_or_sac,external_reference}', 'deleted_at IS NULL')
