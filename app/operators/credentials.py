"""`client create`, `token create`, `token revoke`. A secret is printed once; only its hash is stored."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import click

from app.errors import Invalid
from app.identity import organizations, tokens
from app.identity.caller import token_hash
from app.ids import new_id
from app.operators import arguments as a
from app.operators.people import find_user
from app.operators.session import enter, in_transaction, json_option, show
from app.postgres.database import Transaction

MOST_DAYS = 3_650


@click.group()
def client() -> None:
    """OAuth clients: the programs that users sign in through."""


@client.command("create")
@click.option("--name", type=a.NAME, required=True, help="As users know it.")
@click.option("--confidential", is_flag=True, help="With a secret, for a program that can keep one.")
@json_option
def create_client(name: str, confidential: bool, as_json: bool) -> None:
    """Make an OAuth client.

    Its id is printed and, once, its secret.
    """
    client_id, secret = new_id("cli"), tokens.new_secret() if confidential else None
    secret_hash = token_hash(secret) if secret is not None else None
    values = {"id": client_id, "name": name, "secret_hash": secret_hash}
    in_transaction(lambda tx: tx.execute("operators.insert_client", **values))
    sentence = f"client_id: {client_id}" + (f"\nclient_secret: {secret} (shown this once)" if secret else "")
    show({"id": client_id, "client_id": client_id, "client_secret": secret}, sentence, as_json=as_json)


@click.group()
def token() -> None:
    """Personal access tokens."""


@token.command("create")
@a.org_option
@click.option("--email", type=a.EMAIL, required=True, help="The member whom it acts for.")
@click.option("--scopes", type=a.SCOPES, required=True, help="Such as full, or 'customers invoices.read'.")
@click.option("--name", type=a.NAME, help="What it is for.")
@click.option("--expires", type=a.DAY, help="The last day it works, where the organization is.")
@click.option(
    "--days", type=click.IntRange(1, MOST_DAYS), help=f"For how many days it works, unless {tokens.DAYS}."
)
@click.option("--never-expires", is_flag=True, help="It works until it is revoked.")
@json_option
def create_token(
    *, slug: str, email: str, scopes: list[str], name: str | None, as_json: bool, **life: Any
) -> None:
    """Make a personal access token for a member.

    It is printed once, and works for a year unless told otherwise.
    """
    if sum(bool(value) for value in life.values()) > 1:
        raise click.UsageError(
            "Give --expires, --days or --never-expires, one of them.", click.get_current_context()
        )

    def work(tx: Transaction) -> dict[str, Any]:
        organization = organizations.find(tx, slug)
        enter(tx, organization["id"])
        expires_at = _end_of_life(organization["time_zone"], **life)
        member_id = _member(tx, slug, email)
        token_id, secret = tokens.issue(tx, member_id, scopes, name=name, expires_at=expires_at)
        return {"id": token_id, "token": secret, "scopes": scopes, "name": name, "expiresAt": expires_at}

    record = in_transaction(work)
    show(record, f"{record['token']}\n(id {record['id']}; shown this once)", as_json=as_json)


def _end_of_life(
    time_zone: str, *, expires: date | None, days: int | None, never_expires: bool
) -> datetime | None:
    """Return when a token ends, None for never."""
    if never_expires:
        return None
    return _end_of(expires, time_zone) if expires else tokens.end_after(days or tokens.DAYS)


def _end_of(day: date, time_zone: str) -> datetime:
    """Return the end of a day in a time zone, in UTC. Raises Invalid if it has passed."""
    end = datetime.combine(day + timedelta(days=1), time(), ZoneInfo(time_zone)).astimezone(UTC)
    if end <= datetime.now(UTC):
        raise Invalid([("expires", f"{day} is over in {time_zone}.")])
    return end


def _member(tx: Transaction, slug: str, email: str) -> str:
    """Return the user's id. Raises Invalid if there is no such member of the entered organization."""
    user_id: str = find_user(tx, email)["id"]
    if tx.one("operators.membership", member_id=user_id) is None:
        raise Invalid([("email", f"{email} is not a member of {slug}: see `member add`.")])
    return user_id


@token.command("revoke")
@click.argument("id", type=a.ID)
@json_option
def revoke(id: str, as_json: bool) -> None:
    """Revoke the token of that ID, from the next request on. Revoking it again changes nothing."""

    def work(tx: Transaction) -> bool:
        found = tx.one("operators.organization_of_token", id=id)
        if found is None:
            raise click.BadParameter(f"There is no personal access token {id}.", param_hint="'ID'")
        enter(tx, found["organization_id"])
        return tokens.revoke(tx, id)

    changed = in_transaction(work)
    sentence = f"Revoked {id}." if changed else f"{id} was revoked before."
    show({"id": id, "revoked": True}, sentence, as_json=as_json)
