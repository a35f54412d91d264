-- Search in the lists that had none, as in 0006 and 0016, and revocation of tokens by a client.

CALL make_searchable('item_groups', '{name}', 'deleted_at IS NULL');
CALL make_searchable('tax_rates', '{name}', 'deleted_at IS NULL');
CALL make_searchable('currencies', '{code,name}', 'deleted_at IS NULL');
CALL make_searchable('payment_terms', '{name}', 'deleted_at IS NULL');
CALL make_searchable('accounts', '{account_name,bank_name,account_number}', 'deleted_at IS NULL');
CALL make_searchable('number_series', '{doc_type,prefix,suffix}', 'deleted_at IS NULL');
CALL make_documents_searchable('invoices', '{invoice_number}');
CALL make_documents_searchable('expenses', '{expense_number,category}', 'deleted_at IS NULL');

-- As `revoke_token`, but a token that was issued to another client stays. One
-- that no client was issued is anybody's.
CREATE FUNCTION revoke_token_as(hash text, client text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM revoke_token(hash)
    FROM tokens t
    WHERE t.token_hash = hash
      AND (client IS NULL OR t.client_id IS NULL OR t.client_id = client);
END $$;

REVOKE EXECUTE ON FUNCTION revoke_token_as(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION revoke_token_as(text, text) TO invoicing_app;
