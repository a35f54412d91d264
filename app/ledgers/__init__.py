"""What is owed: by customers, to vendors, and how long already (spec 4.3, 4.9)."""
