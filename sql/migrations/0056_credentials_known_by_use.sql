-- Replaces the hash of a password, which was made with former settings, by another hash of it. `proof` is the hash that is
-- stored: whoever has it knows the password.
CREATE FUNCTION password_renewed(username text, proof text, renewed text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE users u
    SET password_hash = renewed
    WHERE lower(u.email) = lower(username)
      AND sha256(convert_to(u.password_hash, 'UTF8')) = sha256(convert_to(proof, 'UTF8'));
END $$;

REVOKE EXECUTE ON FUNCTION password_renewed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION password_renewed TO invoicing_app;
