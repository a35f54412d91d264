"""Sales documents: what is billed to customers, and what they pay."""
