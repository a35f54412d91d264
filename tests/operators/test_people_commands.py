"""`user create`, `member add`, `role set`."""

import pytest

from app.identity.roles import BUILT_IN
from tests.logins import is_password
from tests.operators.commands import Operator

USER = ("user", "create", "--name", "A")


def password_hash(operator: Operator, email: str) -> str | None:
    found = operator.look("people.password", email=email)
    return found["password_hash"] if found else None


def test_a_user_without_a_password_cannot_sign_in_with_one(operator: Operator) -> None:
    made = operator.make(*USER, "--email", "plain@example.com")
    assert made["id"].startswith("usr_")
    assert made["email"] == "plain@example.com"
    assert password_hash(operator, "plain@example.com") is None


def test_a_password_is_one_line_of_standard_input(operator: Operator) -> None:
    operator.make(*USER, "--email", "line@example.com", "--password-stdin", stdin="correct horse\nignored\n")
    assert is_password(password_hash(operator, "line@example.com"), "correct horse")


def test_a_password_is_not_trimmed(operator: Operator) -> None:
    operator.make(*USER, "--email", "blank@example.com", "--password-stdin", stdin=" एक लंबा पासवर्ड \r\n")
    assert is_password(password_hash(operator, "blank@example.com"), " एक लंबा पासवर्ड ")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("eleven char\n", "at least 12 characters"),
        ("qwerty123456\n", "commonest"),
        ("1Qaz2wSx3Edc\n", "commonest"),
    ],
)
def test_a_password_that_is_guessed_at_once_is_refused(operator: Operator, line: str, why: str) -> None:
    said = operator.refused(*USER, "--email", "weak@example.com", "--password-stdin", stdin=line)
    assert why in said
    assert operator.look("operators.user_by_email", email="weak@example.com") is None


@pytest.mark.parametrize("line", ["", "\n", "x" * 1001, "nul\0" * 3, b"\xff\xfe\n"])
def test_a_password_that_could_not_be_used_is_refused(operator: Operator, line: str | bytes) -> None:
    said = operator.refused(*USER, "--email", "wrong@example.com", "--password-stdin", stdin=line)
    assert "--password-stdin" in said
    assert operator.look("operators.user_by_email", email="wrong@example.com") is None


def test_an_address_serves_once_in_whatever_capitals(operator: Operator) -> None:
    operator.make(*USER, "--email", "once@example.com")
    said = operator.refused(*USER, "--email", "Once@Example.com")
    assert "--email" in said
    assert "already a user" in said


@pytest.mark.parametrize(
    "email", ["", "a", "a@b", "a b@example.com", "@example.com", "a@b@example.com", "a@.com"]
)
def test_what_is_no_address_is_refused(operator: Operator, email: str) -> None:
    assert "--email" in operator.refused(*USER, "--email", email)


def test_the_first_membership_is_where_a_user_signs_in(operator: Operator) -> None:
    first = operator.organization("m-first")
    second = operator.organization("m-second")
    operator.member("m-first", "home@example.com", "VIEWER")
    add = ("member", "add", "--org", "m-second", "--email", "home@example.com", "--role", "SALES")
    operator.make(*add)
    assert operator.look("people.home", email="home@example.com") == {"default_organization_id": first}
    operator.make(*add, "--default")
    assert operator.look("people.home", email="home@example.com") == {"default_organization_id": second}


def test_adding_a_member_again_changes_the_role_and_says_so(operator: Operator) -> None:
    operator.organization("m-again")
    operator.member("m-again", "again@example.com", "VIEWER")
    add = ("member", "add", "--org", "m-again", "--email", "AGAIN@example.com", "--role", "ADMIN")
    assert operator.make(*add)["formerRole"] == "VIEWER"
    assert operator.last("m-again", "memberships")["role_key"] == "ADMIN"
    assert operator.run(*add).stdout == "AGAIN@example.com is now ADMIN of m-again (was ADMIN).\n"


def test_a_membership_names_an_organization_a_user_and_a_role_that_exist(operator: Operator) -> None:
    operator.organization("m-names")
    operator.make(*USER, "--email", "names@example.com")
    facts = {"--org": "m-names", "--email": "names@example.com", "--role": "ADMIN"}
    for option, value in (("--org", "m-none"), ("--email", "none@example.com"), ("--role", "CASHIER")):
        said = operator.refused(
            "member", "add", *(word for pair in (facts | {option: value}).items() for word in pair)
        )
        assert option in said
        assert value in said
    assert operator.trail("m-names", "--table", "memberships") == []


def test_a_role_of_another_organization_is_no_role_here(operator: Operator) -> None:
    operator.organization("m-here")
    operator.organization("m-there")
    operator.make("role", "set", "--org", "m-there", "--key", "CASHIER", "--permissions", "customers.read")
    operator.make(*USER, "--email", "here@example.com")
    said = operator.refused(
        "member", "add", "--org", "m-here", "--email", "here@example.com", "--role", "CASHIER"
    )
    assert "ADMIN, ACCOUNTANT, SALES, VIEWER" in said


def test_a_role_is_made_given_to_a_member_and_replaced(operator: Operator) -> None:
    operator.organization("role-set")
    role = ("role", "set", "--org", "role-set", "--key", "CASHIER", "--permissions")
    made = operator.make(
        *role, "paymentsReceived.read  paymentsReceived.create customers.read customers.read"
    )
    assert made["id"] == "CASHIER"
    assert made["permissions"] == ["paymentsReceived.read", "paymentsReceived.create", "customers.read"]
    operator.member("role-set", "cashier@example.com", "CASHIER")
    operator.make(*role, "customers.read")
    assert operator.last("role-set", "roles")["permissions"] == ["customers.read"]


@pytest.mark.parametrize(
    "permissions", ["", "customers", "full", "customers.approves", "customers.read,items.read"]
)
def test_a_role_is_made_of_granular_permissions_alone(operator: Operator, permissions: str) -> None:
    said = operator.refused("role", "set", "--org", "none", "--key", "CASHIER", "--permissions", permissions)
    assert "--permissions" in said


@pytest.mark.parametrize("key", [*BUILT_IN, "cashier", "1ST", "A" * 51])
def test_a_role_has_a_key_of_its_own_in_capitals(operator: Operator, key: str) -> None:
    said = operator.refused("role", "set", "--org", "none", "--key", key, "--permissions", "customers.read")
    assert "--key" in said
