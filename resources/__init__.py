"""The HTTP side of the service: requests, answers and their statuses."""
