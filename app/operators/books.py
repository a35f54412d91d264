"""`books-lock` and `books-unlock`."""

from datetime import date

import click

from app.documents import books_locks
from app.identity import organizations
from app.operators import arguments as a
from app.operators.session import enter, in_transaction, json_option, show
from app.postgres.database import Transaction


@click.command("books-lock")
@a.org_option
@click.option("--through", "day", type=a.DAY, required=True, help="The last day that is closed.")
@json_option
def books_lock(slug: str, day: date, as_json: bool) -> None:
    """Close an organization's books through a day.

    An earlier day than before opens what lies between.
    """
    _move(slug, day)
    show(_told(slug, day), f"The books of {slug} are closed through {day}.", as_json=as_json)


@click.command("books-unlock")
@a.org_option
@json_option
def books_unlock(slug: str, as_json: bool) -> None:
    """Open an organization's books."""
    _move(slug, None)
    show(_told(slug, None), f"The books of {slug} are open.", as_json=as_json)


def _move(slug: str, day: date | None) -> None:
    def work(tx: Transaction) -> None:
        enter(tx, organizations.find(tx, slug)["id"])
        books_locks.move(tx, day)

    in_transaction(work)


def _told(slug: str, day: date | None) -> dict[str, str | None]:
    return {"slug": slug, "lockedThrough": None if day is None else day.isoformat()}
