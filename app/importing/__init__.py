"""Documents and records that were made elsewhere, loaded in batches by the rules that the API follows."""
