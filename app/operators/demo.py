"""`demo`: a small organization to try the service on. Its content is always the same, but its secrets are not."""

import os
import tempfile
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import click

from app.config import ROOT
from app.demonstration.journal import MONTHS
from app.demonstration.many import add_invoices
from app.demonstration.people import ORGANIZATION, WAREHOUSES
from app.demonstration.today import today_in_india
from app.demonstration.year import dated_facts, fill
from app.errors import REFUSE, WARN, Invalid, Unauthorized, Unavailable
from app.identity import organizations, tokens
from app.identity.caller import authorization
from app.identity.passwords import hash_password
from app.ids import counting, new_id
from app.master_data import warehouses
from app.operators import arguments as a
from app.operators.people import create_user, find_user, set_membership
from app.operators.progress import progress
from app.operators.session import database, enter, json_option, show
from app.postgres.database import Database, Transaction, TryAgain

DEMO_SLUG = "demo"
DEMO_EMAIL = "demo@example.com"
CLIENT_ID = "demo"
MAX_INVOICES = 10_000_000
TOKEN_FILE = ROOT / "var" / "demo-token"


class _SlugTaken(Invalid):
    """An organization that is no demonstration has the slug. It is neither filled nor entered."""


@click.command()
@click.option("--org", "slug", type=a.SLUG, default=DEMO_SLUG, show_default=True, help="The slug it gets.")
@click.option(
    "--invoices",
    "count",
    type=click.IntRange(0, MAX_INVOICES),
    default=0,
    help="So many invoices of five lines more, with what they need.",
    show_default=True,
)
@json_option
def demo(slug: str, count: int, as_json: bool) -> None:
    """Make a filled organization to try things on.

    With a user, an OAuth client and a token.

    It holds a year of a trader up to today. Where it exists already, nothing but a fresh token is made.
    """
    password = tokens.new_secret()
    password_hash = hash_password(password)

    organization_id = new_id("org")

    def work(tx: Transaction) -> dict[str, Any]:
        record = _enter_demonstration(tx, slug, organization_id, count)
        return record | {"token": _issue_token(tx, record["user_id"])}

    def set_first_password(tx: Transaction) -> bool:
        return bool(tx.execute("operators.set_first_password", email=DEMO_EMAIL, password_hash=password_hash))

    with database() as opened:
        opened.run_as_owner(lambda tx: _make_user(tx, slug))
        record = opened.run_as_owner(work)
        # On a cluster logins are looked after by the coordinator, and the organization lies on another node.
        record["password"] = password if opened.run_as_owner(set_first_password) else None
    user_id = record.pop("user_id")
    show(record | {"client_id": CLIENT_ID, "userId": user_id}, _sentences(record, count), as_json=as_json)


def _sentences(record: Mapping[str, Any], count: int) -> str:
    made = "Made the demonstration" if record["made"] else "There is already the demonstration"
    ignored = count and not record["made"]
    return "\n".join((
        f"{made} {record['slug']} ({record['id']}).",
        f"User:         {DEMO_EMAIL}",
        f"Password:     {record['password'] or '(as printed when it was made)'}",
        f"OAuth client: {CLIENT_ID}",
        f"Token:        {record['token']}",
        *(["No invoices were added: only a new demonstration gets them."] if ignored else []),
    ))  # fmt: skip


def ensure_demo(owner_url: str, token_file: Path = TOKEN_FILE) -> str | None:
    """Return a personal access token of the demo organization, and make the organization if there is none.

    The token of `token_file` is returned again while it is valid; a new one is written there. Return None if an
    organization that is no demonstration has the slug. Print a message and return None while another process
    fills the demonstration.
    """
    with closing(Database(owner_url, pool_size=1)) as opened:
        stored = _read_token(token_file)
        if stored and _is_valid(opened, stored):
            return stored
        new = new_id("org")
        try:
            opened.run_as_owner(lambda tx: _make_user(tx, DEMO_SLUG))
            token = opened.run_as_owner(
                lambda tx: _issue_token(tx, _enter_demonstration(tx, DEMO_SLUG, new)["user_id"])
            )
        except _SlugTaken:
            return None
        except Unavailable as error:
            click.echo(f"No token of the demo organization this time: {error.message}", err=True)
            return None
    # In a read-only checkout every start makes a token of its own.
    with suppress(OSError):
        _write_token(token_file, token)
    return token


def _read_token(file: Path) -> str | None:
    try:
        return file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None


def _write_token(file: Path, token: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    # mkstemp makes a file that its owner alone can read. The rename makes it visible when it is complete.
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    with os.fdopen(descriptor, "w", encoding="ascii") as temporary:
        temporary.write(token + "\n")
    Path(name).replace(file)


def _is_valid(database: Database, token: str) -> bool:
    try:
        caller = database.run_as_caller(authorization(token, ""), Transaction.open)
    except Unauthorized:
        return False
    return bool(caller["organization_slug"] == DEMO_SLUG)


def _issue_token(tx: Transaction, user_id: str) -> str:
    return tokens.issue(tx, user_id, ["full"], expires_at=tokens.end_after(tokens.DAYS), name="demo")[1]


def _make_user(tx: Transaction, slug: str) -> None:
    """Add the user that all demonstrations share, unless it exists. Raises _SlugTaken.

    It has a transaction of its own, so that no demonstration waits until another one is filled.
    """
    tx.execute("operators.lock_demonstration", slug="")
    if tx.one("operators.user_by_email", email=DEMO_EMAIL):
        return
    if tx.one("operators.organization_by_slug", slug=slug):
        raise _slug_taken(slug)
    create_user(tx, DEMO_EMAIL, "Demo")


def _enter_demonstration(tx: Transaction, slug: str, new: str, count: int = 0) -> dict[str, Any]:
    """Enter the demonstration with that slug, and make it if there is none, with the id `new`. Raises _SlugTaken."""
    tx.execute("operators.lock_demonstration", slug=slug)
    user_id = find_user(tx, DEMO_EMAIL)["id"]
    existing = tx.one("operators.organization_by_slug", slug=slug)
    organization_id = existing["id"] if existing else new
    enter(tx, organization_id, user_id)
    if existing is None:
        # The examples of the published document name records by these numbers.
        with counting():
            _make(tx, slug, count)
        # Last, because other transactions wait for the rows that these two lock.
        set_membership(tx, user_id, "ADMIN")
        tx.execute("operators.insert_client", id=CLIENT_ID, name="Demo", secret_hash=None)
    elif tx.one("operators.membership", member_id=user_id) is None:
        raise _slug_taken(slug)
    made = existing is None
    return {"id": organization_id, "slug": slug, "email": DEMO_EMAIL, "user_id": user_id, "made": made}


def _slug_taken(slug: str) -> _SlugTaken:
    return _SlugTaken([("org", f"The organization {slug} is no demonstration; choose another slug.")])


def _make(tx: Transaction, slug: str, count: int) -> None:
    today = today_in_india()
    try:
        organizations.create(tx, slug=slug, **ORGANIZATION, **dated_facts(today))
    except Invalid as error:
        if {field for field, _ in error.details} != {"slug"}:
            raise
        # Somebody made it meanwhile. On a cluster each of two ids may lie on a node of its own, with locks of its own.
        raise TryAgain from error
    for code, name in WAREHOUSES:
        warehouses.add(tx, warehouses.KIND.body.create({"code": code, "name": name}))
    with progress("Making a year of a trader", MONTHS) as advance:
        journal = fill(tx, today, advance)
    if count:
        # They cover the year again, so their dates are before those of the numbers that were taken.
        tx.execute("operators.set_checks", checks=WARN)
        with progress("Making invoices", count) as advance:
            add_invoices(journal, count, advance)
        tx.execute("operators.set_checks", checks=REFUSE)
