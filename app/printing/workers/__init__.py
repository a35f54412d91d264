"""The processes that print, and the queue before them."""
