"""Lists: filters, orders, cursors, pages, totals."""
