-- one by one
-- What GST asks of sellers, parties, goods and documents beyond rates: who they are in its eyes, what bears no tax, cess,
-- reverse charge, exports.
--
-- Columns that documents get have no domain and no check of their own, which would have PostgreSQL read the whole table
-- while it is locked; 0031 makes sure of what is in them.
ALTER TABLE organizations
    -- What a write that looks wrong comes to: a warning beside its answer, or a refusal.
    ADD COLUMN checks text NOT NULL DEFAULT 'warn' CHECK (checks IN ('warn', 'refuse'));
CALL hash_columns('organizations')
-- next
ALTER TABLE registrations
    ADD COLUMN trade_name text,
    ADD COLUMN address_line1 text,
    ADD COLUMN address_line2 text,
    ADD COLUMN city text,
    ADD COLUMN pincode text CHECK (pincode ~ '^[1-9][0-9]{5}$'),
    ADD COLUMN is_composition boolean NOT NULL DEFAULT false,
    -- The letter of undertaking under which exports bear no tax (CGST Rules, rule 96A), and the days that it covers.
    ADD COLUMN lut_number text,
    ADD COLUMN lut_valid_from date,
    ADD COLUMN lut_valid_to date,
    ADD COLUMN turnover_above_5_crore boolean NOT NULL DEFAULT false,
    -- The first day whose invoices are to be registered with the portal.
    ADD COLUMN e_invoicing date,
    ADD CONSTRAINT registrations_lut_ends_after_it_begins CHECK (lut_valid_to >= lut_valid_from);
CALL hash_columns('registrations')
-- next
-- Is an address abroad? One without a country is in India.
CREATE FUNCTION is_abroad(address jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce(upper(btrim(address ->> 'country')) NOT IN ('', 'IN', 'IND', 'INDIA'), false);

-- What a party is in the eyes of GST: what was stated, else what its GSTIN and its billing address say.
CREATE FUNCTION gst_category_of(stated text, gstin text, billing_address jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN stated IS NOT NULL THEN stated
        WHEN btrim(gstin) <> '' THEN 'REGISTERED'
        WHEN is_abroad(billing_address) THEN 'OVERSEAS'
        ELSE 'UNREGISTERED'
    END;

-- The kind of supply: what was decided. A document from before it was decided shows it by its tax and its party.
CREATE FUNCTION supply_type_of(decided text, place text, igst numeric, party jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN decided IS NOT NULL THEN decided
        WHEN btrim(place) = '96' THEN CASE WHEN igst > 0 THEN 'EXPWP' ELSE 'EXPWOP' END
        WHEN btrim(party ->> 'gstin') <> '' THEN 'B2B'
        ELSE 'B2C'
    END;

-- Whether an export or a supply to an SEZ bears tax: as it was decided; of other supplies what was stated.
CREATE FUNCTION with_payment_of(supply_type text, stated boolean) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN supply_type IN ('EXPWP', 'SEZWP') THEN true
        WHEN supply_type IN ('EXPWOP', 'SEZWOP') THEN false
        ELSE stated
    END;

-- The buyer of a document as it was written.
CREATE FUNCTION buyer_of(party jsonb) RETURNS jsonb
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN jsonb_build_object(
        'legalName', coalesce(nullif(btrim(party ->> 'legalName'), ''), party ->> 'displayName'),
        'gstin', party -> 'gstin',
        'billingAddress', party -> 'billingAddress',
        'shippingAddress', party -> 'shippingAddress');

-- An address as papers have it, null where none of its parts is there.
CREATE FUNCTION written_address(line1 text, line2 text, city text, pincode text) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(concat_ws(E'\n', line1, line2, nullif(concat_ws(' ', city, pincode), '')), '');

GRANT EXECUTE ON FUNCTION is_abroad, written_address, gst_category_of, supply_type_of, with_payment_of, buyer_of TO invoicing_app
-- next
ALTER TABLE customers
    -- Null where it follows from GSTIN and billing address.
    ADD COLUMN gst_category text CHECK (gst_category IN (
        'REGISTERED', 'COMPOSITION', 'UNREGISTERED', 'SEZ', 'DEEMED_EXPORT', 'OVERSEAS', 'UIN_HOLDER'));
CALL hash_columns('customers')
-- next
ALTER TABLE vendors
    -- Null where it follows from GSTIN and billing address.
    ADD COLUMN gst_category text CHECK (gst_category IN (
        'REGISTERED', 'COMPOSITION', 'UNREGISTERED', 'SEZ', 'DEEMED_EXPORT', 'OVERSEAS', 'UIN_HOLDER'));
CALL hash_columns('vendors')
-- next
ALTER TABLE items
    ADD COLUMN taxability text NOT NULL DEFAULT 'TAXABLE' CHECK (taxability IN ('TAXABLE', 'NIL_RATED', 'EXEMPT', 'NON_GST')),
    ADD COLUMN cess_rate_percent numeric(9, 6) NOT NULL DEFAULT 0 CHECK (cess_rate_percent BETWEEN 0 AND 999);
CALL hash_columns('items')
-- next
ALTER TABLE invoices
    ADD COLUMN reverse_charge boolean NOT NULL DEFAULT false,
    ADD COLUMN cess_total numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN gst_category text,
    ADD COLUMN seller_is_composition boolean NOT NULL DEFAULT false,
    -- Null: it follows from the letter of undertaking.
    ADD COLUMN export_with_payment boolean,
    ADD COLUMN supply_type text,
    ADD COLUMN shipping_bill_number text,
    ADD COLUMN shipping_bill_date date,
    ADD COLUMN port_code text,
    DROP CONSTRAINT invoices_add_up,
    ADD CONSTRAINT invoices_add_up CHECK (
        total = sub_total - discount_total + cgst_total + sgst_total + igst_total + cess_total + adjustment_amount
            + round_off) NOT VALID,
    ADD CONSTRAINT invoices_are_of_a_category CHECK (gst_category IN (
        'REGISTERED', 'COMPOSITION', 'UNREGISTERED', 'SEZ', 'DEEMED_EXPORT', 'OVERSEAS', 'UIN_HOLDER')) NOT VALID,
    ADD CONSTRAINT invoices_are_of_a_supply_type CHECK (supply_type IN (
        'B2B', 'B2C', 'SEZWP', 'SEZWOP', 'EXPWP', 'EXPWOP', 'DEXP')) NOT VALID,
    ADD CONSTRAINT invoices_bear_no_tax_under_reverse_charge CHECK (
        cess_total >= 0 AND NOT (reverse_charge AND cgst_total + sgst_total + igst_total + cess_total > 0)) NOT VALID;
CALL hash_columns('invoices')
-- next
ALTER TABLE invoice_lines
    ADD COLUMN taxability text NOT NULL DEFAULT 'TAXABLE',
    ADD COLUMN cess_rate_percent numeric(9, 6) NOT NULL DEFAULT 0,
    ADD COLUMN cess_amount numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN document_discount_share numeric(15, 2) NOT NULL DEFAULT 0,
    DROP CONSTRAINT invoice_lines_add_up,
    ADD CONSTRAINT invoice_lines_add_up CHECK (
        total = taxable_amount + cgst_amount + sgst_amount + igst_amount + cess_amount) NOT VALID,
    ADD CONSTRAINT invoice_lines_bear_tax_where_taxable CHECK (
        taxability IN ('TAXABLE', 'NIL_RATED', 'EXEMPT', 'NON_GST')
        AND (taxability = 'TAXABLE' OR cgst_amount + sgst_amount + igst_amount + cess_amount = 0)
        AND cess_rate_percent BETWEEN 0 AND 999 AND cess_amount >= 0 AND document_discount_share >= 0) NOT VALID;
CALL hash_columns('invoice_lines')
-- next
ALTER TABLE quotes
    ADD COLUMN reverse_charge boolean NOT NULL DEFAULT false,
    ADD COLUMN cess_total numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN gst_category text,
    ADD COLUMN seller_is_composition boolean NOT NULL DEFAULT false,
    -- Null: it follows from the letter of undertaking.
    ADD COLUMN export_with_payment boolean,
    ADD COLUMN supply_type text,
    ADD COLUMN shipping_bill_number text,
    ADD COLUMN shipping_bill_date date,
    ADD COLUMN port_code text,
    DROP CONSTRAINT documents_add_up,
    ADD CONSTRAINT documents_add_up CHECK (
        total = sub_total - discount_total + cgst_total + sgst_total + igst_total + cess_total + adjustment_amount
            + round_off) NOT VALID,
    ADD CONSTRAINT quotes_are_of_a_category CHECK (gst_category IN (
        'REGISTERED', 'COMPOSITION', 'UNREGISTERED', 'SEZ', 'DEEMED_EXPORT', 'OVERSEAS', 'UIN_HOLDER')) NOT VALID,
    ADD CONSTRAINT quotes_are_of_a_supply_type CHECK (supply_type IN (
        'B2B', 'B2C', 'SEZWP', 'SEZWOP', 'EXPWP', 'EXPWOP', 'DEXP')) NOT VALID,
    ADD CONSTRAINT quotes_bear_no_tax_under_reverse_charge CHECK (
        cess_total >= 0 AND NOT (reverse_charge AND cgst_total + sgst_total + igst_total + cess_total > 0)) NOT VALID;
CALL hash_columns('quotes')
-- next
ALTER TABLE quote_lines
    ADD COLUMN taxability text NOT NULL DEFAULT 'TAXABLE',
    ADD COLUMN cess_rate_percent numeric(9, 6) NOT NULL DEFAULT 0,
    ADD COLUMN cess_amount numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN document_discount_share numeric(15, 2) NOT NULL DEFAULT 0,
    DROP CONSTRAINT invoice_lines_add_up,
    ADD CONSTRAINT quote_lines_add_up CHECK (
        total = taxable_amount + cgst_amount + sgst_amount + igst_amount + cess_amount) NOT VALID,
    ADD CONSTRAINT quote_lines_bear_tax_where_taxable CHECK (
        taxability IN ('TAXABLE', 'NIL_RATED', 'EXEMPT', 'NON_GST')
        AND (taxability = 'TAXABLE' OR cgst_amount + sgst_amount + igst_amount + cess_amount = 0)
        AND cess_rate_percent BETWEEN 0 AND 999 AND cess_amount >= 0 AND document_discount_share >= 0) NOT VALID;
CALL hash_columns('quote_lines')
-- next
ALTER TABLE sales_orders
    ADD COLUMN reverse_charge boolean NOT NULL DEFAULT false,
    ADD COLUMN cess_total numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN gst_category text,
    ADD COLUMN seller_is_composition boolean NOT NULL DEFAULT false,
    -- Null: it follows from the letter of undertaking.
    ADD COLUMN export_with_payment boolean,
    ADD COLUMN supply_type text,
    ADD COLUMN shipping_bill_number text,
    ADD COLUMN shipping_bill_date date,
    ADD COLUMN port_code text,
    DROP CONSTRAINT documents_add_up,
    ADD CONSTRAINT documents_add_up CHECK (
        total = sub_total - discount_total + cgst_total + sgst_total + igst_total + cess_total + adjustment_amount
            + round_off) NOT VALID,
    ADD CONSTRAINT sales_orders_are_of_a_category CHECK (gst_category IN (
        'REGISTERED', 'COMPOSITION', 'UNREGISTERED', 'SEZ', 'DEEMED_EXPORT', 'OVERSEAS', 'UIN_HOLDER')) NOT VALID,
    ADD CONSTRAINT sales_orders_are_of_a_supply_type CHECK (supply_type IN (
        'B2B', 'B2C', 'SEZWP', 'SEZWOP', 'EXPWP', 'EXPWOP', 'DEXP')) NOT VALID,
    ADD CONSTRAINT sales_orders_bear_no_tax_under_reverse_charge CHECK (
        cess_total >= 0 AND NOT (reverse_charge AND cgst_total + sgst_total + igst_total + cess_total > 0)) NOT VALID;
CALL hash_columns('sales_orders')
-- next
ALTER TABLE sales_order_lines
    ADD COLUMN taxability text NOT NULL DEFAULT 'TAXABLE',
    ADD COLUMN cess_rate_percent numeric(9, 6) NOT NULL DEFAULT 0,
    ADD COLUMN cess_amount numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN document_discount_share numeric(15, 2) NOT NULL DEFAULT 0,
    DROP CONSTRAINT invoice_lines_add_up,
    ADD CONSTRAINT sales_order_lines_add_up CHECK (
        total = taxable_amount + cgst_amount + sgst_amount + igst_amount + cess_amount) NOT VALID,
    ADD CONSTRAINT sales_order_lines_bear_tax_where_taxable CHECK (
        taxability IN ('TAXABLE', 'NIL_RATED', 'EXEMPT', 'NON_GST')
        AND (taxability = 'TAXABLE' OR cgst_amount + sgst_amount + igst_amount + cess_amount = 0)
        AND cess_rate_percent BETWEEN 0 AND 999 AND cess_amount >= 0 AND document_discount_share >= 0) NOT VALID;
CALL hash_columns('sales_order_lines')
-- next
ALTER TABLE credit_notes
    ADD COLUMN reverse_charge boolean NOT NULL DEFAULT false,
    ADD COLUMN cess_total numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN gst_category text,
    ADD COLUMN seller_is_composition boolean NOT NULL DEFAULT false,
    -- Null: it follows from the letter of undertaking.
    ADD COLUMN export_with_payment boolean,
    ADD COLUMN supply_type text,
    ADD COLUMN shipping_bill_number text,
    ADD COLUMN shipping_bill_date date,
    ADD COLUMN port_code text,
    DROP CONSTRAINT documents_add_up,
    ADD CONSTRAINT documents_add_up CHECK (
        total = sub_total - discount_total + cgst_total + sgst_total + igst_total + cess_total + adjustment_amount
            + round_off) NOT VALID,
    ADD CONSTRAINT credit_notes_are_of_a_category CHECK (gst_category IN (
        'REGISTERED', 'COMPOSITION', 'UNREGISTERED', 'SEZ', 'DEEMED_EXPORT', 'OVERSEAS', 'UIN_HOLDER')) NOT VALID,
    ADD CONSTRAINT credit_notes_are_of_a_supply_type CHECK (supply_type IN (
        'B2B', 'B2C', 'SEZWP', 'SEZWOP', 'EXPWP', 'EXPWOP', 'DEXP')) NOT VALID,
    ADD CONSTRAINT credit_notes_bear_no_tax_under_reverse_charge CHECK (
        cess_total >= 0 AND NOT (reverse_charge AND cgst_total + sgst_total + igst_total + cess_total > 0)) NOT VALID;
CALL hash_columns('credit_notes')
-- next
ALTER TABLE credit_note_lines
    ADD COLUMN taxability text NOT NULL DEFAULT 'TAXABLE',
    ADD COLUMN cess_rate_percent numeric(9, 6) NOT NULL DEFAULT 0,
    ADD COLUMN cess_amount numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN document_discount_share numeric(15, 2) NOT NULL DEFAULT 0,
    DROP CONSTRAINT invoice_lines_add_up,
    ADD CONSTRAINT credit_note_lines_add_up CHECK (
        total = taxable_amount + cgst_amount + sgst_amount + igst_amount + cess_amount) NOT VALID,
    ADD CONSTRAINT credit_note_lines_bear_tax_where_taxable CHECK (
        taxability IN ('TAXABLE', 'NIL_RATED', 'EXEMPT', 'NON_GST')
        AND (taxability = 'TAXABLE' OR cgst_amount + sgst_amount + igst_amount + cess_amount = 0)
        AND cess_rate_percent BETWEEN 0 AND 999 AND cess_amount >= 0 AND document_discount_share >= 0) NOT VALID;
CALL hash_columns('credit_note_lines')
-- next
ALTER TABLE purchase_orders
    ADD COLUMN reverse_charge boolean NOT NULL DEFAULT false,
    ADD COLUMN cess_total numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN gst_category text,
    ADD COLUMN seller_is_composition boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT documents_add_up,
    ADD CONSTRAINT documents_add_up CHECK (
        total = sub_total - discount_total + cgst_total + sgst_total + igst_total + cess_total + adjustment_amount
            + round_off) NOT VALID,
    ADD CONSTRAINT purchase_orders_are_of_a_category CHECK (gst_category IN (
        'REGISTERED', 'COMPOSITION', 'UNREGISTERED', 'SEZ', 'DEEMED_EXPORT', 'OVERSEAS', 'UIN_HOLDER')) NOT VALID,
    ADD CONSTRAINT purchase_orders_bear_no_tax_under_reverse_charge CHECK (
        cess_total >= 0 AND NOT (reverse_charge AND cgst_total + sgst_total + igst_total + cess_total > 0)) NOT VALID;
CALL hash_columns('purchase_orders')
-- next
ALTER TABLE purchase_order_lines
    ADD COLUMN taxability text NOT NULL DEFAULT 'TAXABLE',
    ADD COLUMN cess_rate_percent numeric(9, 6) NOT NULL DEFAULT 0,
    ADD COLUMN cess_amount numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN document_discount_share numeric(15, 2) NOT NULL DEFAULT 0,
    DROP CONSTRAINT invoice_lines_add_up,
    ADD CONSTRAINT purchase_order_lines_add_up CHECK (
        total = taxable_amount + cgst_amount + sgst_amount + igst_amount + cess_amount) NOT VALID,
    ADD CONSTRAINT purchase_order_lines_bear_tax_where_taxable CHECK (
        taxability IN ('TAXABLE', 'NIL_RATED', 'EXEMPT', 'NON_GST')
        AND (taxability = 'TAXABLE' OR cgst_amount + sgst_amount + igst_amount + cess_amount = 0)
        AND cess_rate_percent BETWEEN 0 AND 999 AND cess_amount >= 0 AND document_discount_share >= 0) NOT VALID;
CALL hash_columns('purchase_order_lines')
-- next
ALTER TABLE bills
    ADD COLUMN reverse_charge boolean NOT NULL DEFAULT false,
    ADD COLUMN cess_total numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN gst_category text,
    ADD COLUMN seller_is_composition boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT documents_add_up,
    ADD CONSTRAINT documents_add_up CHECK (
        total = sub_total - discount_total + cgst_total + sgst_total + igst_total + cess_total + adjustment_amount
            + round_off) NOT VALID,
    ADD CONSTRAINT bills_are_of_a_category CHECK (gst_category IN (
        'REGISTERED', 'COMPOSITION', 'UNREGISTERED', 'SEZ', 'DEEMED_EXPORT', 'OVERSEAS', 'UIN_HOLDER')) NOT VALID,
    ADD CONSTRAINT bills_bear_no_tax_under_reverse_charge CHECK (
        cess_total >= 0 AND NOT (reverse_charge AND cgst_total + sgst_total + igst_total + cess_total > 0)) NOT VALID;
CALL hash_columns('bills')
-- next
ALTER TABLE bill_lines
    ADD COLUMN taxability text NOT NULL DEFAULT 'TAXABLE',
    ADD COLUMN cess_rate_percent numeric(9, 6) NOT NULL DEFAULT 0,
    ADD COLUMN cess_amount numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN document_discount_share numeric(15, 2) NOT NULL DEFAULT 0,
    DROP CONSTRAINT invoice_lines_add_up,
    ADD CONSTRAINT bill_lines_add_up CHECK (
        total = taxable_amount + cgst_amount + sgst_amount + igst_amount + cess_amount) NOT VALID,
    ADD CONSTRAINT bill_lines_bear_tax_where_taxable CHECK (
        taxability IN ('TAXABLE', 'NIL_RATED', 'EXEMPT', 'NON_GST')
        AND (taxability = 'TAXABLE' OR cgst_amount + sgst_amount + igst_amount + cess_amount = 0)
        AND cess_rate_percent BETWEEN 0 AND 999 AND cess_amount >= 0 AND document_discount_share >= 0) NOT VALID;
CALL hash_columns('bill_lines')
-- next
ALTER TABLE debit_notes
    ADD COLUMN reverse_charge boolean NOT NULL DEFAULT false,
    ADD COLUMN cess_total numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN gst_category text,
    ADD COLUMN seller_is_composition boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT documents_add_up,
    ADD CONSTRAINT documents_add_up CHECK (
        total = sub_total - discount_total + cgst_total + sgst_total + igst_total + cess_total + adjustment_amount
            + round_off) NOT VALID,
    ADD CONSTRAINT debit_notes_are_of_a_category CHECK (gst_category IN (
        'REGISTERED', 'COMPOSITION', 'UNREGISTERED', 'SEZ', 'DEEMED_EXPORT', 'OVERSEAS', 'UIN_HOLDER')) NOT VALID,
    ADD CONSTRAINT debit_notes_bear_no_tax_under_reverse_charge CHECK (
        cess_total >= 0 AND NOT (reverse_charge AND cgst_total + sgst_total + igst_total + cess_total > 0)) NOT VALID;
CALL hash_columns('debit_notes')
-- next
ALTER TABLE debit_note_lines
    ADD COLUMN taxability text NOT NULL DEFAULT 'TAXABLE',
    ADD COLUMN cess_rate_percent numeric(9, 6) NOT NULL DEFAULT 0,
    ADD COLUMN cess_amount numeric(15, 2) NOT NULL DEFAULT 0,
    ADD COLUMN document_discount_share numeric(15, 2) NOT NULL DEFAULT 0,
    DROP CONSTRAINT invoice_lines_add_up,
    ADD CONSTRAINT debit_note_lines_add_up CHECK (
        total = taxable_amount + cgst_amount + sgst_amount + igst_amount + cess_amount) NOT VALID,
    ADD CONSTRAINT debit_note_lines_bear_tax_where_taxable CHECK (
        taxability IN ('TAXABLE', 'NIL_RATED', 'EXEMPT', 'NON_GST')
        AND (taxability = 'TAXABLE' OR cgst_amount + sgst_amount + igst_amount + cess_amount = 0)
        AND cess_rate_percent BETWEEN 0 AND 999 AND cess_amount >= 0 AND document_discount_share >= 0) NOT VALID;
CALL hash_columns('debit_note_lines')
-- next
-- What callers see of it.
CREATE OR REPLACE VIEW customer_records WITH (security_invoker) AS
SELECT c.id, c.organization_id, c.display_name, c.legal_name, c.email, c.phone, c.gstin, c.pan, c.currency_code,
       c.payment_term_id, coalesce(t.days, 0) AS payment_terms_days, c.price_list_id, c.salesperson_id,
       c.place_of_supply_state_code, c.billing_address, c.shipping_address, c.opening_balance, c.notes, c.is_active,
       c.tenant_org_id, c.portal_enabled, c.portal_enabled_at, c.created_by, c.updated_by, c.created_at, c.updated_at,
       gst_category_of(c.gst_category, c.gstin, c.billing_address) AS gst_category
FROM customers c
LEFT JOIN payment_terms t ON t.organization_id = c.organization_id AND t.id = c.payment_term_id
WHERE c.deleted_at IS NULL;

CREATE OR REPLACE VIEW vendor_records WITH (security_invoker) AS
SELECT id, organization_id, display_name, legal_name, email, phone, gstin, pan, currency_code, payment_term_id,
       payment_terms_days, place_of_supply_state_code, billing_address, shipping_address, opening_balance, notes, is_active,
       vendor_code, last_lot_sequence, lead_time_days, msme_type, udyam_number, msme_agreed_credit_days, msme_has_agreement,
       created_by, updated_by, created_at, updated_at,
       gst_category_of(gst_category, gstin, billing_address) AS gst_category
FROM vendors
WHERE deleted_at IS NULL;

CREATE OR REPLACE VIEW item_records WITH (security_invoker) AS
SELECT i.id, i.organization_id, i.name, i.sku, i.hsn_or_sac, i.type, g.id AS group_id, i.size_module_id, i.unit, i.pricing_mode,
       i.default_length_unit, i.master_unit, i.pieces_per_master, i.selling_price, i.purchase_price,
       CASE i.is_price_inclusive WHEN 'inherit' THEN o.prices_include_tax ELSE i.is_price_inclusive = 'true' END AS is_price_inclusive,
       i.tax_rate_id, i.description, i.reorder_quantity, i.barcode, i.track_inventory, i.is_active, i.primary_vendor_id, i.axes,
       i.created_by, i.updated_by, i.created_at, i.updated_at,
       i.taxability, i.cess_rate_percent
FROM items i
JOIN organizations o ON o.id = i.organization_id
LEFT JOIN item_groups g ON g.organization_id = i.organization_id AND g.id = i.group_id AND g.deleted_at IS NULL
WHERE i.deleted_at IS NULL;

CREATE VIEW registration_records WITH (security_invoker) AS
SELECT id, organization_id, gstin, legal_name, trade_name, address_line1, address_line2, city, pincode, state_code,
       is_default, is_composition, lut_number, lut_valid_from, lut_valid_to, turnover_above_5_crore, e_invoicing,
       created_at, updated_at
FROM registrations;
GRANT SELECT ON registration_records TO invoicing_app
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
       i.shipping_bill_number, i.shipping_bill_date, i.port_code
FROM invoices i
JOIN organizations o ON o.id = i.organization_id;

CREATE OR REPLACE VIEW invoice_line_records WITH (security_invoker) AS
SELECT id, organization_id, invoice_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate, discount,
       tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order, width, height, length_unit,
       qty_count,
       is_price_inclusive, taxability, cess_rate_percent, cess_amount, document_discount_share
FROM invoice_lines
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
       shipping_bill_number, shipping_bill_date, port_code
FROM quotes;

CREATE OR REPLACE VIEW quote_line_records WITH (security_invoker) AS
SELECT id, organization_id, quote_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate, discount,
       tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order, width, height, length_unit, qty_count,
       is_price_inclusive, taxability, cess_rate_percent, cess_amount, document_discount_share
FROM quote_lines
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
       shipping_bill_number, shipping_bill_date, port_code
FROM sales_orders;

CREATE OR REPLACE VIEW sales_order_line_records WITH (security_invoker) AS
SELECT id, organization_id, sales_order_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate, discount,
       tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order, width, height, length_unit, qty_count,
       is_price_inclusive, taxability, cess_rate_percent, cess_amount, document_discount_share
FROM sales_order_lines
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
       shipping_bill_number, shipping_bill_date, port_code
FROM credit_notes;

CREATE OR REPLACE VIEW credit_note_line_records WITH (security_invoker) AS
SELECT id, organization_id, credit_note_id, item_id, item_variant_id, original_invoice_item_id, description, hsn_or_sac, quantity,
       unit, rate, discount, tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, restock, sort_order,
       width, height, length_unit, qty_count,
       is_price_inclusive, taxability, cess_rate_percent, cess_amount, document_discount_share
FROM credit_note_lines
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
       gst_category_of(b.gst_category, b.party ->> 'gstin', b.party -> 'billingAddress') AS gst_category
FROM bills b
JOIN organizations o ON o.id = b.organization_id;

CREATE OR REPLACE VIEW bill_line_records WITH (security_invoker) AS
SELECT id, organization_id, bill_id, item_id, item_variant_id, description, hsn_or_sac, quantity, unit, rate, discount,
       tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order, width, height, length_unit, qty_count,
       is_price_inclusive, taxability, cess_rate_percent, cess_amount, document_discount_share
FROM bill_lines
-- next
CREATE OR REPLACE VIEW debit_note_records WITH (security_invoker) AS
SELECT id, organization_id, debit_note_number, vendor_id, bill_id,
       CASE WHEN status = 'OPEN' AND allocated_amount = total THEN 'CLOSED' ELSE status END AS status,
       debit_note_date, seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, currency_code,
       exchange_rate, sub_total, discount_total, cgst_total, sgst_total, igst_total, round_off, total, allocated_amount,
       CASE WHEN status = 'OPEN' THEN total - allocated_amount ELSE 0 END AS balance_unallocated,
       reason, notes, terms_and_conditions, warehouse_id, created_by, updated_by, created_at, updated_at,
       reverse_charge, cess_total,
       gst_category_of(gst_category, party ->> 'gstin', party -> 'billingAddress') AS gst_category
FROM debit_notes;

CREATE OR REPLACE VIEW debit_note_line_records WITH (security_invoker) AS
SELECT id, organization_id, debit_note_id, item_id, item_variant_id, original_bill_item_id, description, hsn_or_sac, quantity,
       unit, rate, discount, tax_rate_percent, taxable_amount, cgst_amount, sgst_amount, igst_amount, total, restock, sort_order,
       width, height, length_unit, qty_count,
       is_price_inclusive, taxability, cess_rate_percent, cess_amount, document_discount_share
FROM debit_note_lines
