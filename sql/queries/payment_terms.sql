-- use: record(payment_terms, payment_term_records)
-- use: small_searched_list(payment_terms, payment_term_records, name)
-- use: one_default(payment_terms, is_default)

-- part: chosen
organization_id = %(organization_id)s AND :changed_since AND :found(payment_terms)

-- name: insert
INSERT INTO payment_terms (organization_id, id, name, days, is_default)
VALUES (%(organization_id)s, %(id)s, %(name)s, %(days)s, %(is_default)s);

-- name: update
UPDATE payment_terms
SET (name, days, is_default, updated_at) = (%(name)s, %(days)s, %(is_default)s, now())
WHERE organization_id = %(organization_id)s AND id = %(id)s;
