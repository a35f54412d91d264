"""Returns of a registration and a month, made of what the books hold."""
