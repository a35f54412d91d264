-- Documents that came in by files alone are written over HTTP too: drafts are changed and deleted.

GRANT UPDATE, DELETE ON quotes, sales_orders, purchase_orders TO invoicing_app;
GRANT DELETE ON bills, credit_notes, debit_notes TO invoicing_app;
GRANT DELETE ON quote_lines, sales_order_lines, purchase_order_lines, bill_lines, credit_note_lines, debit_note_lines
    TO invoicing_app;
