-- use: record(currencies, currency_records)
-- use: small_searched_list(currencies, currency_records, code)
-- use: one_default(currencies, is_base)

-- part: chosen
organization_id = %(organization_id)s AND :active AND :changed_since AND :found(currencies)

-- name: insert
INSERT INTO currencies (organization_id, id, code, name, symbol, exchange_rate, is_base, is_active)
VALUES (
    %(organization_id)s, %(id)s, %(code)s, %(name)s, %(symbol)s, %(exchange_rate)s, %(is_base)s, %(is_active)s);

-- name: update
UPDATE currencies
SET (code, name, symbol, exchange_rate, is_base, is_active, updated_at)
  = (%(code)s, %(name)s, %(symbol)s, %(exchange_rate)s, %(is_base)s, %(is_active)s, now())
WHERE organization_id = %(organization_id)s AND id = %(id)s;
