"""Documents that are made elsewhere and read here (spec 2.16-2.22, 4.8)."""
