"""Reports of the books over a range of days. Figures are in rupees, and notes count below 0."""
