"""Purchase documents: what is ordered from vendors, what they bill, and what they are paid."""
