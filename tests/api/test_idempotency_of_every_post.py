"""Idempotency-Key on every POST that writes: one effect and one answer, whatever is created."""

from typing import Any

import pytest
from webtest import TestResponse

from tests.api import samples
from tests.api.keyed import HEADER, REPLAYED, answer_of, keyed
from tests.contract import operations
from tests.parallel import at_once
from tests.refusals import refused
from tests.routes import WALKED
from tests.service import Client

POSTS = {name.split()[1]: operation for name, operation in WALKED.items() if name.startswith("POST")}
WITHOUT_KEY = {"/oauth/token", "/oauth/revoke", "/invoices/calculate"}
WRITES = sorted(POSTS.keys() - WITHOUT_KEY)
CREATIONS = [path for path in WRITES if "{id}" not in path]
ACTIONS = [path for path in WRITES if "{id}" in path]
AT_ONCE = ["/customers", "/items", "/expenses", "/invoices", "/number-series"]


def told(path: str) -> bool:
    """Return whether the document says that the operation takes a key."""
    refs = [one.get("$ref", "") for one in operations()[POSTS[path].id].get("parameters", [])]
    return any(ref.endswith("/idempotencyKey") for ref in refs)


def test_the_document_says_of_every_post_whether_it_takes_a_key() -> None:
    assert {path for path in POSTS if not told(path)} == WITHOUT_KEY


@pytest.mark.parametrize("path", CREATIONS)
def test_a_creation_that_is_repeated_makes_one_record(path: str, org: Client) -> None:
    given = samples.body_of(org, path)
    # What is adjusted is seen in its position.
    collection = samples.collection_of(path).replace("/stock-adjustments", "/inventory")
    before = org.total(collection)
    first, second = (keyed(org, path, given) for _ in range(2))
    assert first.status_int == POSTS[path].answer.status
    assert answer_of(first) == answer_of(second)
    assert (REPLAYED in first.headers, second.headers[REPLAYED]) == (False, "true")
    assert first.headers.get("ETag") == second.headers.get("ETag")
    assert refused(keyed(org, path, given | {"notes": "other"})) == {HEADER}
    assert org.total(collection) == before + 1


@pytest.mark.parametrize("path", ACTIONS)
def test_an_action_that_is_repeated_is_done_once(path: str, org: Client) -> None:
    id, another = (samples.ready_for(org, f"POST {path}") for _ in range(2))
    target, other = (path.replace("{id}", one) for one in (id, another))
    given = samples.sent_with(org, f"POST {path}", id)
    first, second = (keyed(org, target, given) for _ in range(2))
    assert first.status_int == POSTS[path].answer.status
    assert answer_of(first) == answer_of(second)
    assert second.headers[REPLAYED] == "true"
    assert refused(keyed(org, other, given)) == {HEADER}
    # What settles does so as long as something is left; an e-way bill is worked out, a link or a secret made and a
    # mail or a message sent as often as it is asked for.
    if not path.endswith(("/allocations", "/e-way-bill", "/share", "/email", "/rotate-secret", "/test")):
        assert org.post(target, given).status_int == 409


@pytest.mark.parametrize("path", AT_ONCE)
def test_of_32_requests_at_the_same_moment_one_has_an_effect(path: str, org: Client) -> None:
    given: dict[str, Any] = samples.body_of(org, path)
    before = org.total(path)

    def send(client: Client, _: int) -> TestResponse:
        # Turned away for want of a free connection, a client tries again.
        answers = (keyed(client, path, given) for _ in range(50))
        return next(answer for answer in answers if answer.status_int != 503)

    answers = at_once(32, org, send)
    assert {answer_of(answer) for answer in answers} == {answer_of(answers[0])}
    assert answers[0].status_int == 201
    assert sum(REPLAYED not in answer.headers for answer in answers) == 1
    assert org.total(path) == before + 1


def test_a_calculation_takes_no_key_and_keeps_none(org: Client) -> None:
    given = samples.invoice(org)
    for body in (given, given | {"notes": "other"}):
        answer = keyed(org, "/invoices/calculate", body)
        assert (answer.status_int, REPLAYED in answer.headers) == (200, False)
