"""The PostgreSQL of a checkout."""
