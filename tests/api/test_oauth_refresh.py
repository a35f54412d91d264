"""Refreshing and revoking (RFC 6749 section 6, RFC 7009, RFC 9700 section 4.14)."""

from webtest import TestResponse

from app.identity.caller import token_hash
from app.ids import new_id
from tests.logins import PASSWORD, REVOKE, Logins, Person, basic, refused
from tests.service import Client, Service


def test_a_refresh_gives_new_tokens_of_the_same_scope(logins: Logins, person: Person, app_id: str) -> None:
    first = logins.tokens(person, app_id, scope="read")
    response = logins.refresh(first["refresh_token"], app_id)
    assert response.status_int == 201
    assert response.headers["Cache-Control"] == "no-store"
    assert set(response.json) == set(first)
    assert response.json["scope"] == "read"
    assert response.json["expires_in"] == 3600
    assert response.json["access_token"] != first["access_token"]
    assert response.json["refresh_token"] != first["refresh_token"]
    assert logins.works(response.json["access_token"])
    assert logins.works(first["access_token"])


def test_a_refresh_may_narrow_the_access_token_and_the_login_keeps_its_scope(
    logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id, scope="write")
    narrow = logins.refresh(first["refresh_token"], app_id, scope="customers.read").json
    assert narrow["scope"] == "customers.read"
    me = Client(logins.service.app, narrow["access_token"]).read("/me")
    assert me["effectivePermissions"] == ["customers.read"]
    assert logins.refresh(narrow["refresh_token"], app_id).json["scope"] == "write"


def test_a_refresh_with_a_wider_or_unknown_scope_is_refused_and_spends_nothing(
    logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id, scope="customers.read items.read")
    for scope in ("full", "customers", "customers.read taxes.read", "nonsense"):
        refused(logins.refresh(first["refresh_token"], app_id, scope=scope), "invalid_scope")
    assert logins.refresh(first["refresh_token"], app_id).status_int == 201


def test_a_refresh_token_older_than_the_one_before_the_newest_ends_the_whole_family(
    logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id)
    second = logins.refresh(first["refresh_token"], app_id).json
    third = logins.refresh(second["refresh_token"], app_id).json
    other_login = logins.tokens(person, app_id)
    assert logins.works(third["access_token"])
    refused(logins.refresh(first["refresh_token"], app_id), "invalid_grant")
    for tokens in (first, second, third):
        assert not logins.works(tokens["access_token"])
        refused(logins.refresh(tokens["refresh_token"], app_id), "invalid_grant")
    assert logins.works(other_login["access_token"])
    assert logins.refresh(other_login["refresh_token"], app_id).status_int == 201


def test_a_refresh_token_ends_after_thirty_days(logins: Logins, person: Person, app_id: str) -> None:
    first = logins.tokens(person, app_id)
    logins.owner("age_tokens", member=person.id, seconds=30 * 24 * 3600)
    refused(logins.refresh(first["refresh_token"], app_id), "invalid_grant")


def test_a_refresh_token_is_good_for_its_own_client_only(logins: Logins, person: Person, app_id: str) -> None:
    first = logins.tokens(person, app_id)
    refused(logins.refresh(first["refresh_token"], logins.client()), "invalid_grant")
    assert logins.refresh(first["refresh_token"], app_id).status_int == 201


def test_a_confidential_client_proves_itself_when_it_refreshes(logins: Logins, person: Person) -> None:
    client = logins.client("s3cret")
    first = logins.tokens(person, client, client_secret="s3cret")
    refused(logins.refresh(first["refresh_token"], client), "invalid_client", 401)
    given = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    assert logins.form(given, basic(client, "s3cret")).status_int == 201


def test_a_refresh_token_that_is_missing_or_unknown_is_refused(logins: Logins, app_id: str) -> None:
    refused(logins.form({"grant_type": "refresh_token", "client_id": app_id}), "invalid_request")
    answers = [logins.refresh(token, app_id) for token in ("ort_x", "x" * 200_000, "жетон", new_id("pat"))]
    for answer in answers:
        refused(answer, "invalid_grant")
        assert answer.json == answers[0].json


def test_a_user_who_left_the_organization_cannot_refresh(logins: Logins, person: Person, app_id: str) -> None:
    first = logins.tokens(person, app_id)
    logins.owner("no_default_organization", member=person.id)
    logins.owner("leave", person.organization_id, member=person.id)
    refused(logins.refresh(first["refresh_token"], app_id), "invalid_grant")
    assert not logins.works(first["access_token"])


def revoked(response: TestResponse) -> bool:
    return response.status_int == 200 and response.json == {"success": True}


def test_a_revoked_access_token_ends_at_once_and_alone(logins: Logins, person: Person, app_id: str) -> None:
    made = logins.tokens(person, app_id)
    assert revoked(logins.revoke(made["access_token"]))
    assert not logins.works(made["access_token"])
    assert logins.refresh(made["refresh_token"], app_id).status_int == 201


def test_a_revoked_refresh_token_takes_the_access_tokens_of_its_login_along(
    logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id)
    second = logins.refresh(first["refresh_token"], app_id).json
    other_login = logins.tokens(person, app_id)
    assert revoked(logins.json({"token": second["refresh_token"]}, path=REVOKE))
    assert not logins.works(first["access_token"])
    assert not logins.works(second["access_token"])
    refused(logins.refresh(second["refresh_token"], app_id), "invalid_grant")
    assert logins.works(other_login["access_token"])


def test_a_refresh_token_that_was_exchanged_can_still_end_its_login(
    logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id)
    second = logins.refresh(first["refresh_token"], app_id).json
    assert revoked(logins.revoke(first["refresh_token"]))
    assert not logins.works(second["access_token"])


def test_whoever_holds_a_personal_access_token_may_revoke_it(service: Service, logins: Logins) -> None:
    caller = service.organization()
    assert caller.token and logins.works(caller.token)
    assert revoked(logins.revoke(caller.token))
    assert not logins.works(caller.token)


def test_revoking_what_does_not_exist_or_is_revoked_succeeds(
    logins: Logins, person: Person, app_id: str
) -> None:
    made = logins.tokens(person, app_id)
    for token in ("oat_unknown", made["refresh_token"], made["refresh_token"], "x" * 200_000, "жетон"):
        assert revoked(logins.revoke(token))
        assert revoked(logins.json({"token": token}, path=REVOKE))


def test_the_hint_is_ignored_when_revoking(logins: Logins, person: Person, app_id: str) -> None:
    made = logins.tokens(person, app_id)
    assert revoked(
        logins.form({"token": made["access_token"], "token_type_hint": "refresh_token"}, path=REVOKE)
    )
    assert not logins.works(made["access_token"])
    assert revoked(logins.form({"token": "oat_x", "token_type_hint": "nonsense"}, path=REVOKE))


def test_a_revocation_leaves_a_row_in_the_audit_trail_without_the_hash(
    logins: Logins, person: Person, app_id: str
) -> None:
    made = logins.tokens(person, app_id)
    logins.revoke(made["access_token"])
    trail = logins.rows("trail", organization=person.organization_id, member=person.id)
    assert [row["operation"] for row in trail] == ["INSERT", "INSERT", "UPDATE"]
    assert trail[-1]["after"]["revoked_at"] is not None
    assert token_hash(made["access_token"]) not in str(trail)


def test_the_trail_names_the_request_of_a_login_a_refresh_a_second_use_and_a_revocation(
    logins: Logins, person: Person, app_id: str
) -> None:
    login = {"grant_type": "password", "username": person.email, "password": PASSWORD, "client_id": app_id}
    first = logins.form(login, {"X-Request-Id": "login"}).json["refresh_token"]
    refresh = {"grant_type": "refresh_token", "refresh_token": first, "client_id": app_id}
    access = logins.form(refresh, {"X-Request-Id": "refresh"}).json["access_token"]
    logins.form({"token": access}, {"X-Request-Id": "revocation"}, path=REVOKE)
    assert logins.form(refresh, {"X-Request-Id": "repetition"}).status_int == 201
    refused(logins.form(refresh, {"X-Request-Id": "reuse"}), "invalid_grant")
    trail = logins.rows("trail", organization=person.organization_id, member=person.id)
    assert [(row["operation"], row["request_id"]) for row in trail] == [
        ("INSERT", "login"),
        ("INSERT", "login"),
        ("UPDATE", "refresh"),
        ("INSERT", "refresh"),
        ("INSERT", "refresh"),
        ("UPDATE", "revocation"),
        ("UPDATE", "reuse"),
        ("UPDATE", "reuse"),
        ("UPDATE", "reuse"),
    ]
