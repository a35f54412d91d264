-- Logins on Citus, which locks a table of which every node has a copy as a whole, and with it those that its foreign keys name.
-- There KEY SHARE of a membership is a lock that logins share, and each then waited for the others to store its tokens. So a login
-- locks the membership as for an update, which no other login has at the same time, as a renewal of a password does (0108). What
-- refers to the membership waits for neither.
CREATE OR REPLACE FUNCTION accept_login(account users, client text, family text, issued jsonb) RETURNS text
    LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM FROM memberships m
    WHERE m.organization_id = account.default_organization_id AND m.user_id = account.id
    FOR NO KEY UPDATE;
    PERFORM FROM users u
    WHERE u.id = account.id
      AND u.default_organization_id = account.default_organization_id
      AND u.password_hash = account.password_hash;
    IF NOT FOUND THEN
        RETURN 'changed';
    END IF;
    PERFORM add_login_tokens(account.default_organization_id, account.id, client, family, issued);
    RETURN 'accepted';
END $$;
