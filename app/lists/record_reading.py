"""Reading one record of a kind."""

from collections.abc import Mapping

from app.errors import NotFound
from app.postgres.database import Row, Transaction

NO_PARTS: Mapping[str, str] = {}


def read_record(tx: Transaction, kind: str, id: str, parts: Mapping[str, str] = NO_PARTS) -> Row:
    """Return the wire form of one record with its parts; the transaction ends. Raises NotFound.

    `parts` maps keys of the record to statements of the kind's query file. The rows of a statement become the value
    of its key.
    """
    found, *rows_of_parts = tx.fetch_and_commit(
        *((f"{kind}.{query}", {"id": id}) for query in ("get", *parts.values()))
    )
    if not found:
        raise NotFound
    return found[0] | dict(zip(parts, rows_of_parts, strict=True))
