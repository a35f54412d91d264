-- Events are of what the transaction did itself. One that turns copies of the former trail into entries (0040) writes
-- transactions of long ago, which no reader of events asked for.
DROP TRIGGER events ON trail_transactions;
CREATE CONSTRAINT TRIGGER events AFTER INSERT ON trail_transactions
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.at >= now()) EXECUTE FUNCTION write_events();
ALTER TABLE trail_transactions ENABLE ALWAYS TRIGGER events;
