"""The invoicing service without HTTP: its rules, its records and its way to the database."""

__version__ = "1.0.0"
