"""From what stands on a paper to the bytes of its PDF."""
