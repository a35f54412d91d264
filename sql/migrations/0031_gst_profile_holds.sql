-- one by one
-- The checks of 0030, read while the tables are used.
ALTER TABLE invoices
    VALIDATE CONSTRAINT invoices_add_up,
    VALIDATE CONSTRAINT invoices_are_of_a_category,
    VALIDATE CONSTRAINT invoices_are_of_a_supply_type,
    VALIDATE CONSTRAINT invoices_bear_no_tax_under_reverse_charge
-- next
ALTER TABLE invoice_lines
    VALIDATE CONSTRAINT invoice_lines_add_up,
    VALIDATE CONSTRAINT invoice_lines_bear_tax_where_taxable
-- next
ALTER TABLE quotes
    VALIDATE CONSTRAINT documents_add_up,
    VALIDATE CONSTRAINT quotes_are_of_a_category,
    VALIDATE CONSTRAINT quotes_are_of_a_supply_type,
    VALIDATE CONSTRAINT quotes_bear_no_tax_under_reverse_charge
-- next
ALTER TABLE quote_lines
    VALIDATE CONSTRAINT quote_lines_add_up,
    VALIDATE CONSTRAINT quote_lines_bear_tax_where_taxable
-- next
ALTER TABLE sales_orders
    VALIDATE CONSTRAINT documents_add_up,
    VALIDATE CONSTRAINT sales_orders_are_of_a_category,
    VALIDATE CONSTRAINT sales_orders_are_of_a_supply_type,
    VALIDATE CONSTRAINT sales_orders_bear_no_tax_under_reverse_charge
-- next
ALTER TABLE sales_order_lines
    VALIDATE CONSTRAINT sales_order_lines_add_up,
    VALIDATE CONSTRAINT sales_order_lines_bear_tax_where_taxable
-- next
ALTER TABLE credit_notes
    VALIDATE CONSTRAINT documents_add_up,
    VALIDATE CONSTRAINT credit_notes_are_of_a_category,
    VALIDATE CONSTRAINT credit_notes_are_of_a_supply_type,
    VALIDATE CONSTRAINT credit_notes_bear_no_tax_under_reverse_charge
-- next
ALTER TABLE credit_note_lines
    VALIDATE CONSTRAINT credit_note_lines_add_up,
    VALIDATE CONSTRAINT credit_note_lines_bear_tax_where_taxable
-- next
ALTER TABLE purchase_orders
    VALIDATE CONSTRAINT documents_add_up,
    VALIDATE CONSTRAINT purchase_orders_are_of_a_category,
    VALIDATE CONSTRAINT purchase_orders_bear_no_tax_under_reverse_charge
-- next
ALTER TABLE purchase_order_lines
    VALIDATE CONSTRAINT purchase_order_lines_add_up,
    VALIDATE CONSTRAINT purchase_order_lines_bear_tax_where_taxable
-- next
ALTER TABLE bills
    VALIDATE CONSTRAINT documents_add_up,
    VALIDATE CONSTRAINT bills_are_of_a_category,
    VALIDATE CONSTRAINT bills_bear_no_tax_under_reverse_charge
-- next
ALTER TABLE bill_lines
    VALIDATE CONSTRAINT bill_lines_add_up,
    VALIDATE CONSTRAINT bill_lines_bear_tax_where_taxable
-- next
ALTER TABLE debit_notes
    VALIDATE CONSTRAINT documents_add_up,
    VALIDATE CONSTRAINT debit_notes_are_of_a_category,
    VALIDATE CONSTRAINT debit_notes_bear_no_tax_under_reverse_charge
-- next
ALTER TABLE debit_note_lines
    VALIDATE CONSTRAINT debit_note_lines_add_up,
    VALIDATE CONSTRAINT debit_note_lines_bear_tax_where_taxable
