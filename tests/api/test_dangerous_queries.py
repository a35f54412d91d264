"""Every dangerous value in every query parameter, path and header: no failure, no answer outside the envelope."""

import pytest

from resources.api import PUBLIC
from tests.api import hostile_values
from tests.api.hostile import Answer, assert_in_envelope, send
from tests.api.rotation import share, square
from tests.api.standing import Standing
from tests.api.targets import (
    BODIES,
    FORMS,
    LISTS,
    MEMBERS,
    READS,
    TABLE,
    named_fields,
    query_parameters,
)
from tests.service import Client, Service

GUARDED = [name for name, permission in TABLE.items() if permission != PUBLIC]

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quiet")]


def ask(org: Client, path: str, query: str) -> Answer:
    """Return the answer of a read to a query string."""
    answer = send(org.web.app, "GET", f"{path}?{query}", token=org.token)
    if answer.status == 200 and answer.headers["content-type"] == "application/pdf":
        assert answer.body.startswith(b"%PDF"), query
        return answer
    assert_in_envelope(answer)
    assert answer.status in (200, 422), query
    return answer


def take(org: Client, path: str, parameters: dict[str, str]) -> None:
    """Send parameters as one query string; whatever is refused by name is left out, until the rest is taken, or what
    must be given is missing."""
    must = set(query_parameters(path, required=True))
    while parameters:
        answer = ask(org, path, "&".join(f"{name}={value}" for name, value in parameters.items()))
        if answer.status == 200:
            return
        named = named_fields(answer)
        if named <= must - parameters.keys():
            return
        left = {name: value for name, value in parameters.items() if name not in named}
        assert len(left) < len(parameters), (parameters, answer.body)
        parameters = left


def values_of(name: str) -> tuple[str, ...]:
    return hostile_values.DAYS if name in ("from", "to", "updatedSince") else hostile_values.PARAMETERS


def test_any_value_of_any_query_parameter_is_taken_or_refused_by_name(
    subtests: pytest.Subtests, standing: Standing
) -> None:
    for path in READS:
        with subtests.test(path):
            names = query_parameters(path)
            target = path.replace("{id}", standing.id_at(path))
            rows = range(max((len(values_of(name)) for name in names), default=0))
            # With two parameters or more, every second row has each value once.
            for row in share(rows, begin=READS.index(path), one_in=min(2, len(names)) or 1):
                values = {name: values_of(name) for name in names}
                take(
                    standing,
                    target,
                    {name: of[(row + n) % len(of)] for n, (name, of) in enumerate(values.items())},
                )


def test_one_bad_query_parameter_is_taken_or_refused_by_name(
    subtests: pytest.Subtests, standing: Standing
) -> None:
    for path in READS:
        with subtests.test(path):
            names, begin = query_parameters(path) or ["limit"], READS.index(path)
            target = path.replace("{id}", standing.id_at(path))
            alone = [f"{name}={value}" for name in names for value in values_of(name)]
            for query in (*share(alone, begin), *share(hostile_values.ODD_QUERIES, begin, one_in=2)):
                answer = ask(standing, target, query)
                if answer.status == 422:
                    named_fields(answer)


def test_a_query_string_of_any_form_is_read(subtests: pytest.Subtests, standing: Standing) -> None:
    for path in LISTS:
        with subtests.test(path):
            for query in (
                "&&&",
                "=",
                "====",
                "?",
                "#",
                "%",
                "a" * 8_000,
                "a=1&" * 2_000,
                "\xff\xfe",
                "[]",
                "page",
                "q",
            ):
                answer = send(standing.web.app, "GET", f"{path}?{query}", token=standing.token)
                assert_in_envelope(answer)
                assert answer.status in (200, 422), query


def test_what_is_no_id_names_nothing(subtests: pytest.Subtests, standing: Standing) -> None:
    for name in MEMBERS:
        with subtests.test(name):
            method, path = name.split()
            body = standing.body_of(path) if name in BODIES else b""
            if path.endswith("/e-invoice") and method == "DELETE":
                body = b"{}"  # without one the request is malformed
            for id in share(hostile_values.IDS, begin=MEMBERS.index(name), one_in=2):
                answer = send(standing.web.app, method, path.replace("{id}", id), body, standing.token)
                assert_in_envelope(answer)
                if name == "GET /invoices/{id}/payments":
                    # Of no payments; the invoice may be anything.
                    assert answer.status == 404 or answer.json["data"] == []
                else:
                    assert (answer.status, answer.code) == (404, "not_found"), id


def test_any_header_is_taken_or_refused(subtests: pytest.Subtests, standing: Standing) -> None:
    for name in GUARDED:
        with subtests.test(name):
            method, path = name.split()
            values = hostile_values.IN_HEADERS
            rows = [*square(hostile_values.BORING_HEADERS, values)]
            pairs = [{header: value} for header in hostile_values.TELLING_HEADERS for value in values]
            rows += share(pairs, begin=GUARDED.index(name), one_in=7)
            rows += share(
                [{header: value} for header in hostile_values.BORING_HEADERS for value in values],
                GUARDED.index(name),
            )
            for headers in rows:
                assert_in_envelope(
                    send(standing.web.app, method, path, b"{}", standing.token, headers=headers)
                )


@pytest.mark.parametrize("name", FORMS)
def test_the_token_endpoints_refuse_malformed_bodies_in_their_own_words(name: str, service: Service) -> None:
    path = name.split()[1]
    for media_type in ("application/json", "application/x-www-form-urlencoded", "text/plain", "x"):
        for what, body in hostile_values.MALFORMED.items():
            answer = send(service.app, "POST", path, body, headers={"Content-Type": media_type})
            assert 400 <= answer.status < 500, (what, answer.body)
            assert answer.headers["cache-control"] == "no-store"
            assert answer.json["error"]
