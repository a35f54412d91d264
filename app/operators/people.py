"""`user create`, `user password`, `member add`, `member remove`, `role set`."""

import sys
from functools import partial

import click

from app.errors import Invalid
from app.identity import organizations
from app.identity.passwords import MAX_LENGTH, check_new_password, hash_password
from app.identity.roles import BUILT_IN
from app.ids import new_id
from app.operators import arguments as a
from app.operators.session import enter, in_transaction, json_option, show
from app.postgres.database import Row, Transaction


@click.group()
def user() -> None:
    """People and programs that sign in."""


@user.command("create")
@click.option("--email", type=a.EMAIL, required=True, help="What the user signs in with.")
@click.option("--name", type=a.USER_NAME, required=True, help="As lists and papers show it.")
@click.option("--password-stdin", is_flag=True, help="Read the password, one line, from standard input.")
@json_option
def create(email: str, name: str, password_stdin: bool, as_json: bool) -> None:
    """Make a user. One without a password works with personal access tokens only."""
    password = _read_password() if password_stdin else None
    password_hash = hash_password(password) if password is not None else None
    user_id = in_transaction(lambda tx: create_user(tx, email, name, password_hash))
    show(
        {"id": user_id, "email": email, "name": name}, f"Made the user {email} ({user_id}).", as_json=as_json
    )


def create_user(tx: Transaction, email: str, name: str, password_hash: str | None = None) -> str:
    """Add a user and return the id. Raises Invalid if the address is taken, in upper or lower case."""
    user_id = new_id("usr")
    values = {"email": email, "name": name, "password_hash": password_hash}
    if not tx.execute("operators.insert_user", id=user_id, **values):
        raise Invalid([("email", f"There is already a user {email}.")])
    return user_id


@user.command("password")
@click.option("--email", type=a.EMAIL, required=True, help="What the user signs in with.")
@click.option("--password-stdin", is_flag=True, help="Read the password, one line, from standard input.")
@json_option
def change_password(email: str, password_stdin: bool, as_json: bool) -> None:
    """Give a user another password. What was signed in with the old one ends; personal access tokens go on.

    If it fails, give it again: some logins may not have ended.
    """
    if not password_stdin:
        raise Invalid([("password_stdin", "Is missing: the password is read from standard input.")])
    password_hash = hash_password(_read_password())

    def work(tx: Transaction) -> tuple[Row, list[str]]:
        found = find_user(tx, email)
        return found, set_password(tx, found, password_hash)

    found, organization_ids = in_transaction(work)
    # From here on the old password gives no tokens. Those that it gave end organization by organization, which lie on
    # different nodes of a cluster.
    for organization_id in organization_ids:
        in_transaction(partial(end_logins, user_id=found["id"], organization_id=organization_id))
    record = {"id": found["id"], "email": found["email"]}
    show(record, f"Changed the password of {found['email']} and ended their logins.", as_json=as_json)


def set_password(tx: Transaction, found: Row, password_hash: str) -> list[str]:
    """Replace the password of the user `found`, and unlock the username and the user's devices. Return the ids of the
    user's organizations, whose logins are still to be ended."""
    families = [row["id"] for row in tx.all("operators.families", member_id=found["id"])]
    # A login locks the row of failures before the membership. The same order here prevents a deadlock.
    tx.execute("operators.forget_failures", email=found["email"], families=families)
    memberships = _lock_memberships(tx, found["id"])
    tx.execute("operators.set_password", member_id=found["id"], password_hash=password_hash)
    return [membership["organization_id"] for membership in memberships]


def end_logins(tx: Transaction, *, user_id: str, organization_id: str) -> None:
    """End the logins of a user in an organization; personal access tokens go on."""
    enter(tx, organization_id)
    _lock_memberships(tx, user_id)
    tx.execute("operators.end_tokens", member_id=user_id, personal_too=False)


def _lock_memberships(tx: Transaction, user_id: str) -> list[Row]:
    """Lock a user's logins and memberships against logins and refreshes. Return the memberships."""
    # A refresh locks its token before the membership. The same order here prevents a deadlock.
    tx.all("operators.hold_logins", member_id=user_id)
    return tx.all("operators.hold_memberships", member_id=user_id)


def _read_password() -> str:
    """Return the first line of standard input. Raises Invalid if it cannot be a password."""
    try:
        # sys.stdin is None if the shell has closed it.
        line = sys.stdin.readline() if sys.stdin else ""
        return check_new_password(a.text(MAX_LENGTH)(line.rstrip("\r\n")))
    except OSError as error:
        raise Invalid([("password_stdin", f"Could not be read: {error.strerror}.")]) from error
    except UnicodeDecodeError as error:
        raise Invalid([("password_stdin", "Must be text in UTF-8.")]) from error
    except ValueError as error:
        raise Invalid([("password_stdin", str(error))]) from error


def find_user(tx: Transaction, email: str) -> Row:
    """Return the user with that address, in upper or lower case. Raises Invalid if there is none."""
    found = tx.one("operators.user_by_email", email=email)
    if found is None:
        raise Invalid([("email", f"There is no user {email}.")])
    return found


@click.group()
def member() -> None:
    """Members of organizations."""


@member.command("add")
@a.org_option
@click.option("--email", type=a.EMAIL, required=True, help="What the user signs in with.")
@click.option("--role", type=a.ROLE_KEY, required=True, help="Built in or made by `role set`.")
@click.option("--default", is_flag=True, help="Sign in to this organization.")
@json_option
def add(slug: str, email: str, role: str, default: bool, as_json: bool) -> None:
    """Make a user a member, or give a member another role.

    A user signs in to the first organization they became a member of, until another is made the default.
    """

    def work(tx: Transaction) -> tuple[str, str | None]:
        enter(tx, organizations.find(tx, slug)["id"])
        found = find_user(tx, email)
        return found["id"], set_membership(tx, found["id"], role, default=default)

    user_id, former = in_transaction(work)
    was = f" (was {former})" if former else ""
    record = {"id": user_id, "email": email, "role": role, "formerRole": former}
    show(record, f"{email} is now {role} of {slug}{was}.", as_json=as_json)


def set_membership(tx: Transaction, user_id: str, role: str, *, default: bool = False) -> str | None:
    """Give a user a role in the entered organization. Return the former role, or None for a new member.

    `default` makes it the organization that the user signs in to. Raises Invalid if there is no such role.
    """
    known = [*BUILT_IN, *(row["key"] for row in tx.all("operators.custom_roles"))]
    if role not in known:
        raise Invalid([("role", f"There is no role {role}; there are {', '.join(known)}.")])
    former = tx.one("operators.membership", member_id=user_id)
    tx.execute("operators.set_membership", member_id=user_id, role_key=role)
    tx.execute("operators.set_default_organization", member_id=user_id, is_default=default)
    return former["role_key"] if former else None


@member.command("remove")
@a.org_option
@click.option("--email", type=a.EMAIL, required=True, help="What the user signs in with.")
@json_option
def remove(slug: str, email: str, as_json: bool) -> None:
    """Take a member's access to an organization away.

    Every token that they have in it ends too.

    Records go on naming them, as salesperson for example. Who signed in to it by default signs in to the next
    organization that they are a member of, or nowhere.
    """

    def work(tx: Transaction) -> tuple[Row, str]:
        enter(tx, organizations.find(tx, slug)["id"])
        found = find_user(tx, email)
        return found, end_membership(tx, found, slug)

    found, former = in_transaction(work)
    record = {"id": found["id"], "email": found["email"], "formerRole": former}
    show(record, f"{found['email']} is no longer a member of {slug} (was {former}).", as_json=as_json)


def end_membership(tx: Transaction, found: Row, slug: str) -> str:
    """End the membership of the user `found` in the entered organization. Return the former role.

    The row stays, with a role that allows nothing, because customers and invoices refer to it. Raises Invalid if
    the user is not a member.
    """
    _lock_memberships(tx, found["id"])
    membership = tx.one("operators.membership", member_id=found["id"])
    if membership is None:
        raise Invalid([("email", f"{found['email']} is not a member of {slug}.")])
    tx.execute("operators.end_membership", member_id=found["id"])
    tx.execute("operators.leave_default_organization", member_id=found["id"])
    tx.execute("operators.end_tokens", member_id=found["id"], personal_too=True)
    return str(membership["role_key"])


@click.group()
def role() -> None:
    """Roles that an organization adds to the built-in ones."""


@role.command("set")
@a.org_option
@click.option("--key", type=a.ROLE_KEY, required=True, help="In capitals, such as CASHIER.")
@click.option(
    "--permissions", type=a.PERMISSIONS, required=True, help="Such as 'items.read invoices.create'."
)
@json_option
def set_role(slug: str, key: str, permissions: list[str], as_json: bool) -> None:
    """Make a role, or replace the permissions of one.

    Its members have them from their next request on.
    """
    if key in BUILT_IN:
        raise Invalid([("key", f"{key} is built in and cannot be changed.")])

    def work(tx: Transaction) -> None:
        enter(tx, organizations.find(tx, slug)["id"])
        tx.execute("operators.set_role", key=key, permissions=permissions)

    in_transaction(work)
    sentence = f"{key} of {slug} allows: {' '.join(permissions)}"
    show({"id": key, "key": key, "permissions": permissions}, sentence, as_json=as_json)
