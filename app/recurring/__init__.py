"""Invoices that come again: their calendar, their schedules, and who makes what is due."""
