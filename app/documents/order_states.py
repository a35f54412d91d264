"""Orders, of customers and to vendors: the moves of their states."""

from app.documents.creation import OrderKind
from app.documents.document_warnings import issuing_warnings
from app.documents.document_writes import lock, move, require_state
from app.documents.warned_writes import tell
from app.errors import Conflict
from app.postgres.database import Row, Transaction


def put_in_force(tx: Transaction, kind: OrderKind, id: str) -> Row:
    """Confirm or issue a draft; return its id and status. Raise NotFound or Conflict."""
    order = lock(tx, kind, id)
    require_state(kind, order, ("DRAFT",), kind.issued.lower())
    tell(tx, issuing_warnings(kind.day, order), order["checks"])
    return move(tx, kind, id, kind.issued)


def close(tx: Transaction, kind: OrderKind, id: str) -> Row:
    """Close an order in force: nothing more is made of it. Raise NotFound or Conflict."""
    require_state(kind, lock(tx, kind, id), (kind.issued,), "closed")
    return move(tx, kind, id, "CLOSED")


def void(tx: Transaction, kind: OrderKind, id: str) -> Row:
    """Void an order in force that nothing was made of. Raise NotFound or Conflict."""
    require_state(kind, lock(tx, kind, id), (kind.issued,), "voided")
    made = tx.one(f"{kind.table}.became", id=id)
    if made:
        raise Conflict(
            f"The {kind.makes} {made['number']} was made of it, which must be deleted or voided first."
        )
    return move(tx, kind, id, "VOID")
