"""Reading one record of a kind, and its version."""

from collections.abc import Mapping
from datetime import UTC, datetime

from app.errors import NotFound, PreconditionFailed
from app.postgres.database import Row, Transaction

NO_PARTS: Mapping[str, str] = {}


def read_record(
    tx: Transaction, kind: str, id: str, parts: Mapping[str, str] = NO_PARTS, *, ends: bool = True
) -> Row:
    """Return the wire form of one record with its parts. Raises NotFound.

    `parts` maps keys of the record to statements of the kind's query file. The rows of a statement become the value
    of its key. The transaction ends with it, unless `ends` is false.
    """
    fetch = tx.fetch_and_commit if ends else tx.records_of_all
    found, *rows_of_parts = fetch(*((f"{kind}.{query}", {"id": id}) for query in ("get", *parts.values())))
    if not found:
        raise NotFound
    return found[0] | dict(zip(parts, rows_of_parts, strict=True))


def version_at(moment: datetime) -> str:
    """Return the version of a record that was last changed at a moment: its `updatedAt` on the wire."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def find_to_change(tx: Transaction, statement: str, id: str) -> Row:
    """Return the columns of a record that is to be changed, by a statement that takes its `id`, and locks
    the record where the change depends on it.

    Raise NotFound, and PreconditionFailed where the caller knows another version.
    """
    current = tx.one(statement, id=id)
    if current is None:
        raise NotFound
    if tx.expected_versions is not None and version_at(current["updated_at"]) not in tx.expected_versions:
        raise PreconditionFailed
    return current
