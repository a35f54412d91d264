-- What GST asks of an advance: at which rate its tax is owed, and where the supply will take place (CGST Act 2017
-- s. 13(2); CGST Rules, rule 50).
ALTER TABLE payments_received
    ADD COLUMN advance_tax_rate_percent numeric(9, 6),
    ADD COLUMN advance_place_of_supply_state_code text,
    ADD CONSTRAINT payments_received_are_taxed_within_bounds CHECK (advance_tax_rate_percent BETWEEN 0 AND 100) NOT VALID;
CALL hash_columns('payments_received');

CREATE OR REPLACE VIEW payment_received_records WITH (security_invoker) AS
SELECT id, organization_id, payment_number, customer_id, payment_date, mode, reference_number, deposit_account, amount,
       tds_amount, tds_section_code, allocated, opening_balance_applied, currency_code, exchange_rate, gateway_payment_id,
       is_gateway_auto, notes, created_by, created_at, updated_at,
       external_reference,
       advance_tax_rate_percent, advance_place_of_supply_state_code
FROM payments_received
WHERE deleted_at IS NULL;
