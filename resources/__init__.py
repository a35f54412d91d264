"""HTTP, and nothing else: what arrives, what is answered, and which status says it."""
