"""Numbers of documents: gapless within a series and fiscal year, whoever asks at the same moment."""
