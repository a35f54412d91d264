"""The same endpoints made by others, for `make bench ARGS=--peers`: docs/performance.md."""
