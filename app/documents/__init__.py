"""Documents with lines: worked out from their bodies, and read where they are made elsewhere."""
