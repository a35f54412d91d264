-- A user belongs to one organization. Without this PostgreSQL multiplies the shares of the two, takes a user who wrote
-- most of a trail for one who wrote next to nothing, and reads all that they wrote to show a page of it.
CREATE STATISTICS trail_transactions_of_users (dependencies) ON user_id, organization_id FROM trail_transactions;

ANALYZE trail_transactions;
