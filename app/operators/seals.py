"""`audit-seal` and `audit-verify`."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import click

from app.errors import Conflict, Unavailable
from app.identity import organizations
from app.operators import arguments as a
from app.operators.check import past_the_trail, refuse_copies
from app.operators.progress import progress
from app.operators.session import database, enter, json_option, show
from app.postgres.database import Database, Row, Transaction
from app.trail import seals
from app.wire import camel_keys

# Seconds that a seal waits for writes that are under way: an import may take long.
PATIENCE = 600
_PAUSE = 0.05


@click.command("audit-seal")
@a.org_option
@json_option
def audit_seal(slug: str, as_json: bool) -> None:
    """Seal the entries of the trail since its last seal.

    The seal is printed: keep it elsewhere, for `audit-verify --seal`.
    """
    with database() as opened:
        with progress("Waiting for writes that are under way"):
            through = _settled_number(opened, slug)

        def work(tx: Transaction) -> Row | None:
            _enter(tx, slug)
            with progress("Sealing"):
                return seals.seal(tx, through, datetime.now(UTC))

        made = opened.run_as_owner(work)
    if made is None:
        show({"entries": 0}, f"The trail of {slug} holds nothing that is not sealed.", as_json=as_json)
        return
    told = camel_keys(made | {"root": made["root"].hex(), "seal": made["seal"].hex()})
    sentence = (
        f"Seal {made['number']} of {slug}: {made['entries']} entries, {made['first_entry']} to "
        f"{made['last_entry']}, {made['sealed_at']:%Y-%m-%dT%H:%M:%SZ}\nroot {told['root']}\nseal {told['seal']}"
    )
    show(told, sentence, as_json=as_json)


@click.command("audit-verify")
@a.org_option
@click.option("--seal", "kept", type=a.SEAL, help="A seal that was kept elsewhere: it must be among them.")
@json_option
@click.pass_context
def audit_verify(context: click.Context, slug: str, kept: bytes | None, as_json: bool) -> None:
    """Tell whether anything under the seals was altered.

    Or is missing there, or in the records that they stand for; status 1 then.
    """

    def work(tx: Transaction) -> tuple[int, list[Row]]:
        _enter(tx, slug)
        known = [row["seal"] for row in seals.all_seals(tx)]
        if not known:
            raise Conflict(f"The trail of {slug} has no seal.")
        with progress("Verifying"):
            return len(known), list(_faults(tx, known, kept))

    with database() as opened:
        count, found = opened.run_as_auditor(work)
    for fault in found:
        show(camel_keys(fault), _sentence(fault), as_json=as_json)
    if found:
        context.exit(1)
    if not as_json:
        seals_hold = "Its seal holds" if count == 1 else f"All {count} seals hold"
        click.echo(f"{seals_hold}, and every row is what the trail says.")


def _faults(tx: Transaction, known: list[bytes], kept: bytes | None) -> Iterator[Row]:
    if kept is not None and kept not in known:
        yield {"seal": None, "fault": f"There is no seal {kept.hex()}"}
    yield from seals.faults(tx)
    yield from past_the_trail(tx)


def _sentence(fault: Row) -> str:
    if "table_name" in fault:
        return f"{fault['table_name']} {fault['record_id']} {fault['difference']}."
    if fault["seal"] is None:
        return f"{fault['fault']}."
    return f"Seal {fault['seal']}, entries {fault['first_entry']} to {fault['last_entry']}: {fault['fault']}."


def _enter(tx: Transaction, slug: str) -> None:
    enter(tx, organizations.find(tx, slug)["id"])
    refuse_copies(tx)


def _settled_number(opened: Database, slug: str) -> int:
    """Return a number up to which no entry is added any more. Raises Unavailable if a write goes on for too long.

    Numbers are taken before the commit: transactions that took one are waited for, and nobody waits for the seal. On a
    cluster the organization's node gives its numbers; another one that it moves to meanwhile goes on with higher ones.
    """

    def ask(query: str) -> list[Row]:
        def work(tx: Transaction) -> list[Row]:
            _enter(tx, slug)
            return tx.all(query)

        return opened.run_as_owner(work)

    def writers() -> set[str]:
        return {row["name"] for row in ask("operators.writers_of_trail")}

    number: int = ask("operators.last_number_of_trail")[0]["number"]
    writing = writers()
    deadline = time.monotonic() + PATIENCE
    while writing := writing and writing & writers():
        if time.monotonic() > deadline:
            raise Unavailable("A write has been going on for too long to seal the trail; try again.")
        time.sleep(_PAUSE)
    return number
