"""`recur`: make the recurring invoices that are due, and end. `deliver` makes them all the time."""

from datetime import UTC, datetime
from threading import Event

import click

from app.operators.progress import progress
from app.operators.session import database, json_option, show
from app.recurring.making import make_due


@click.command()
@json_option
def recur(as_json: bool) -> None:
    """Make the recurring invoices that are due.

    Of all organizations, once; `deliver` does the same as they fall due.
    """
    with database() as opened, progress("Making what is due"):
        outcome = make_due(opened, datetime.now(UTC), Event())
    made = {"made": outcome.made, "failed": outcome.failed}
    show(made, f"Invoices made: {outcome.made}; not made: {outcome.failed}.", as_json=as_json)
