-- use: record(tax_rates, tax_rate_records)
-- use: small_searched_list(tax_rates, tax_rate_records, name)
-- use: one_default(tax_rates, is_default)

-- part: chosen
organization_id = %(organization_id)s AND :changed_since AND :found(tax_rates)

-- name: insert
INSERT INTO tax_rates (organization_id, id, name, rate_percent, is_gst, is_default)
VALUES (%(organization_id)s, %(id)s, %(name)s, %(rate_percent)s, %(is_gst)s, %(is_default)s);

-- name: update
UPDATE tax_rates
SET (name, rate_percent, is_gst, is_default, updated_at)
  = (%(name)s, %(rate_percent)s, %(is_gst)s, %(is_default)s, now())
WHERE organization_id = %(organization_id)s AND id = %(id)s;
