"""Customers, vendors, items and what they refer to."""
