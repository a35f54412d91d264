"""`check`: compare an organization's stored balances with its history."""

from collections.abc import Iterator

import click

from app.errors import Conflict
from app.identity import organizations
from app.ledgers.reconciliation import LOOKS
from app.operators import arguments as a
from app.operators.progress import counted, progress
from app.operators.session import database, enter, json_option, show
from app.postgres.database import Row, Transaction

COPIES = "The trail has copies that are not turned into entries yet: run migrate."


@click.command()
@a.org_option
@click.option("--trail", is_flag=True, help="Look also for rows that are not what the trail says of them.")
@json_option
@click.pass_context
def check(context: click.Context, slug: str, trail: bool, as_json: bool) -> None:
    """Recompute every stored balance from history.

    What differs is told, with status 1.
    """

    def work(tx: Transaction) -> tuple[list[Row], list[Row]]:
        enter(tx, organizations.find(tx, slug)["id"])
        at_the_trail = (past_the_trail,) if trail else ()
        with progress("Recomputing", len(LOOKS) + len(at_the_trail)) as advance:
            unbalanced = [row for look in counted(LOOKS, advance) for row in look(tx)]
            altered = [row for look in counted(at_the_trail, advance) for row in look(tx)]
            return unbalanced, altered

    with database() as opened:
        unbalanced, altered = opened.run_as_auditor(work)
    for row in unbalanced:
        sentence = f"{row['record']} {row['id']}: {row['figure']} is {row['stored']}, history says {row['recomputed']}"
        show(row, sentence, as_json=as_json)
    for row in altered:
        show(row, f"{row['table_name']} {row['record_id']} {row['difference']}.", as_json=as_json)
    if unbalanced or altered:
        context.exit(1)
    if not as_json:
        click.echo("The books tie, and every row is what the trail says." if trail else "The books tie.")


def past_the_trail(tx: Transaction) -> Iterator[Row]:
    """Return the rows that were changed, inserted or deleted without an entry in the trail. Raise as
    `refuse_copies`."""
    refuse_copies(tx)
    yield from tx.all("operators.past_the_trail")


def refuse_copies(tx: Transaction) -> None:
    """Raise Conflict while copies of the former trail are left to be turned into entries."""
    if tx.one("operators.copies_to_turn"):
        raise Conflict(COPIES)
