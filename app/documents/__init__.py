"""Documents with lines: worked out from their bodies, stored, and moved from state to state."""
