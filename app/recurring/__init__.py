"""Recurring invoices: their calendar, their schedules, and the creation of due ones."""
