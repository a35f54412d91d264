"""What stands on papers."""
