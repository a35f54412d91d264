"""Files for the government's portals: e-invoices, e-way bills and returns. Pure, but for what reads and stores."""
