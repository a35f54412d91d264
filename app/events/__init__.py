"""Events: what changed, told once for each change of state."""
