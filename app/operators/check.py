"""`check`: compare an organization's stored balances with its history."""

import click

from app.identity import organizations
from app.ledgers.reconciliation import differences
from app.operators import arguments as a
from app.operators.session import database, enter, json_option, show
from app.postgres.database import Row, Transaction


@click.command()
@click.option("--org", "slug", type=a.SLUG, required=True)
@json_option
@click.pass_context
def check(context: click.Context, slug: str, as_json: bool) -> None:
    """Recompute every stored balance from history; status 1 when one differs."""

    def work(tx: Transaction) -> list[Row]:
        enter(tx, organizations.find(tx, slug)["id"])
        return list(differences(tx))

    with database() as opened:
        found = opened.run_as_auditor(work)
    for row in found:
        sentence = f"{row['record']} {row['id']}: {row['figure']} is {row['stored']}, history says {row['recomputed']}"
        show(row, sentence, as_json=as_json)
    if found:
        context.exit(1)
    if not as_json:
        click.echo("The books tie.")
