"""Parts that all commands share: the database, transactions as the owner of the tables, exit statuses and output.

A wrong argument ends the program with status 2, an unusable database with status 1. The reason is printed on standard
error. Results are printed after the transaction has been committed.
"""

import os
import pwd
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any, TypeVar

import click

from app.backups import BackupError
from app.config import ROOT, Settings
from app.constraint_messages import CONSTRAINTS
from app.embedded.server import EmbeddedDatabaseError, embedded_database
from app.errors import DomainError, Invalid, Unavailable
from app.operators.progress import counted, progress
from app.postgres.cluster import open_database
from app.postgres.database import NOT_THE_OWNER, Database, Transaction
from app.postgres.migrations import MigrationError, applying, status
from app.wire import to_json

T = TypeVar("T")

EMBEDDED = ROOT / "var" / "postgres"

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class Commands(click.Group):
    """The root of all commands. It turns the service's exceptions into messages and exit statuses."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. Click calls this."""
        try:
            return super().invoke(ctx)
        except Invalid as error:
            raise click.UsageError(_usage_message(error)) from error
        except DomainError as error:
            raise click.ClickException(error.message) from error
        except (MigrationError, EmbeddedDatabaseError, BackupError) as error:
            raise click.ClickException(str(error)) from error
        except BrokenPipeError:
            raise  # click ends without a message: the reader, such as `head`, has closed the pipe
        except OSError as error:
            raise click.ClickException(str(error)) from error


def _usage_message(error: Invalid) -> str:
    return "\n".join(f"Invalid value for '{_option(field)}': {sentence}" for field, sentence in error.details)


def _option(field: str) -> str:
    return "--" + field.replace("_", "-")


def settings() -> Settings:
    """Return the settings. Raises ClickException, which names the variable, for a wrong one."""
    try:
        return Settings.from_environment()
    except ValueError as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def owner_url() -> Iterator[str]:
    """Yield the URL of the database. Without DATABASE_URL, the embedded server runs during the block."""
    configured = settings().database_url
    if configured:
        yield configured
    else:
        with embedded_database(EMBEDDED) as url:
            yield url


@contextmanager
def database() -> Iterator[Database]:
    """Yield a database that has all migrations, logged in as the owner of the tables.

    The embedded database gets missing migrations. Any other one lacking some raises ClickException. A Database in
    the `obj` of click's context is used instead, for commands that run inside another program.
    """
    context = click.get_current_context(silent=True)
    if context and (provided := context.find_object(Database)):
        yield provided
        return
    with current_database() as (_, opened):
        yield opened


@contextmanager
def current_database() -> Iterator[tuple[str, Database]]:
    """Yield the URL and the database as `database` does, and never the one of the context."""
    with owner_url() as url:
        if settings().database_url is None:
            bring_up_to_date(url)
        elif not all(applied for _, applied in status(url)):
            raise click.ClickException("The database lacks migrations: run `make migrate` first.")
        # Three: `deliver` does three things at once.
        kind = {"pooled": settings().pooled, "distributed": settings().distributed}
        with closing(open_database(url, pool_size=3, constraints=CONSTRAINTS, **kind)) as current:
            current.run_as_owner(_require_owner)
            yield url, current


def bring_up_to_date(url: str) -> list[str]:
    """Apply the migrations that the database lacks; answer their versions."""
    missing = sum(not applied for _, applied in status(url))
    with progress("Migrating", missing) as advance:
        return list(counted(applying(url), advance))


def _require_owner(tx: Transaction) -> None:
    # Row security hides all rows from any other login, without an error: every table would seem to be empty.
    owner = tx.one("operators.owner")
    if not (owner and owner["is_ours"]):
        raise Unavailable(NOT_THE_OWNER)


def in_transaction(work: Callable[[Transaction], T]) -> T:
    """Run `work` in one transaction as the owner of the tables and return its result. Audit rows name the operator."""
    with database() as opened:
        return opened.run_as_owner(work, request_id=_request_id())


def enter(tx: Transaction, organization_id: str, user_id: str | None = None) -> None:
    """Set the transaction's organization. Its audit rows have the operator's name in place of a request's id."""
    tx.enter(organization_id, user_id=user_id, request_id=_request_id())


def _request_id() -> str:
    return f"operator:{_operator()}"


def _operator() -> str:
    # The name is that of the process's user. Environment variables can be set to any name.
    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())
    return name if name.isascii() and name.replace("-", "").replace("_", "").isalnum() else str(os.getuid())


def show(record: dict[str, Any], sentence: str, *, as_json: bool) -> None:
    """Print the record as JSON, or the sentence."""
    with printing_results():
        click.echo(to_json(record).decode() if as_json else sentence)


@contextmanager
def printing_results() -> Iterator[None]:
    """Raise ClickException for an error of the output. Its message says that the work itself is done."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"It was done, but cannot be printed: {error.strerror}.") from error
