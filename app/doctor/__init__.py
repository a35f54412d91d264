"""Checks of an installation: modules of facts, which are read, and of findings, which judge facts and are pure."""
