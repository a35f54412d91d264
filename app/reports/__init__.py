"""Reports: what the books come to over some days. Figures are in rupees, and notes count below 0."""
