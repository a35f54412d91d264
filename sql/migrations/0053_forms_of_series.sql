-- When a series got its form: after the wait for those who take its numbers, and so later than its transaction began,
-- which is what `updated_at` says. Nothing is known of series of before.
ALTER TABLE number_series ADD COLUMN formed_at timestamptz;
ALTER TABLE number_series ALTER COLUMN formed_at SET DEFAULT clock_timestamp();
CALL hash_columns('number_series');
