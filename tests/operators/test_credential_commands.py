"""`client create`, `token create`, `token revoke`."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from app.identity.caller import token_hash
from tests.api.series import today
from tests.operators.commands import Operator


def resolved(operator: Operator, token: str) -> dict[str, object] | None:
    return operator.look("people.resolved", hash=token_hash(token))


def test_a_public_client_has_no_secret(operator: Operator) -> None:
    made = operator.make("client", "create", "--name", "Mobile")
    assert re.fullmatch(r"cli_[0-9A-Z]{26}", made["client_id"])
    assert made["id"] == made["client_id"]
    assert made["client_secret"] is None
    assert operator.look("people.client", id=made["id"]) == {
        "name": "Mobile",
        "secret_hash": None,
        "scopes": ["full"],
    }


def test_the_secret_of_a_confidential_client_is_kept_as_a_hash(operator: Operator) -> None:
    made = operator.make("client", "create", "--name", "Server", "--confidential")
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", made["client_secret"])
    stored = operator.look("people.client", id=made["id"])
    assert stored is not None
    assert stored["secret_hash"] == token_hash(made["client_secret"])


def test_a_token_stands_for_its_member_with_its_scopes(operator: Operator) -> None:
    organization_id = operator.organization("t-made")
    user_id = operator.member("t-made", "t-made@example.com")
    create = ("token", "create", "--org", "t-made", "--email", "T-Made@example.com")
    made = operator.make(*create, "--scopes", "read invoices customers.create read", "--name", "Till")
    assert re.fullmatch(r"pat_[A-Za-z0-9_-]{43}", made["token"])
    assert (made["scopes"], made["name"]) == (["read", "invoices", "customers.create"], "Till")
    found = resolved(operator, made["token"])
    assert found is not None
    assert (found["token_id"], found["token_kind"]) == (made["id"], "pat")
    assert (found["organization_id"], found["user_id"]) == (organization_id, user_id)
    assert found["scopes"] == made["scopes"]


def days_left(made: dict[str, str]) -> float:
    return (datetime.fromisoformat(made["expiresAt"]) - datetime.now(UTC)) / timedelta(days=1)


def test_a_token_works_for_a_year_or_as_many_days_as_are_given_or_for_ever(operator: Operator) -> None:
    operator.organization("t-years")
    operator.member("t-years", "t-years@example.com")
    create = ("token", "create", "--org", "t-years", "--email", "t-years@example.com", "--scopes", "full")
    assert 364.9 < days_left(operator.make(*create)) <= 365
    assert 6.9 < days_left(operator.make(*create, "--days", "7")) <= 7
    for_ever = operator.make(*create, "--never-expires")
    assert for_ever["expiresAt"] is None
    assert resolved(operator, for_ever["token"])


@pytest.mark.parametrize(
    "words",
    [
        ("--days", "0"),
        ("--days", "3651"),
        ("--days", "7", "--never-expires"),
        ("--expires", "2999-01-01", "--days", "7"),
        ("--expires", "2999-01-01", "--never-expires"),
    ],
)
def test_a_life_that_contradicts_itself_or_is_none_is_refused(
    words: tuple[str, ...], operator: Operator
) -> None:
    create = ("token", "create", "--org", "none", "--email", "a@example.com", "--scopes", "full")
    assert words[0] in operator.refused(*create, *words)


def test_the_token_itself_is_stored_nowhere(operator: Operator) -> None:
    operator.organization("t-hidden")
    operator.member("t-hidden", "t-hidden@example.com")
    create = ("token", "create", "--org", "t-hidden", "--email", "t-hidden@example.com", "--scopes", "full")
    token = operator.make(*create)["token"]
    trail = operator.run("audit", "--org", "t-hidden", "--json").stdout
    assert token not in trail
    assert token_hash(token) not in trail


def test_a_token_works_to_the_end_of_its_last_day_where_the_organization_is(operator: Operator) -> None:
    operator.organization("t-last")
    operator.member("t-last", "t-last@example.com")
    create = (
        "token",
        "create",
        "--org",
        "t-last",
        "--email",
        "t-last@example.com",
        "--scopes",
        "full",
        "--expires",
    )
    tomorrow = today() + timedelta(days=1)
    made = operator.make(*create, tomorrow.isoformat())
    assert made["expiresAt"] == f"{tomorrow}T18:30:00Z"
    of_today = operator.make(*create, today().isoformat())
    assert datetime.fromisoformat(of_today["expiresAt"]) > datetime.now(UTC)
    assert resolved(operator, of_today["token"]) is not None


@pytest.mark.parametrize(
    "day", [str(today() - timedelta(days=1)), "2027-02-30", "31-03-2027", "20270331", "tomorrow"]
)
def test_a_last_day_that_is_over_or_no_day_is_refused(operator: Operator, day: str) -> None:
    if operator.look("operators.organization_by_slug", slug="t-days") is None:
        operator.organization("t-days")
        operator.member("t-days", "t-days@example.com")
    create = ("token", "create", "--org", "t-days", "--email", "t-days@example.com", "--scopes", "full")
    said = operator.refused(*create, "--expires", day)
    assert "--expires" in said
    assert operator.trail("t-days", "--table", "tokens") == []


def test_a_token_needs_a_member(operator: Operator) -> None:
    operator.organization("t-member")
    operator.make("user", "create", "--email", "stranger@example.com", "--name", "S")
    create = ("token", "create", "--scopes", "full")
    said = operator.refused(*create, "--org", "t-member", "--email", "stranger@example.com")
    assert "--email" in said
    assert "not a member of t-member" in said
    assert "no user" in operator.refused(*create, "--org", "t-member", "--email", "none@example.com")
    assert "--org" in operator.refused(*create, "--org", "t-none", "--email", "stranger@example.com")


@pytest.mark.parametrize(
    ("scopes", "told"), [("", "at least one"), ("full bogus", "bogus"), ("customers.fly", "fly")]
)
def test_scopes_are_known_names(operator: Operator, scopes: str, told: str) -> None:
    said = operator.refused(
        "token", "create", "--org", "none", "--email", "a@example.com", "--scopes", scopes
    )
    assert "--scopes" in said
    assert told in said


def test_a_revoked_token_is_dead_and_may_be_revoked_again(operator: Operator) -> None:
    operator.organization("t-dead")
    operator.member("t-dead", "t-dead@example.com")
    create = ("token", "create", "--org", "t-dead", "--email", "t-dead@example.com", "--scopes", "full")
    made = operator.make(*create)
    assert operator.make("token", "revoke", made["id"]) == {"id": made["id"], "revoked": True}
    assert resolved(operator, made["token"]) is None
    revoked_at = operator.last("t-dead", "tokens")["revoked_at"]
    assert "was revoked before" in operator.run("token", "revoke", made["id"]).stdout
    assert operator.last("t-dead", "tokens")["revoked_at"] == revoked_at


def test_revoking_an_unknown_token_says_so(operator: Operator) -> None:
    assert "tok_none" in operator.refused("token", "revoke", "tok_none")
    assert "ID" in operator.refused("token", "revoke")


def test_without_json_a_secret_is_printed_once_with_a_warning(operator: Operator) -> None:
    said = operator.run("client", "create", "--name", "Server", "--confidential").stdout
    assert re.fullmatch(r"client_id: cli_\w+\nclient_secret: [\w-]{43} \(shown this once\)\n", said)
