-- A new kind of master data tells of its events (0072) with all else that `kind_table` gives it (0023).
ALTER PROCEDURE kind_table RENAME TO kind_table_without_events;
CREATE PROCEDURE kind_table(
    target text, shown_by text, searched text[] DEFAULT '{}', one_per text[] DEFAULT '{}', one_default text DEFAULT NULL,
    signed boolean DEFAULT false)
    LANGUAGE plpgsql
AS $$
BEGIN
    CALL kind_table_without_events(target, shown_by, searched, one_per, one_default, signed);
    CALL tell_events_of(target, shown_by);
END $$;
