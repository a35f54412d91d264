"""What may be wrong with an installation: facts, and what is to be said of them. Judgements are pure."""
