"""Indian goods and services tax: pure functions, no database, no HTTP. docs/tax.md explains the rules."""
