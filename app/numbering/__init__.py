"""Numbers of documents: gapless within a series and fiscal year, however many are taken at the same moment."""
