"""Receivables and payables, with their age."""
