"""Indian goods and services tax: pure functions, no database, no HTTP. In words: docs/tax.md."""
