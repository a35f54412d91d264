"""The trail as it is told over HTTP, and seals over it."""
