"""What is owed: by customers, to vendors, and how long already."""
