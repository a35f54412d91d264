"""The lines of a file: read in batches, checked against a schema, with names set apart from ids. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from app.documents.creation import Faults
from app.errors import Invalid, Warned
from app.importing.references import Reference, take_references, with_names
from app.schemas.body import BodySchema
from app.wire import Row, from_json

# Enough for the fixed cost of a batch to be nothing, few enough to be held in memory many times over.
MOST_BATCH_ENTRIES = 1_000
MOST_BATCH_BYTES = 2_000_000

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass
class Entry:
    """One line of the file, by its number from 1.

    `body` is the loaded body. `faults` collect what is wrong with it, `warnings` are about an entry that is loaded all
    the same, and `result` is reported once it is loaded: id and number.
    """

    line: int
    body: Row = field(default_factory=dict)
    references: list[Reference] = field(default_factory=list)
    faults: Faults = field(default_factory=list)
    result: Row = field(default_factory=dict)
    warnings: list[Warned] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Return whether no fault was found so far."""
        return not self.faults

    @property
    def reported_faults(self) -> Faults:
        """The faults by the fields that stand in the line: a name may stand there in place of an id."""
        return [(self._reported(field), message) for field, message in self.faults]

    @property
    def reported_warnings(self) -> list[Warned]:
        """The warnings by the fields that stand in the line."""
        return [warning._replace(field=self._reported(warning.field)) for warning in self.warnings]

    def _reported(self, field: str) -> str:
        named = {reference.stands_for: reference.field for reference in self.references}
        return named.get(field, field)

    def refuse(self, field: str, message: str) -> None:
        """Note a fault of a field, by its name in a line without names."""
        self.faults.append((field, message))


Numbered = list[tuple[int, bytes]]


def batches(lines: Iterable[bytes]) -> Iterator[Numbered]:
    """Yield the lines with their numbers from 1, blank ones left out, in batches of a bounded size."""
    batch: Numbered = []
    size = 0
    for number, line in enumerate(lines, 1):
        text = line.removeprefix(_BYTE_ORDER_MARK).strip() if number == 1 else line.strip()
        if not text:
            continue
        batch.append((number, text))
        size += len(text)
        if len(batch) >= MOST_BATCH_ENTRIES or size >= MOST_BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def read(schema: BodySchema, batch: Numbered) -> list[Entry]:
    """Return the entries of a batch, each with its body or its faults."""
    with_names(schema)
    return [_entry(schema, number, text) for number, text in batch]


def _entry(schema: BodySchema, number: int, text: bytes) -> Entry:
    entry = Entry(number)
    try:
        sent = from_json(text)
    except ValueError as error:
        entry.refuse("body", f"Is not JSON: {error}.")
        return entry
    taken = take_references(schema, sent)
    entry.references, entry.faults = taken.references, taken.faults
    try:
        entry.body = schema.create(taken.sent)
    except Invalid as refusal:
        entry.faults += refusal.details
    return entry


def good(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries without faults."""
    return [entry for entry in entries if entry.is_good]
