"""From the content of a paper to the bytes of its PDF."""
