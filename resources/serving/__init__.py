"""The steps that every request goes through."""
