"""PostgreSQL: connections, statements, transactions, migrations."""
