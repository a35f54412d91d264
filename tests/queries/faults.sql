-- What goes wrong when a document is issued whose notes ask for it.

-- name: function
CREATE FUNCTION fail_as_asked() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    IF NEW.notes = 'loses its connection' THEN
        PERFORM pg_terminate_backend(pg_backend_pid());
    ELSIF NEW.notes = 'breaks a rule at once' AND TG_WHEN = 'BEFORE' OR NEW.notes = 'breaks a rule at commit' THEN
        RAISE 'planted' USING ERRCODE = 'check_violation', CONSTRAINT = 'planted';
    END IF;
    RETURN NEW;
END $$;

-- name: invoices_at_once
CREATE TRIGGER fails_at_once BEFORE INSERT OR UPDATE ON invoices
    FOR EACH ROW WHEN (NEW.fiscal_year IS NOT NULL AND NEW.notes <> 'breaks a rule at commit') EXECUTE FUNCTION fail_as_asked();

-- name: invoices_at_commit
CREATE CONSTRAINT TRIGGER fails_at_commit AFTER INSERT OR UPDATE ON invoices DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.fiscal_year IS NOT NULL) EXECUTE FUNCTION fail_as_asked();

-- name: payments_at_once
CREATE TRIGGER fails_at_once BEFORE INSERT OR UPDATE ON payments_received
    FOR EACH ROW WHEN (NEW.notes <> 'breaks a rule at commit') EXECUTE FUNCTION fail_as_asked();

-- name: payments_at_commit
CREATE CONSTRAINT TRIGGER fails_at_commit AFTER INSERT OR UPDATE ON payments_received DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION fail_as_asked();
