"""Documents with lines: worked out from their bodies, and read where they are made elsewhere (spec 2.14-2.22, 4.8)."""
