"""Measurements of the cost of requests, beside that of PostgreSQL and Falcon alone, and of its growth
(docs/performance.md)."""
