"""Addresses of customers and vendors are stored as the JSON they go out as."""

from app.postgres.database import Row, jsonb

FIELDS = ("billing_address", "shipping_address")


def with_addresses(record: Row) -> Row:
    """The record with its addresses marked for storing; null stays null."""
    return record | {field: jsonb(record[field]) for field in FIELDS if record.get(field) is not None}
