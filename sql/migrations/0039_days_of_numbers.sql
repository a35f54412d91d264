-- The latest day of a document that took a number from the counter: an earlier one is out of order. Null where the counter
-- has given no number since.
ALTER TABLE number_counters ADD COLUMN last_day date;
CALL hash_columns('number_counters');
