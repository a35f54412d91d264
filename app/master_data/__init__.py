"""Customers, vendors, items and what they refer to (spec 2.2-2.13, 4.4-4.5)."""
