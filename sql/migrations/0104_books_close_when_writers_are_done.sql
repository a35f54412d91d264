-- Books are closed as of the moment when their lock is set, which may have waited for writers: not as of the moment when its
-- transaction began. An invoice of a writer that it waited for would else look as if it had been written afterwards (`check`).
CREATE OR REPLACE FUNCTION move_books_lock() RETURNS trigger
    LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(books_of(NEW.organization_id));
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
END $$;
