"""`org list`, `user list`, `client list`, `token list`: what there is and when it was last used. Never a secret."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from app.operators import arguments as a
from app.operators.session import in_transaction, json_option, printing_results
from app.postgres.database import Row
from app.wire import to_json


@click.command("list")
@json_option
def list_organizations(as_json: bool) -> None:
    """List the organizations."""
    _list("operators.list_organizations", ("slug", "name", "members"), as_json=as_json)


@click.command("list")
@json_option
def list_users(as_json: bool) -> None:
    """List the users.

    With the organizations that each is a member of.
    """
    _list("operators.list_users", ("email", "name", "hasPassword", "organizations"), as_json=as_json)


@click.command("list")
@json_option
def list_clients(as_json: bool) -> None:
    """List the OAuth clients."""
    _list("operators.list_clients", ("name", "isConfidential", "scopes"), as_json=as_json)


@click.command("list")
@click.option("--org", "slug", type=a.SLUG, help="Those of this organization only.")
@json_option
def list_tokens(slug: str | None, as_json: bool) -> None:
    """List the personal access tokens, ended ones too."""
    fields = ("slug", "email", "name", "scopes", "expiresAt", "revokedAt")
    _list("operators.list_tokens", fields, as_json=as_json, slug=slug)


def _list(query: str, fields: Sequence[str], *, as_json: bool, **filters: Any) -> None:
    """Print a line for each record: JSON, or its id, these fields, and when it was last used."""
    records = in_transaction(lambda tx: tx.records(query, **filters))
    write: Callable[[Row], str] = _as_json if as_json else lambda record: _as_text(record, fields)
    with printing_results():
        for record in records:
            click.echo(write(record))


def _as_json(record: Row) -> str:
    return to_json(record).decode()


def _as_text(record: Row, fields: Sequence[str]) -> str:
    # JSON escapes control characters, so that a name cannot break the line or move the terminal's cursor.
    said = [f"{name} {to_json(record[name]).decode()}" for name in (*fields, "lastUsedOn")]
    return f"{record['id']}  " + "  ".join(said)
