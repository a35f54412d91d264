"""Warnings of a write: they go beside its answer, or refuse it if the organization has chosen so."""

from collections.abc import Sequence

from app.errors import REFUSE, Invalid, Warned, faults_of
from app.postgres.database import Transaction


def tell(tx: Transaction, warnings: Sequence[Warned], checks: str | None = None) -> None:
    """Add warnings to those of the transaction. Raise Invalid if the organization refuses writes with warnings.

    `checks` is the organization's choice, looked up if None.
    """
    if not warnings:
        return
    if checks is None:
        found = tx.one("identity.checks") or {}
        checks = found.get("checks")
    if checks == REFUSE:
        raise Invalid(faults_of(warnings))
    tx.warnings += warnings
