"""Mails with papers: their addresses and texts, and the outbox that they wait in."""
