"""Warnings of a write: beside its answer, or its refusal where the organization says so."""

from collections.abc import Sequence

from app.errors import REFUSE, Invalid, Warned, faults_of
from app.postgres.database import Transaction


def tell(tx: Transaction, warnings: Sequence[Warned], checks: str | None = None) -> None:
    """Add warnings to those of the transaction. `checks` is what the organization does with them, looked up where it is
    None. Raise Invalid where it refuses."""
    if not warnings:
        return
    if checks is None:
        found = tx.one("identity.checks") or {}
        checks = found.get("checks")
    if checks == REFUSE:
        raise Invalid(faults_of(warnings))
    tx.warnings += warnings
