"""The content of papers, as templates see it. Pure: no database, no files."""
