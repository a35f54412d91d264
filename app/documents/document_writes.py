"""Operations of requests on documents of one kind: create one, rewrite or delete a draft, change the state."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.documents.creation import Batch, DocumentKind, KindWithLines, NewDocument
from app.errors import Conflict, Invalid
from app.ids import new_ids
from app.lists.record_reading import find_to_change
from app.numbering.series import stay_in_year
from app.postgres.database import Row, Statement, Transaction
from app.wire import camel

# Works out and stores documents, which are new or take the place of stored drafts; those at fault are not stored. Each
# kind has its own: `_make_quotes`, `_make_invoices`.
Make = Callable[[Transaction, Sequence[NewDocument], Batch | None], None]
_MANY_STATES, _VOWELS = " or ", "AEIOU"


@dataclass(frozen=True)
class DocumentWrites:
    """The writes of documents of one kind: `make` stores one or many of them.

    `answers` are the columns in the answer to a write; by default id, status, total and number.
    """

    kind: DocumentKind
    make: Make
    answers: Sequence[str] = field(default=())

    def create(self, tx: Transaction, bodies: Sequence[Row], batch: Batch | None = None) -> list[NewDocument]:
        """Create documents from bodies as `app.schemas` loads them; those at fault are not stored."""
        ids = new_ids(self.kind.prefix, len(bodies))
        documents = [
            NewDocument(id, body, body.get(self.kind.number)) for id, body in zip(ids, bodies, strict=True)
        ]
        self.make(tx, documents, batch)
        return documents

    def create_one(self, tx: Transaction, body: Row) -> Row:
        """Create a document; return its answer. Raise Invalid or Conflict if it is at fault."""
        (document,) = self.create(tx, [body])
        return self._written(tx, document)

    def edit(self, tx: Transaction, draft: Row, body: Row) -> Row:
        """Rewrite a locked draft from a whole body; return its answer. Its id and its number stay.

        Raise Conflict if it is no draft, Invalid for faults of the body, for another number, or for a date in another
        fiscal year than the number's.
        """
        require_state(self.kind, draft, ("DRAFT",), "changed")
        self._require_move(body["status"])
        self.require_free(tx, draft)
        number = body.get(self.kind.number)
        if number not in (None, draft[self.kind.number]):
            raise Invalid([(camel(self.kind.number), "Cannot be changed.")])
        stay_in_year(tx, draft, body, self.kind.day, "delete the draft and create another")
        document = NewDocument(draft["id"], body | _order_of(self.kind, draft), stored=draft)
        self.make(tx, [document], None)
        return self._written(tx, document)

    def _require_move(self, status: str) -> None:
        """Raise Conflict where a draft that is written anew would be moved further than to be issued."""
        kind = self.kind
        if isinstance(kind, KindWithLines) and status not in ("DRAFT", kind.issued):
            raise Conflict(f"A DRAFT {kind.noun} becomes {kind.issued}, and only then {status}.")

    def delete(self, tx: Transaction, id: str) -> None:
        """Delete a draft; its number is not given again. Raise NotFound or Conflict."""
        draft = lock(tx, self.kind, id)
        require_state(self.kind, draft, ("DRAFT",), "deleted")
        self.require_free(tx, draft)
        back = taken_back(self.kind, draft)
        tx.run_all(
            *back, (f"{self.kind.table}.delete_lines", {"id": id}), (f"{self.kind.table}.delete", {"id": id})
        )

    def require_free(self, tx: Transaction, draft: Row) -> None:
        """Raise Conflict where other documents stand on a locked draft: it is neither written anew nor deleted."""

    def answer(self, _tx: Transaction, document: NewDocument) -> Row:
        """Return the answer for a document that was written, by names on the wire."""
        names = self.answers or ("id", "status", "total", self.kind.number)
        return {camel(name): document.row[name] for name in names}

    def _written(self, tx: Transaction, document: NewDocument) -> Row:
        document.require_good()
        tx.warnings += document.warnings
        return self.answer(tx, document)


def lock(tx: Transaction, kind: DocumentKind, id: str) -> Row:
    """Hold a document until the transaction ends; return its columns, and of its organization `today` and `checks`.

    Raise NotFound, and PreconditionFailed where the caller knows another version.
    """
    return find_to_change(tx, f"{kind.table}.lock", id)


def require_state(kind: DocumentKind, current: Row, states: Sequence[str], done: str) -> None:
    """Raise Conflict unless the document is in one of the states; `done` names the operation: `changed`, `sent`."""
    if current["status"] not in states:
        allowed, article = _MANY_STATES.join(states), "an" if states[0][0] in _VOWELS else "a"
        raise Conflict(
            f"Only {article} {allowed} {kind.noun} can be {done}; this one is {current['status']}."
        )


def _order_of(kind: DocumentKind, draft: Row) -> Row:
    """Return the column that names the order of a draft: the order still counts what the draft took of it."""
    orders = kind.made_of
    if orders is None or draft["converted"] is None:
        return {}
    return {orders.parent: draft[orders.parent]}


def taken_back(kind: DocumentKind, document: Row) -> list[Statement]:
    """Return the statements that give back to an order what a locked document, to be deleted or voided, took of it.

    An order that was closed because nothing was left of it is in force again.
    """
    orders = kind.made_of
    if orders is None or document["converted"] is None:
        return []
    order = {"id": document[orders.parent]}
    return [
        (f"{orders.table}.lock", order),
        (f"{orders.table}.take_back", order | {"in_force": orders.issued}),
    ]


def move(tx: Transaction, kind: DocumentKind, id: str, status: str) -> Row:
    """Give a locked document another state; return its id and that state."""
    tx.execute(f"{kind.table}.move", id=id, status=status)
    return {"id": id, "status": status}
