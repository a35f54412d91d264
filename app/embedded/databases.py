"""The database of the embedded server, and the roles that log in to it, as in production."""

from typing import LiteralString

import psycopg

DATABASE = "invoicing"
OWNER = "postgres"  # of the tables: for migrations and commands
SERVICE = "invoicing_service"  # a plain role, which can do nothing but become `invoicing_app`

# The first migration makes `invoicing_app` where it is missing; its member must be there before the service is.
_ROLES: dict[str, LiteralString] = {
    "invoicing_app": "CREATE ROLE invoicing_app NOLOGIN",
    SERVICE: "CREATE ROLE invoicing_service LOGIN IN ROLE invoicing_app",
}


def ensure_database(url: str) -> None:
    """Make the database and the roles where they are missing. Raises OperationalError while the server starts."""
    with psycopg.connect(url, autocommit=True, connect_timeout=10) as connection:
        if not connection.execute("SELECT FROM pg_database WHERE datname = %s", [DATABASE]).fetchall():
            connection.execute(f"CREATE DATABASE {DATABASE}")
        for name, statement in _ROLES.items():
            if not connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [name]).fetchall():
                connection.execute(statement)
