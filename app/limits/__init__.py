"""How many requests a caller may send: rates, the table in which they are counted, and whose address is meant."""
