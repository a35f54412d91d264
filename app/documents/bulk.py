"""Creation of many records in one request: good ones are written as a set, and a fault affects its own record alone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.documents.creation import NewDocument
from app.errors import Conflict, DomainError, Invalid, InvalidRequest, NotFound, Warned
from app.postgres.database import Row, Transaction
from app.schemas.body import BodySchema

# Creates records from bodies that were checked; what is wrong with one is noted in it.
CreateMany = Callable[[Transaction, Sequence[Row]], Sequence[NewDocument]]
# Makes the answer of a request that creates one.
Answer = Callable[[Transaction, NewDocument], Row]


@dataclass(frozen=True)
class BulkKind:
    """One kind of record that requests create many of at once."""

    schema: BodySchema
    create: CreateMany
    answer: Answer


@dataclass
class BulkRecord:
    """The result of one record of a bulk request, by its place: the written record and its warnings, or its error."""

    place: int
    body: Row = field(default_factory=dict)
    written: NewDocument | None = None
    warnings: Sequence[Warned] = ()
    error: DomainError | None = None


def write_many(tx: Transaction, kind: BulkKind, sent: Sequence[Any]) -> list[BulkRecord]:
    """Create as many as can be created of the records that were sent; return all, in order."""
    records = [_checked(kind.schema, place, record) for place, record in enumerate(sent)]
    _write(tx, kind, [record for record in records if record.error is None])
    return records


def refuse_any(records: Sequence[BulkRecord]) -> None:
    """Raise Invalid for the faults of all records, by `records.N.field`."""
    details = [
        (f"records.{record.place}.{field}" if field else f"records.{record.place}", message)
        for record in records
        if record.error
        for field, message in record.error.details or [("", record.error.message)]
    ]
    if details:
        raise Invalid(details)


def _checked(schema: BodySchema, place: int, sent: Any) -> BulkRecord:
    try:
        return BulkRecord(place, schema.create(sent))
    except Invalid as refusal:
        return BulkRecord(place, error=refusal)


def _write(tx: Transaction, kind: BulkKind, records: Sequence[BulkRecord]) -> None:
    """Write a set of records. Records at fault are left out and the rest is written anew, since records of a set depend
    on one another.

    So those at fault beside the first are tried again, each alone: an earlier one, which was not written after all, may
    have taken what they lacked. A set that PostgreSQL refuses is written in halves, until the refused record is found.
    """
    if not records:
        return
    try:
        with tx.savepoint():
            _create(tx, kind, records)
    except _SomeAtFault:
        at_fault = [record for record in records if record.error]
        _write(tx, kind, [record for record in records if record.error is None])
        for record in at_fault[1:]:
            record.error = None
            _write(tx, kind, [record])
    except (Conflict, Invalid, InvalidRequest, NotFound) as refusal:
        if len(records) == 1:
            records[0].error = refusal
            return
        middle = len(records) // 2
        _write(tx, kind, records[:middle])
        _write(tx, kind, records[middle:])


class _SomeAtFault(Exception):
    """Raised to roll back the written part of a set."""


def _create(tx: Transaction, kind: BulkKind, records: Sequence[BulkRecord]) -> None:
    made = kind.create(tx, [record.body for record in records])
    for record, written in zip(records, made, strict=True):
        record.written, record.warnings = written, written.warnings
        record.error = _fault_of(written)
    if any(record.error for record in records):
        raise _SomeAtFault


def _fault_of(written: NewDocument) -> DomainError | None:
    try:
        written.require_good()
    except (Conflict, Invalid) as fault:
        return fault
    return None
