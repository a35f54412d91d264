"""Stock: positions, their movements, and what they are worth."""
