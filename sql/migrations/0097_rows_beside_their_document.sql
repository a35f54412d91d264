-- What a view looks up of other tables for one row, and what counts a number up, are functions. Citus sends a statement to
-- the organization's shard only if the organization is a constant for every table in it, and to all shards otherwise; a
-- query within that compares with a column of the row outside is no such constant. In a function it is a variable.
CREATE FUNCTION has_to_register(tenant text, registered text, day date) RETURNS boolean
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN (
        SELECT day >= r.e_invoicing
        FROM registrations r
        WHERE r.organization_id = tenant AND r.gstin = registered);
END $$;
-- next
CREATE FUNCTION invoice_has_taxable_lines(tenant text, invoice text) RETURNS boolean
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM invoice_lines l
        WHERE l.organization_id = tenant AND l.invoice_id = invoice AND l.taxability = 'TAXABLE');
END $$;
-- next
CREATE FUNCTION credit_note_has_taxable_lines(tenant text, credit_note text) RETURNS boolean
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM credit_note_lines l
        WHERE l.organization_id = tenant AND l.credit_note_id = credit_note AND l.taxability = 'TAXABLE');
END $$;
-- next
-- How much of a line of a sales order its invoices have.
CREATE FUNCTION invoiced_of_line(tenant text, sales_order text, line text) RETURNS numeric
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN (
        SELECT coalesce(sum((d.converted -> 'lines' -> line ->> 'quantity')::numeric), 0)
        FROM invoices d
        WHERE d.organization_id = tenant AND d.sales_order_id = sales_order AND d.status <> 'VOID');
END $$;
-- next
-- How much of a line of a purchase order its bills have.
CREATE FUNCTION billed_of_line(tenant text, purchase_order text, line text) RETURNS numeric
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN (
        SELECT coalesce(sum((d.converted -> 'lines' -> line ->> 'quantity')::numeric), 0)
        FROM bills d
        WHERE d.organization_id = tenant AND d.purchase_order_id = purchase_order AND d.status <> 'VOID');
END $$;
-- next
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
       i.quote_id, i.eway_bill_valid_until, i.irn, i.ack_no, i.ack_date,
       CASE
           WHEN i.e_invoice_cancelled_at IS NOT NULL THEN 'CANCELLED'
           WHEN i.irn IS NOT NULL THEN 'REGISTERED'
           WHEN i.status IN ('DRAFT', 'VOID')
               OR NOT is_registered_kind(i.seller_gstin, i.seller_is_composition,
                   supply_type_of(i.supply_type, i.place_of_supply_state_code, i.igst_total, i.buyer), i.buyer)
               THEN 'NOT_REQUIRED'
           WHEN has_to_register(i.organization_id, i.seller_gstin, i.invoice_date) IS NOT TRUE
               THEN 'NOT_REQUIRED'
           WHEN i.cgst_total + i.sgst_total + i.igst_total > 0 THEN 'PENDING'
           WHEN invoice_has_taxable_lines(i.organization_id, i.id) THEN 'PENDING'
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
           WHEN has_to_register(n.organization_id, n.seller_gstin, n.credit_note_date) IS NOT TRUE
               THEN 'NOT_REQUIRED'
           WHEN n.cgst_total + n.sgst_total + n.igst_total > 0 THEN 'PENDING'
           WHEN credit_note_has_taxable_lines(n.organization_id, n.id) THEN 'PENDING'
           ELSE 'NOT_REQUIRED'
       END AS e_invoice_status
FROM credit_notes n;
-- next
CREATE OR REPLACE VIEW sales_order_line_records WITH (security_invoker) AS
SELECT l.id, l.organization_id, l.sales_order_id, l.item_id, l.item_variant_id, l.description, l.hsn_or_sac, l.quantity, l.unit, l.rate, l.discount,
       l.tax_rate_percent, l.taxable_amount, l.cgst_amount, l.sgst_amount, l.igst_amount, l.total, l.sort_order, l.width,
       l.height, l.length_unit, l.qty_count, l.is_price_inclusive, l.taxability, l.cess_rate_percent, l.cess_amount,
       l.document_discount_share,
       invoiced_of_line(l.organization_id, l.sales_order_id, l.id) AS converted_quantity
FROM sales_order_lines l;
-- next
CREATE OR REPLACE VIEW purchase_order_line_records WITH (security_invoker) AS
SELECT l.id, l.organization_id, l.purchase_order_id, l.item_id, l.item_variant_id, l.description, l.hsn_or_sac, l.quantity, l.unit, l.rate, l.discount,
       l.tax_rate_percent, l.taxable_amount, l.cgst_amount, l.sgst_amount, l.igst_amount, l.total, l.sort_order, l.width,
       l.height, l.length_unit, l.qty_count, l.is_price_inclusive, l.taxability, l.cess_rate_percent, l.cess_amount,
       l.document_discount_share,
       billed_of_line(l.organization_id, l.purchase_order_id, l.id) AS converted_quantity
FROM purchase_order_lines l;
-- next
-- Counts up by as many as are wanted in the counter of the day's fiscal year; no row where there is no series. The series is
-- the registration's, else the one without. It is held, so that who waits for the counter does not go on with settings that
-- were changed meanwhile.
CREATE FUNCTION take_numbers(tenant text, kind text, registration text, day date, many bigint)
    RETURNS TABLE (prefix text, suffix text, padding integer, fiscal_year integer, last_taken bigint, last_day date)
    LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
    series record;
BEGIN
    SELECT s.doc_type, s.prefix, s.suffix, s.padding, s.reset_yearly, fiscal_year(day, o.fiscal_year_start_month) AS fiscal_year
    INTO series
    FROM number_series s
    JOIN organizations o ON o.id = tenant
    WHERE s.organization_id = tenant
      AND s.doc_type = ANY (ARRAY[kind, kind || ' ' || registration])
      AND s.deleted_at IS NULL
    ORDER BY s.registration_id
    LIMIT 1
    FOR SHARE OF s;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    RETURN QUERY
    INSERT INTO number_counters AS c (organization_id, doc_type, fiscal_year, next_number, last_taken, last_day)
    VALUES (tenant, series.doc_type, CASE WHEN series.reset_yearly THEN series.fiscal_year ELSE 0 END, 1 + many, many, day)
    ON CONFLICT (organization_id, doc_type, fiscal_year) DO UPDATE
    SET next_number = c.next_number + many, last_taken = c.next_number + many - 1,
        last_day = greatest(c.last_day, excluded.last_day)
    RETURNING series.prefix, series.suffix, series.padding, series.fiscal_year, c.last_taken, c.last_day;
END $$;
-- next
-- As more_than_settled(trail), which the release before calls, without a row of a table as its argument: Citus has no such
-- type for the rows of a shard.
CREATE FUNCTION changed_more_than_settled(
    organization text, target text, record text, entry bigint, hash bytea, before jsonb) RETURNS boolean
    LANGUAGE plpgsql STABLE
AS $$
DECLARE
    settled constant text[] := '{amount_paid,allocated,allocated_amount,updated_by,updated_at,made_in,
        irn,ack_no,ack_date,signed_qr_code,signed_invoice,
        e_invoice_cancelled_at,e_invoice_cancel_reason,e_invoice_cancel_remark,
        eway_bill_status,eway_bill_id,eway_bill_valid_until}';
    becomes jsonb;
BEGIN
    IF before IS NULL THEN
        RETURN false;
    END IF;
    IF NOT before ? 'status' AND NOT whole_row(entry, hash) THEN
        RETURN before - settled <> '{}';
    END IF;
    becomes := trail_after(organization, target, record, entry, hash);
    RETURN EXISTS (
        SELECT FROM jsonb_each(before - settled) b
        WHERE b.value IS DISTINCT FROM becomes -> b.key
          AND (b.key <> 'status' OR '{DRAFT,VOID}'::text[] && ARRAY[b.value #>> '{}', becomes ->> 'status']));
END $$;
-- next
-- As in 0056, found before it is changed: Citus takes no function of a column in an UPDATE that is not IMMUTABLE.
CREATE OR REPLACE FUNCTION password_renewed(username text, proof text, renewed text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    proven text;
BEGIN
    SELECT u.id
    INTO proven
    FROM users u
    WHERE lower(u.email) = lower(username)
      AND sha256(convert_to(u.password_hash, 'UTF8')) = sha256(convert_to(proof, 'UTF8'));
    UPDATE users u SET password_hash = renewed WHERE u.id = proven AND u.password_hash = proof;
END $$;
