"""What every command stands on: a database that answers and is current, one transaction, and plain endings.

A wrong argument ends the program with status 2, a database that cannot be used with status 1; both say why
on the standard error output. Nothing is printed before the transaction has been committed.
"""

import os
import pwd
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from app.config import ROOT, Settings
from app.constraints import CONSTRAINTS
from app.embedded.server import EmbeddedDatabaseError, embedded_database
from app.errors import Invalid, Problem, Unavailable
from app.postgres.database import NOT_THE_OWNER, Database, Transaction
from app.postgres.migrations import MigrationError, migrate, status
from app.wire import to_json

T = TypeVar("T")

EMBEDDED = ROOT / "var" / "postgres"

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class Commands(click.Group):
    """The root of all commands, where what a room of the service raises becomes an ending."""

    def invoke(self, ctx: click.Context) -> Any:
        """Called by click."""
        try:
            return super().invoke(ctx)
        except Invalid as error:
            raise click.UsageError(_told(error)) from error
        except Problem as error:
            raise click.ClickException(error.message) from error
        except (MigrationError, EmbeddedDatabaseError) as error:
            raise click.ClickException(str(error)) from error
        except BrokenPipeError:
            raise  # click ends quietly: who reads the first lines of a list wants no more
        except OSError as error:
            raise click.ClickException(str(error)) from error


def _told(error: Invalid) -> str:
    return "\n".join(f"Invalid value for '{_option(field)}': {sentence}" for field, sentence in error.details)


def _option(field: str) -> str:
    return "--" + field.replace("_", "-")


def settings() -> Settings:
    """The settings; a ClickException says which variable is wrong."""
    try:
        return Settings.from_environment()
    except ValueError as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def owner_url() -> Iterator[str]:
    """The database of DATABASE_URL, else the embedded one, which runs for as long as the block does."""
    given = settings().database_url
    if given:
        yield given
    else:
        with embedded_database(EMBEDDED) as url:
            yield url


@contextmanager
def database() -> Iterator[Database]:
    """A database with all migrations. The embedded one is brought up to date; another one never unasked.

    Who runs commands within their own process may hand on one that is open, as the `obj` of click's context.
    """
    context = click.get_current_context(silent=True)
    if context and (handed := context.find_object(Database)):
        yield handed
        return
    with owner_url() as url:
        if settings().database_url is None:
            migrate(url)
        elif not all(applied for _, applied in status(url)):
            raise click.ClickException("The database lacks migrations: run `make migrate` first.")
        opened = Database(url, pool_size=1, pooled=settings().pooled, constraints=CONSTRAINTS)
        try:
            opened.run_as_owner(_is_the_owner)
            yield opened
        finally:
            opened.close()


def _is_the_owner(tx: Transaction) -> None:
    # Nothing fails by itself for a login that is shown no rows: there would seem to be no organization.
    owner = tx.one("operators.owner")
    if not (owner and owner["is_ours"]):
        raise Unavailable(NOT_THE_OWNER)


def in_transaction(work: Callable[[Transaction], T]) -> T:
    """Run `work` in one transaction as the owner of the tables; audit rows name the operator everywhere."""
    with database() as opened:
        return opened.run_as_owner(work, request_id=_request_id())


def enter(tx: Transaction, organization_id: str, user_id: str | None = None) -> None:
    """Work in an organization; its audit trail will name the operator where a request's id would stand."""
    tx.enter(organization_id, user_id=user_id, request_id=_request_id())


def _request_id() -> str:
    return f"operator:{_operator()}"


def _operator() -> str:
    # From the process, not from the environment, which anybody can set.
    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())
    return name if name.isascii() and name.replace("-", "").replace("_", "").isalnum() else str(os.getuid())


def show(record: dict[str, Any], sentence: str, *, as_json: bool) -> None:
    """Print what was done: the record as JSON, or the sentence."""
    with telling():
        click.echo(to_json(record).decode() if as_json else sentence)


@contextmanager
def telling() -> Iterator[None]:
    """What was done stays done when it cannot be printed, and must not be taken for undone."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"It was done, but cannot be printed: {error.strerror}.") from error
