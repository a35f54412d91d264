-- What documents take from outside their own bodies, asked for many of them at once.

-- name: sales_parties
-- For each combination, by its place: the seller as registered, the customer, and whether the other records are
-- there; and the warehouse that goods leave where none is named.
SELECT n.place::int - 1 AS place,
       o.legal_name AS organization_legal_name,
       coalesce(written_address(r.address_line1, r.address_line2, r.city, r.pincode), r.address, o.address)
           AS organization_address,
       o.state_code AS organization_state_code,
       o.round_off,
       o.checks,
       o.fiscal_year_start_month,
       (now() AT TIME ZONE o.time_zone)::date AS today,
       r.id AS registration_id,
       CASE WHEN n.seller_registration_id IS NOT NULL THEN r.id END AS seller_registration_id,
       r.legal_name AS registration_legal_name,
       r.gstin AS registration_gstin,
       r.state_code AS registration_state_code,
       coalesce(r.is_composition, false) AS is_composition,
       r.lut_number,
       r.lut_valid_from,
       r.lut_valid_to,
       coalesce(r.turnover_above_5_crore, false) AS turnover_above_5_crore,
       c.id AS customer_id,
       c.display_name,
       c.legal_name,
       c.gstin,
       c.pan,
       c.email,
       c.phone,
       c.place_of_supply_state_code,
       c.billing_address,
       c.shipping_address,
       gst_category_of(c.gst_category, c.gstin, c.billing_address) AS gst_category,
       c.price_list_id,
       coalesce(t.days, 0) AS payment_terms_days,
       m.user_id AS salesperson_id,
       w.id AS warehouse_id,
       CASE WHEN n.warehouse_id IS NULL THEN (:default_warehouse) END AS default_warehouse_id
FROM unnest(
    %(customer_ids)s::text[], %(seller_registration_ids)s::text[], %(salesperson_ids)s::text[],
    %(warehouse_ids)s::text[])
    WITH ORDINALITY AS n (customer_id, seller_registration_id, salesperson_id, warehouse_id, place)
JOIN organizations o
    ON o.id = %(organization_id)s
LEFT JOIN (
:held(customers, customer_ids)
) c
    ON c.id = n.customer_id AND c.deleted_at IS NULL
LEFT JOIN payment_terms t
    ON t.organization_id = %(organization_id)s AND t.id = c.payment_term_id
LEFT JOIN registrations r
    ON r.organization_id = %(organization_id)s
    AND (r.id = n.seller_registration_id OR (n.seller_registration_id IS NULL AND r.is_default))
LEFT JOIN memberships m
    ON m.organization_id = %(organization_id)s AND m.user_id = n.salesperson_id
LEFT JOIN (
:held(warehouses, warehouse_ids)
) w
    ON w.id = n.warehouse_id AND w.deleted_at IS NULL;

-- name: registration_of
-- The registration of a GSTIN, and its address today.
SELECT r.id, coalesce(written_address(r.address_line1, r.address_line2, r.city, r.pincode), r.address, o.address) AS address
FROM registrations r
JOIN organizations o
    ON o.id = %(organization_id)s
WHERE r.organization_id = %(organization_id)s AND r.gstin = %(gstin)s::text;

-- name: purchase_parties
-- For each combination, by its place: the vendor, the organization's state, and whether the warehouse is there; and
-- the warehouse that goods come to where none is named.
SELECT n.place::int - 1 AS place,
       coalesce(r.state_code, o.state_code) AS organization_state_code,
       o.round_off,
       o.checks,
       o.fiscal_year_start_month,
       (now() AT TIME ZONE o.time_zone)::date AS today,
       coalesce(r.turnover_above_5_crore, false) AS turnover_above_5_crore,
       v.id AS vendor_id,
       v.display_name,
       v.legal_name,
       nullif(btrim(v.gstin), '') AS gstin,
       v.pan,
       v.email,
       v.phone,
       v.place_of_supply_state_code,
       v.billing_address,
       v.shipping_address,
       gst_category_of(v.gst_category, v.gstin, v.billing_address) AS gst_category,
       coalesce(v.payment_terms_days, 0) AS payment_terms_days,
       w.id AS warehouse_id,
       CASE WHEN n.warehouse_id IS NULL THEN (:default_warehouse) END AS default_warehouse_id
FROM unnest(%(vendor_ids)s::text[], %(warehouse_ids)s::text[]) WITH ORDINALITY AS n (vendor_id, warehouse_id, place)
JOIN organizations o
    ON o.id = %(organization_id)s
LEFT JOIN registrations r
    ON r.organization_id = %(organization_id)s AND r.is_default
LEFT JOIN (
:held(vendors, vendor_ids)
) v
    ON v.id = n.vendor_id AND v.deleted_at IS NULL
LEFT JOIN (
:held(warehouses, warehouse_ids)
) w
    ON w.id = n.warehouse_id AND w.deleted_at IS NULL;

-- part: facts_of_items
-- For each combination, by its place: what a line takes from its item and variant when it does not say so itself. The
-- price is the variant's, else the item's; when buying, tax is never in it. item_id or item_variant_id is null where
-- there is none such. variant_ids are those that a line of an item kept in stock, by `k`, may mean; of a deleted item
-- those deleted with it.
SELECT n.place::int - 1 AS place,
       i.id AS item_id,
       v.id AS item_variant_id,
       coalesce(nullif(i.description, ''), i.name) AS description,
       i.hsn_or_sac,
       i.type AS item_type,
       i.taxability,
       i.cess_rate_percent,
       t.is_gst IS FALSE AS is_outside_gst,
       i.unit,
       i.default_length_unit,
       k.track_inventory,
       CASE
           WHEN %(purchases)s::boolean THEN false
           WHEN i.is_price_inclusive = 'inherit' THEN o.prices_include_tax
           ELSE i.is_price_inclusive = 'true'
       END AS is_price_inclusive,
       CASE
           WHEN %(purchases)s::boolean THEN coalesce(v.purchase_price, i.purchase_price)
           ELSE coalesce(v.selling_price, i.selling_price)
       END AS rate,
       coalesce(t.rate_percent, 0) AS tax_rate_percent,
       CASE
           WHEN NOT k.track_inventory THEN '{}'
           WHEN v.id IS NOT NULL THEN ARRAY[v.id]
           WHEN i.deleted_at IS NOT NULL THEN ARRAY(
               SELECT u.id
               FROM item_variants u
               WHERE u.organization_id = %(organization_id)s AND u.item_id = i.id AND u.deleted_at = i.deleted_at
               ORDER BY u.sort_order, u.id)
           ELSE ARRAY(
               SELECT u.id
               FROM item_variants u
               WHERE u.organization_id = %(organization_id)s AND u.item_id = i.id AND u.deleted_at IS NULL
               ORDER BY u.sort_order, u.id)
       END AS variant_ids
FROM unnest(%(item_ids)s::text[], %(item_variant_ids)s::text[])
    WITH ORDINALITY AS n (item_id, item_variant_id, place)
JOIN organizations o
    ON o.id = %(organization_id)s

-- part: rates_of_items
LEFT JOIN tax_rates t
    ON t.organization_id = %(organization_id)s AND t.id = i.tax_rate_id

-- name: item_facts
-- Of live items.
:facts_of_items
LEFT JOIN (
:held(items, item_ids)
) i
    ON i.id = n.item_id AND i.deleted_at IS NULL
LEFT JOIN item_variants v
    ON v.organization_id = %(organization_id)s
    AND v.item_id = i.id
    AND v.id = n.item_variant_id
    AND v.deleted_at IS NULL
:rates_of_items
CROSS JOIN LATERAL (SELECT i.track_inventory) k;

-- name: item_facts_of_edit
-- Of live ones, and of those that the edited invoice's lines name already. Whether an item of an invoice that is in force
-- is kept in stock was decided when it was sent: its goods are out, or never were.
:facts_of_items
LEFT JOIN (
:held(items, item_ids)
) i
    ON i.id = n.item_id
    AND (i.deleted_at IS NULL OR EXISTS (
        SELECT FROM invoice_lines l
        WHERE l.organization_id = %(organization_id)s AND l.invoice_id = %(edited)s::text AND l.item_id = i.id))
LEFT JOIN item_variants v
    ON v.organization_id = %(organization_id)s
    AND v.item_id = i.id
    AND v.id = n.item_variant_id
    AND (v.deleted_at IS NULL OR EXISTS (
        SELECT FROM invoice_lines l
        WHERE l.organization_id = %(organization_id)s AND l.invoice_id = %(edited)s::text AND l.item_variant_id = v.id))
:rates_of_items
LEFT JOIN (
    SELECT DISTINCT l.item_id, l.item_id IN (
        SELECT u.item_id
        FROM inventory_movements m
        JOIN item_variants u ON u.organization_id = %(organization_id)s AND u.id = m.item_variant_id
        WHERE m.organization_id = %(organization_id)s
          AND m.source_doc_id = e.id
          AND m.movement_type = 'SALES_OUT'
          AND NOT EXISTS (
            SELECT FROM inventory_movements r
            WHERE r.organization_id = %(organization_id)s AND r.reverses_id = m.id)) AS are_out
    FROM invoices e
    JOIN invoice_lines l ON l.organization_id = %(organization_id)s AND l.invoice_id = e.id
    WHERE e.organization_id = %(organization_id)s AND e.id = %(edited)s::text AND e.status = 'SENT'
) goods
    ON goods.item_id = i.id
CROSS JOIN LATERAL (SELECT coalesce(goods.are_out, i.track_inventory) AS track_inventory) k;

-- name: item_facts_of_originals
-- Of lines of notes, whose originals name the same: it may have been deleted since.
:facts_of_items
LEFT JOIN items i
    ON i.organization_id = %(organization_id)s AND i.id = n.item_id
LEFT JOIN item_variants v
    ON v.organization_id = %(organization_id)s AND v.item_id = i.id AND v.id = n.item_variant_id
:rates_of_items
CROSS JOIN LATERAL (SELECT i.track_inventory) k;

-- name: list_prices
-- For each combination, by its place: what a price list in force on the day says of an item or its variant, the
-- variant's own price first; no row where it says nothing.
SELECT DISTINCT ON (n.place) n.place::int - 1 AS place, e.rate
FROM unnest(%(price_list_ids)s::text[], %(days)s::date[], %(item_ids)s::text[], %(item_variant_ids)s::text[])
    WITH ORDINALITY AS n (price_list_id, day, item_id, item_variant_id, place)
JOIN price_lists l
    ON l.organization_id = %(organization_id)s
    AND l.id = n.price_list_id
    AND l.type = 'SELLING'
    AND l.is_active
    AND l.deleted_at IS NULL
    AND coalesce(l.effective_from, '-infinity') <= n.day
    AND coalesce(l.effective_to, 'infinity') >= n.day
JOIN price_list_entries e
    ON e.organization_id = %(organization_id)s
    AND e.price_list_id = l.id
    AND e.item_id = n.item_id
    AND (e.item_variant_id IS NULL OR e.item_variant_id = n.item_variant_id)
ORDER BY n.place, e.item_variant_id NULLS LAST;
