"""Papers: documents as PDF."""
