"""Rate limits: the arithmetic, the table of counts, the client's address, and the limiter that combines them."""
