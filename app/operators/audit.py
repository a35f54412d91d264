"""`audit`: print the audit trail of an organization, oldest first, page by page."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import click

from app.errors import Invalid
from app.identity import organizations
from app.operators import arguments as a
from app.operators.session import database, enter, json_option
from app.postgres.database import Database, Row, Transaction
from app.wire import to_json

ROWS_AT_ONCE = 500  # rows
# The trail from its beginning.
_EVERYTHING: Row = {"record": None, "since": None, "table": None, "after_id": None, "after_record": None}


@click.command()
@a.org_option
@click.option("--record", type=a.ID, help="Only what happened to this record.")
@click.option("--since", type=a.MOMENT, help="A date or time, by the organization's clock.")
@click.option(
    "--table", type=a.ID, metavar="TABLE", help="Only what happened to records of this kind: customers."
)
@json_option
def audit(slug: str, record: str | None, since: datetime | None, table: str | None, as_json: bool) -> None:
    """Print who changed what and when, oldest first.

    With --json one object a line.
    """
    line = _as_json if as_json else _as_text
    with database() as opened:
        organization = opened.run_as_owner(lambda tx: _organization(tx, slug, record=record, table=table))
        since = _with_zone(since, organization["time_zone"])
        for row in _rows(opened, organization["id"], record=record, since=since, table=table):
            click.echo(line(row))


def _organization(tx: Transaction, slug: str, *, record: str | None, table: str | None) -> Row:
    """Return the organization. Raises Invalid if there is none, or no such table or record in its trail."""
    tables = [row["name"] for row in tx.all("operators.audited_tables")]
    if table is not None and table not in tables:
        raise Invalid([("table", f"There is no table {table}; there are {', '.join(tables)}.")])
    organization = organizations.find(tx, slug)
    if record is not None:
        enter(tx, organization["id"])
        if not _page(tx, record=record, limit=1):
            raise Invalid([("record", f"The trail of {slug} has no record {record}.")])
    return organization


def _page(tx: Transaction, **chosen: Any) -> list[Row]:
    return tx.records("operators.audit_page", **(_EVERYTHING | chosen))


def _with_zone(moment: datetime | None, time_zone: str) -> datetime | None:
    if moment is None or moment.tzinfo is not None:
        return moment
    return moment.replace(tzinfo=ZoneInfo(time_zone))


def _rows(opened: Database, organization_id: str, **filters: Any) -> Iterator[Row]:
    last: Row = {}

    def page(tx: Transaction) -> list[Row]:
        enter(tx, organization_id)
        return _page(tx, **filters, **last, limit=ROWS_AT_ONCE)

    while rows := opened.run_as_owner(page):
        yield from rows
        last.update(after_id=rows[-1]["id"], after_record=rows[-1]["recordId"])


def _as_json(row: Row) -> str:
    return to_json(row).decode()


def _as_text(row: Row) -> str:
    when = row["at"].astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    who = " ".join(part for part in (row["userId"], row["tokenId"], row["requestId"]) if part) or "-"
    what = f"{row['operation']} {row['tableName']} {row['recordId']}"
    return f"{when}  {what}  by {who}" + "".join(f"\n    {change}" for change in _changes(row))


def _changes(row: Row) -> Iterator[str]:
    if row["operation"] == "UPDATE":
        before, after = row["before"], row["after"]
        for name in after:
            if before.get(name) != after[name] and name != "updated_at":
                yield f"{name}: {_value(before.get(name))} -> {_value(after[name])}"


def _value(value: Any) -> str:
    # JSON escapes control characters, so that a record's text cannot break the line or move the terminal's cursor.
    return to_json(value).decode()
