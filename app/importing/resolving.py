"""From names to ids: one statement for each kind of record that a batch names."""

from collections.abc import Sequence

from app.importing.entries import Entry
from app.postgres.database import Transaction

_ONE = {
    "customers": "customer",
    "vendors": "vendor",
    "items": "item",
    "warehouses": "warehouse",
    "invoices": "invoice",
    "bills": "bill",
}


def resolve(tx: Transaction, entries: Sequence[Entry]) -> None:
    """Put the id where a name stands; a name that stands for nothing, or for several, is a fault."""
    known = _known(tx, entries)
    for entry in entries:
        for reference in entry.references:
            ids = known[reference.entity].get(reference.name, [])
            if len(ids) != 1:
                entry.refuse(reference.field, _complaint(_ONE[reference.entity], reference.name, len(ids)))
            elif entry.is_good:
                reference.put(entry.body, ids[0])


def _known(tx: Transaction, entries: Sequence[Entry]) -> dict[str, dict[str, list[str]]]:
    named: dict[str, set[str]] = {}
    for entry in entries:
        for reference in entry.references:
            named.setdefault(reference.entity, set()).add(reference.name)
    return {entity: _ids(tx, entity, names) for entity, names in named.items()}


def _ids(tx: Transaction, entity: str, names: set[str]) -> dict[str, list[str]]:
    ids: dict[str, list[str]] = {}
    for row in tx.all(f"names.{entity}", names=sorted(names)):
        ids.setdefault(row["name"], []).append(row["id"])
    return ids


def _complaint(kind: str, name: str, count: int) -> str:
    shown = name if len(name) <= 100 else name[:100] + "…"  # noqa: PLR2004 - enough to find it by
    if count:
        return f"{count} records are called {shown}: name the {kind} by its id."
    return f"There is no {kind} {shown}."
