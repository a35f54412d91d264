"""Permissions: every route keeps to the one that it declares (tests/guards/test_routes.py)."""

import itertools

import pytest

from app.identity.scopes import GRANULAR
from tests.api import samples
from tests.api.hostile import Answer, assert_in_envelope, send
from tests.api.permissions import SERVED
from tests.api.roles import with_role
from tests.api.standing import Standing
from tests.service import Client, Service

TOKEN_NEEDED = [name for name, permission in SERVED.items() if permission != "public"]
GUARDED = {name: permission for name, permission in SERVED.items() if "." in permission}
WRITES = [name for name in GUARDED if not name.startswith("GET") and name not in samples.WRITES_NOTHING]
NOBODY = "x_01K00000000000000000000000"


@pytest.fixture(scope="module")
def guarded(_running: Service) -> Standing:
    """The organization in which callers are refused, so that nothing of it changes."""
    return Standing(_running.organization())


def call(client: Client, name: str, id: str = NOBODY, body: bytes = b"", query: str = "") -> Answer:
    """Send a request to a route of the table; every answer has the same request id."""
    method, path = name.split()
    target = path.replace("{id}", id) + query
    return send(client.web.app, method, target, body, client.token, headers={"X-Request-Id": "the-same"})


def test_without_a_token_nothing_but_the_catalogue_answers(
    subtests: pytest.Subtests, service: Service
) -> None:
    for name in TOKEN_NEEDED:
        with subtests.test(name):
            answer = call(service.anonymous(), name)
            assert_in_envelope(answer)
            assert (answer.status, answer.code) == (401, "unauthorized")
            assert answer.headers["www-authenticate"] == "Bearer"
            assert "missing" in answer.json["error"]["message"]


def test_a_token_that_nobody_issued_is_refused(subtests: pytest.Subtests, service: Service) -> None:
    for name in TOKEN_NEEDED:
        with subtests.test(name):
            answer = call(Client(service.app, "pat_nonsense"), name)
            assert_in_envelope(answer)
            assert (answer.status, answer.code) == (401, "unauthorized")
            assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'


def test_a_token_without_the_permission_is_told_which_scope_it_lacks(
    subtests: pytest.Subtests, service: Service, guarded: Standing
) -> None:
    # The refusal of the dashboard is another one: below.
    for name in [name for name in GUARDED if "/dashboard" not in name]:
        with subtests.test(name):
            needed = GUARDED[name]
            caller = service.token(guarded.known, " ".join(set(GRANULAR) - {needed}))
            answer = call(caller, name)
            assert_in_envelope(answer)
            assert (answer.status, answer.code) == (403, "insufficient_scope")
            challenge = f'Bearer error="insufficient_scope", scope="{needed}"'
            assert answer.headers["www-authenticate"] == challenge


def test_a_role_without_the_permission_is_forbidden(
    subtests: pytest.Subtests, service: Service, guarded: Standing
) -> None:
    for name, needed in GUARDED.items():
        with subtests.test(name):
            caller = with_role(service, guarded, *set(GRANULAR) - {needed})
            answer = call(caller, name)
            assert_in_envelope(answer)
            assert (answer.status, answer.code) == (403, "forbidden")
            assert "www-authenticate" not in answer.headers


def test_the_permission_alone_is_enough_on_both_sides(
    subtests: pytest.Subtests, service: Service, guarded: Standing
) -> None:
    for name, needed in GUARDED.items():
        with subtests.test(name):
            org = with_role(service, guarded, needed)
            caller = service.token(org.known, needed)
            assert call(caller, name).status in (200, 400, 404, 422)


def test_without_the_permission_existing_and_missing_records_answer_alike(
    subtests: pytest.Subtests, service: Service, guarded: Standing
) -> None:
    callers = service.token(guarded.known, "messaging"), with_role(service, guarded)
    for name, caller in itertools.product([name for name in GUARDED if "{id}" in name], callers):
        with subtests.test(name):
            id = guarded.id_at(name.split()[1])
            ((status, *_),) = {
                # The order of headers as well.
                (answer.status, answer.body, tuple(answer.headers.items()))
                for answer in (
                    call(caller, name, id),
                    call(caller, name, NOBODY),
                    call(caller, name, "%00" * 50),
                    call(caller, name, id, b"{"),
                    call(caller, name, id, b"x" * 2_000_000),
                    call(caller, name, id, query="?page=x&limit=0"),
                )
            }
            assert status == 403


def test_without_the_permission_a_bad_page_or_body_is_not_looked_at(
    subtests: pytest.Subtests, service: Service, guarded: Standing
) -> None:
    caller = service.token(guarded.known, "messaging")
    for name in [name for name in GUARDED if "{id}" not in name]:
        with subtests.test(name):
            plain = call(caller, name)
            assert plain.status == 403
            assert call(caller, name, query="?page=x") == call(caller, name, body=b"{") == plain


@pytest.mark.parametrize("scopes", ["read", "invoices", "invoices.read", "full"])
def test_the_dashboard_is_for_those_who_read_invoices(scopes: str, service: Service) -> None:
    caller = service.token(service.organization().known, scopes)
    assert call(caller, "GET /dashboard/receivables").status == 200


def test_the_dashboard_is_forbidden_to_others_whichever_side_lacks_the_permission(service: Service) -> None:
    org, others = service.organization(), set(GRANULAR) - {"invoices.read"}
    for caller in (service.token(org.known, " ".join(others)), with_role(service, org, *others)):
        answer = call(caller, "GET /dashboard/receivables")
        assert_in_envelope(answer)
        assert (answer.status, answer.code) == (403, "forbidden")
