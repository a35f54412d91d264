-- The rows that Django serves, made from the service's own rows, and what is looked at beside its answers.

-- name: schema
CREATE SCHEMA django_rest;

-- name: rows
SET LOCAL search_path = django_rest;
INSERT INTO auth_user (id, password, is_superuser, username, first_name, last_name, email, is_staff, is_active, date_joined)
VALUES (1, '', false, 'bench', '', '', 'bench@example.com', false, true, now());
INSERT INTO django_rest_organizationmodel (
    id, registration_id, legal_name, gstin, state_code, time_zone, invoice_prefix, invoice_padding, warehouse_id)
SELECT o.id, r.id, r.legal_name, r.gstin, r.state_code, o.time_zone, s.prefix, s.padding, w.id
FROM public.organizations o
JOIN public.registrations r ON r.organization_id = o.id AND r.is_default
JOIN public.number_series s ON s.organization_id = o.id AND s.doc_type = 'INVOICE' AND s.deleted_at IS NULL
JOIN public.warehouses w ON w.organization_id = o.id AND w.is_default;
INSERT INTO django_rest_customermodel (id, organization_id, display_name, gstin, place_of_supply_state_code, currency_code)
SELECT id, organization_id, display_name, gstin, place_of_supply_state_code, currency_code
FROM public.customers;
INSERT INTO django_rest_itemmodel (id, organization_id, name, hsn_or_sac, unit, selling_price, tax_rate_percent)
SELECT i.id, i.organization_id, i.name, i.hsn_or_sac, i.unit, i.selling_price, coalesce(t.rate_percent, 0)
FROM public.items i
LEFT JOIN public.tax_rates t ON t.organization_id = i.organization_id AND t.id = i.tax_rate_id;
INSERT INTO django_rest_stockpositionmodel (
    id, organization_id, item_id, warehouse_id, quantity_on_hand, value, average_cost, last_movement_at, updated_at)
SELECT p.id, p.organization_id, v.item_id, p.warehouse_id, p.quantity_on_hand, p.value, p.average_cost, p.last_movement_at,
       p.updated_at
FROM public.stock_positions p
JOIN public.item_variants v ON v.organization_id = p.organization_id AND v.id = p.item_variant_id;
INSERT INTO django_rest_invoicemodel (
    id, organization_id, invoice_number, fiscal_year, customer_id, status, invoice_date, due_date, seller_registration_id,
    seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, currency_code, exchange_rate, sub_total,
    discount_total, document_discount, document_discount_is_percent, cgst_total, sgst_total, igst_total, adjustment_amount,
    round_off, total, amount_paid, apply_customer_credit, eway_bill_status, scheme_ids, created_by, created_at, updated_at)
SELECT id, organization_id, invoice_number, fiscal_year, customer_id, status, invoice_date, due_date, seller_registration_id,
       seller_legal_name, seller_gstin, seller_state_code, place_of_supply_state_code, currency_code, exchange_rate, sub_total,
       discount_total, document_discount, document_discount_is_percent, cgst_total, sgst_total, igst_total, adjustment_amount,
       round_off, total, amount_paid, apply_customer_credit, eway_bill_status, scheme_ids, created_by, created_at, updated_at
FROM public.invoices;
INSERT INTO django_rest_invoicelinemodel (
    id, organization_id, invoice_id, item_id, description, hsn_or_sac, quantity, unit, rate, discount, tax_rate_percent,
    taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order)
SELECT id, organization_id, invoice_id, item_id, description, hsn_or_sac, quantity, unit, rate, discount, tax_rate_percent,
       taxable_amount, cgst_amount, sgst_amount, igst_amount, total, sort_order
FROM public.invoice_lines;
INSERT INTO django_rest_movementmodel (
    id, organization_id, position_id, movement_type, quantity, unit_cost, total_cost, balance_after, avg_cost_after,
    source_doc_type, source_doc_id, source_doc_line_id, created_by, created_at)
SELECT m.id, m.organization_id, p.id, m.movement_type, m.quantity, m.unit_cost, m.total_cost, m.balance_after, m.avg_cost_after,
       m.source_doc_type, m.source_doc_id, m.source_doc_line_id, m.created_by, m.created_at
FROM public.inventory_movements m
JOIN public.stock_positions p ON p.organization_id = m.organization_id AND p.item_variant_id = m.item_variant_id
    AND p.warehouse_id = m.warehouse_id;
INSERT INTO django_rest_numbercountermodel (organization_id, doc_type, fiscal_year, next_number)
SELECT organization_id, doc_type, fiscal_year, next_number
FROM public.number_counters;

-- name: token
INSERT INTO django_rest.django_rest_accesstokenmodel (key, organization_id, user_id)
VALUES (%(key)s, %(organization_id)s, 1);

-- name: counts
-- What a creation changes, of one organization.
SELECT (SELECT count(*) FROM django_rest.django_rest_invoicemodel WHERE organization_id = %(organization_id)s) AS invoices,
       (SELECT count(*) FROM django_rest.django_rest_invoicelinemodel WHERE organization_id = %(organization_id)s) AS lines,
       (SELECT count(*) FROM django_rest.django_rest_movementmodel WHERE organization_id = %(organization_id)s) AS movements,
       (SELECT -sum(quantity_on_hand) FROM django_rest.django_rest_stockpositionmodel WHERE organization_id = %(organization_id)s) AS sold,
       (SELECT -sum(value) FROM django_rest.django_rest_stockpositionmodel WHERE organization_id = %(organization_id)s) AS cost,
       (SELECT sum(next_number) FROM django_rest.django_rest_numbercountermodel WHERE organization_id = %(organization_id)s) AS numbers,
       (SELECT count(*) FROM django_rest.django_rest_idempotencykeymodel WHERE organization_id = %(organization_id)s) AS keys,
       (SELECT count(*) FROM django_rest.django_rest_trailmodel WHERE organization_id = %(organization_id)s) AS trail;
