"""Other implementations of the same endpoints, for `make bench ARGS=--peers` (docs/performance.md)."""
