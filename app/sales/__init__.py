"""Sales documents: quotes, orders, invoices, credit notes and payments of customers."""
