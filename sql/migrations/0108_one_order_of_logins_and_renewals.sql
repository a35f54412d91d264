-- As in 0097, but the membership is locked before the user, as at a login. Citus locks a table of which every node has a copy as
-- a whole, and with it those that its foreign keys name. So a renewal locked users and then memberships, a login memberships and
-- then users, and neither went on.
CREATE OR REPLACE FUNCTION password_renewed(username text, proof text, renewed text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    account users;
BEGIN
    SELECT u.*
    INTO account
    FROM users u
    WHERE lower(u.email) = lower(username)
      AND sha256(convert_to(u.password_hash, 'UTF8')) = sha256(convert_to(proof, 'UTF8'));
    PERFORM FROM memberships m
    WHERE m.organization_id = account.default_organization_id AND m.user_id = account.id
    FOR NO KEY UPDATE;
    UPDATE users u SET password_hash = renewed WHERE u.id = account.id AND u.password_hash = proof;
END $$;
