"""The commands of `python -m app`: what is done to the service by those who run it, not by its callers."""
