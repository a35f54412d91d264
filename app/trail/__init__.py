"""The audit trail as HTTP answers show it, and seals over it."""
