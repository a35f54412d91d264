"""The commands of `python -m app`, for the operators of the service."""
