"""Purchase documents: orders to vendors, their bills, debit notes and payments."""
