"""Query parameters that an operation does not have, fields where it takes no body, and one slash at a path's end."""

import pytest

from tests.api import samples
from tests.api.hostile import Answer, send
from tests.api.roles import with_role
from tests.api.standing import Standing
from tests.refusals import refused
from tests.routes import WALKED
from tests.service import Client, Service

STRICT = [name for name, operation in WALKED.items() if not operation.any_query]
GUARDED = [name for name in STRICT if "." in WALKED[name].permission]
RECORDS = [name for name in STRICT if "{id}" in name and not name.endswith("/payments")]
NOBODY = "x_01K00000000000000000000000"
MISSPELT = "?zzz=1"


@pytest.fixture(scope="module")
def weak(_running: Service, standing: Standing) -> Client:
    return with_role(_running, standing, "roles.read")


def ask(org: Standing, name: str, query: str = MISSPELT, id: str = NOBODY, token: str | None = "") -> Answer:
    """Send an operation's request, with a body where it takes one."""
    method, path = name.split()
    body = org.body_of(path) if WALKED[name].body else b""
    used = org.token if token == "" else token
    return send(org.web.app, method, path.replace("{id}", id) + query, body, used)


def named(answer: Answer) -> dict[str, str]:
    assert answer.status == 422, answer.body
    assert answer.code == "validation_error"
    return {detail["field"]: detail["message"] for detail in answer.json["error"]["details"]}


def test_a_parameter_that_an_operation_does_not_have_is_refused(
    subtests: pytest.Subtests, standing: Standing
) -> None:
    for name in STRICT:
        with subtests.test(name):
            id = standing.id_at(name.split()[1])
            assert named(ask(standing, name, id=id)) == {"zzz": "There is no such parameter."}
            assert named(ask(standing, name, "?zzz=&zzz=2&Zzz", id=id)).keys() == {"zzz", "Zzz"}


def test_who_may_not_do_it_learns_nothing_of_its_parameters(
    subtests: pytest.Subtests, standing: Standing, weak: Client
) -> None:
    for name in GUARDED:
        with subtests.test(name):
            assert ask(standing, name, token=None).status == 401
            assert ask(standing, name, token=weak.token).status == 403


def test_what_is_not_there_is_not_found_whatever_its_parameters(
    subtests: pytest.Subtests, standing: Standing
) -> None:
    for name in RECORDS:
        with subtests.test(name):
            for id in (NOBODY, "no id"):
                assert ask(standing, name, id=id.replace(" ", "%20")).status == 404


def test_nothing_is_done_where_a_parameter_is_refused(subtests: pytest.Subtests, standing: Standing) -> None:
    for name in [name for name in RECORDS if not name.startswith("GET")]:
        with subtests.test(name):
            path = name.split()[1]
            id = standing.id_at(path)
            member = f"{samples.collection_of(path)}/{id}"
            before = standing.get(member).body
            named(ask(standing, name, id=id))
            assert standing.get(member).body == before


def test_nothing_is_made_where_a_parameter_is_refused(org: Client) -> None:
    given = samples.invoice(org) | {"status": "SENT"}
    assert refused(org.post("/invoices?dryRun=true", given)) == {"dryRun"}
    assert org.get("/invoices").json["meta"]["total"] == 0
    made = org.make("/invoices", given)
    assert org.read(f"/invoices/{made['id']}")["invoiceNumber"] == "INV-00001"


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("customer_id=x", "customerId"),
        ("customer-id=x", "customerId"),
        ("CustomerID=x", "customerId"),
        ("custmerId=x", "customerId"),
        ("Limit=1", "limit"),
        ("colour=red", None),
        ("updated_since=2026-01-01", "updatedSince"),
        ("stat=SENT", "status"),
    ],
)
def test_the_parameter_that_was_probably_meant_is_suggested(
    query: str, meant: str | None, standing: Standing
) -> None:
    (message,) = named(ask(standing, "GET /invoices", "?" + query)).values()
    assert message == "There is no such parameter." + (f" Did you mean {meant}?" if meant else "")


def test_a_parameter_s_name_is_told_short_and_printable_and_its_value_never(standing: Standing) -> None:
    for query, told in (
        ("%00%0a%1b=1", "\ufffd" * 3),
        ("x" * 5_000 + "=1", "x" * 100 + "…"),
        ("%ff=1", "\ufffd"),
        ("%ED%A0%80=1", "\ufffd" * 3),
        ("=1", '""'),
    ):
        answer = ask(standing, "GET /invoices", f"?{query}&access_token=pat_secret")
        assert named(answer).keys() == {told, "access_token"}
        assert b"pat_secret" not in answer.body


def test_many_unknown_parameters_are_told_in_short(standing: Standing) -> None:
    query = "?" + "&".join(f"custome{number}=1" for number in range(500))
    assert len(named(ask(standing, "GET /invoices", query))) == 100


@pytest.mark.parametrize("path", ["//healthz", "//readyz", "//docs"])
def test_what_supervisors_and_browsers_ask_for_takes_any_parameter(path: str, service: Service) -> None:
    assert service.anonymous().get(path + "?zzz=1").status_int == 200


# No body


@pytest.mark.parametrize("name", sorted(samples.WITHOUT_BODY))
def test_a_field_in_a_body_that_an_operation_does_not_take_is_refused(name: str, org: Client) -> None:
    id, path = samples.ready_for(org, name), name.split()[1]
    record = f"{samples.collection_of(path)}/{id}"
    before = org.read(record)
    assert refused(org.post(path.replace("{id}", id), {"reason": "x"})) == {"reason"}
    assert org.read(record) == before
    assert org.post(path.replace("{id}", NOBODY), {"reason": "x"}).status_int == 404
    assert org.post(path.replace("{id}", id), {}).status_int == 200


# A slash at the end


def test_a_path_with_a_slash_at_its_end_is_the_path(org: Client) -> None:
    made = org.make("/customers/", {"displayName": "Acme"})
    path = f"/customers/{made['id']}/"
    assert org.read("/customers/") == org.read("/customers")
    assert org.read(path) == made
    assert org.patch(path, {"displayName": "Acme", "notes": "x"}).json["data"]["notes"] == "x"
    assert org.get("/customers/?zzz=1").status_int == 422
    assert org.delete(path).status_int == 200
    assert org.get("//healthz/").status_int == 200
    answer = send(org.web.app, "PUT", "/customers/", token=org.token)
    assert (answer.status, answer.headers["allow"]) == (405, "GET, POST")


def test_logins_take_a_slash_at_the_end_too(service: Service) -> None:
    answer = service.anonymous().web.post("/api/v1/oauth/revoke/", {"token": "oat_x"}, expect_errors=True)
    assert (answer.status_int, answer.json) == (200, {"success": True})


@pytest.mark.slow
def test_every_path_with_a_slash_at_its_end_is_answered_as_without(org: Client) -> None:
    for name, operation in WALKED.items():
        method, path = name.replace("{id}", NOBODY).split()
        body = b"{}" if operation.body else b""
        plain, slashed = (send(org.web.app, method, path + end, body, org.token) for end in ("", "/"))
        assert slashed.status == plain.status, name
        if plain.status >= 400:
            assert slashed.json["error"] == plain.json["error"], name


@pytest.mark.parametrize("path", ["/customers//", "//api/v1//customers", "//api/v1/customers/x//", "///"])
def test_two_slashes_are_no_path(path: str, org: Client) -> None:
    assert send(org.web.app, "GET", path, token=org.token).status == 404
