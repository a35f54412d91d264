"""The PostgreSQL server of a checkout, for use without DATABASE_URL."""
