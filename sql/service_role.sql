-- The role that the service works as, which no dump carries. The owner of the tables is a member of it.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'invoicing_app') THEN
        CREATE ROLE invoicing_app NOLOGIN;
    END IF;
    IF NOT pg_has_role(current_user, 'invoicing_app', 'MEMBER') THEN
        GRANT invoicing_app TO CURRENT_USER;
    END IF;
END $$;
