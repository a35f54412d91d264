"""`recur`: make the recurring invoices that are due. It may run from a timer, also several times at once."""

from datetime import UTC, datetime

import click

from app.operators.session import database, json_option, show
from app.recurring.making import make_due


@click.command()
@json_option
def recur(as_json: bool) -> None:
    """Make the recurring invoices that are due.

    Of all organizations. Have a timer run it every few minutes.
    """
    with database() as opened:
        outcome = make_due(opened, datetime.now(UTC))
    made = {"made": outcome.made, "failed": outcome.failed}
    show(made, f"Invoices made: {outcome.made}; not made: {outcome.failed}.", as_json=as_json)
