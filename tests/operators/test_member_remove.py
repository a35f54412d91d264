"""`member remove`: access ends, records stay."""

import pytest

from app.identity.passwords import prove_password
from app.operators.people import end_membership
from app.postgres.database import Transaction
from tests.api import samples
from tests.logins import Logins, Person, refused
from tests.operators.beside import beside, login_stored_beside
from tests.operators.commands import Operator
from tests.service import Client, Service


@pytest.fixture
def slug(service: Service, person: Person) -> str:
    """The organization of the person."""
    me = service.token({"organization_id": person.organization_id, "user_id": person.id})
    return str(me.read("/me")["organization"]["slug"])


def remove(operator: Operator, slug: str, email: str) -> object:
    return operator.make("member", "remove", "--org", slug, "--email", email)["formerRole"]


def test_every_token_of_a_member_ends_and_they_cannot_sign_in(
    operator: Operator, service: Service, logins: Logins, person: Person, app_id: str, slug: str
) -> None:
    made = logins.tokens(person, app_id)
    personal = service.token({"organization_id": person.organization_id, "user_id": person.id})
    assert remove(operator, slug, person.email.upper()) == "ADMIN"
    assert not logins.works(made["access_token"])
    assert personal.get("/me").status_int == 401
    refused(logins.refresh(made["refresh_token"], app_id), "invalid_grant")
    refused(logins.login(person, app_id), "invalid_grant")


def test_other_members_and_other_organizations_notice_nothing(
    operator: Operator, service: Service, logins: Logins, person: Person, app_id: str, slug: str
) -> None:
    colleague, elsewhere = service.member(person.organization_id), service.organization()
    logins.owner("member", elsewhere.organization_id, member=person.id)
    there = service.token({"organization_id": elsewhere.organization_id, "user_id": person.id})
    remove(operator, slug, person.email)
    assert colleague.get("/me").status_int == 200
    assert there.get("/me").status_int == 200
    assert [row["slug"] for row in there.read("/me/organizations")] == [elsewhere.slug]


def test_who_is_removed_signs_in_to_the_next_organization(
    operator: Operator, service: Service, logins: Logins, person: Person, app_id: str, slug: str
) -> None:
    elsewhere, later = service.organization(), service.organization()
    for org in (elsewhere, later):
        logins.owner("member", org.organization_id, member=person.id)
    remove(operator, slug, person.email)
    access = logins.tokens(person, app_id)["access_token"]
    assert Client(service.app, access).read("/me")["organization"]["slug"] == elsewhere.slug
    remove(operator, elsewhere.slug, person.email)
    access = logins.tokens(person, app_id)["access_token"]
    assert Client(service.app, access).read("/me")["organization"]["slug"] == later.slug


def test_what_names_a_former_member_stays_and_can_be_sent_back(operator: Operator, service: Service) -> None:
    org = service.organization()
    seller = service.member(org.organization_id, role="SALES")
    named = {"salespersonId": seller.user_id}
    customer = org.make("/customers", {"displayName": "Acme"} | named)
    invoice = org.make("/invoices", samples.invoice(org) | named)
    remove(operator, org.slug, seller.email)
    assert seller.get("/me").status_int == 401
    for path in (f"/customers/{customer['id']}", f"/invoices/{invoice['id']}"):
        read = org.read(path)
        assert read["salespersonId"] == seller.user_id
        assert org.patch(path, read).status_int == 200
        assert org.read(path)["salespersonId"] == seller.user_id


def test_a_former_member_gets_no_token_until_they_are_added_again(
    operator: Operator, logins: Logins, person: Person, app_id: str, slug: str
) -> None:
    remove(operator, slug, person.email)
    token = ("token", "create", "--org", slug, "--email", person.email, "--scopes", "full")
    assert "is not a member" in operator.refused(*token)
    added = operator.make("member", "add", "--org", slug, "--email", person.email, "--role", "VIEWER")
    assert added["formerRole"] is None
    access = logins.tokens(person, app_id)["access_token"]
    assert Client(logins.service.app, access).read("/me")["role"] == "VIEWER"
    assert Client(logins.service.app, operator.make(*token)["token"]).get("/me").status_int == 200


def test_who_is_no_member_cannot_be_removed(operator: Operator, person: Person, slug: str) -> None:
    words = ("member", "remove", "--org", slug, "--email")
    assert "There is no user" in operator.refused(*words, "nobody@example.com")
    remove(operator, slug, person.email)
    assert "is not a member" in operator.refused(*words, person.email)


def test_the_trail_tells_which_operator_removed_whom(
    operator: Operator, service: Service, person: Person, slug: str
) -> None:
    personal = service.token({"organization_id": person.organization_id, "user_id": person.id})
    remove(operator, slug, person.email)
    (left,) = operator.trail(slug, "--table", "memberships", "--record", person.id)[-1:]
    assert (left["before"]["role_key"], left["after"]["role_key"]) == ("ADMIN", "former")
    (ended,) = operator.trail(slug, "--table", "tokens", "--record", personal.token_id)[-1:]
    assert ended["after"]["revoked_at"] is not None
    for row in (left, ended):
        assert row["requestId"].startswith("operator:")


def test_who_is_removed_while_their_password_is_verified_gets_no_tokens(
    operator: Operator,
    logins: Logins,
    person: Person,
    app_id: str,
    slug: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def prove_slowly(form: str | None, text: str) -> str:
        remove(operator, slug, person.email)
        return prove_password(form, text)

    monkeypatch.setattr("app.identity.oauth.grants.prove_password", prove_slowly)
    refused(logins.login(person, app_id), "invalid_grant")
    assert {row["kind"] for row in logins.rows("tokens", member=person.id)} == {"pat"}


def test_a_login_that_is_just_being_stored_ends_too(
    operator: Operator, logins: Logins, person: Person, app_id: str, slug: str, service: Service
) -> None:
    token = login_stored_beside(service, person, app_id, lambda: remove(operator, slug, person.email))
    assert Client(service.app, token).get("/me").status_int == 401


def test_who_is_just_being_removed_gets_no_personal_token(
    operator: Operator, logins: Logins, person: Person, slug: str, service: Service
) -> None:
    token = ("token", "create", "--org", slug, "--email", person.email, "--scopes", "full")

    def hold(tx: Transaction) -> None:
        tx.enter(person.organization_id)
        end_membership(tx, {"id": person.id, "email": person.email}, slug)

    assert "is not a member" in beside(service, hold, lambda: operator.refused(*token), as_owner=True)
    assert all(row["revoked_at"] for row in logins.rows("tokens", member=person.id))
