"""Links by which customers see an invoice without logging in: their tokens, their limits, and the page."""
