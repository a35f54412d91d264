"""The example of every operation, sent to a demonstration as the published document has it.

Each turn has a copy of the demonstration to itself, since what sends an invoice leaves none to be deleted.
`EXAMPLES=write` writes the answers of the document anew whose names are others (`make examples`).
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from webtest import TestApp, TestResponse

from app.config import Settings
from app.mailing.mail_server import mail_server
from resources.api import create_app
from resources.openapi.examples import ANSWERS, answers
from tests.conftest import copy_migrated, create, drop
from tests.contract import Checked, validator_of
from tests.operators.commands import Operator
from tests.operators.examples import Example, examples, shortened, without_secrets
from tests.shards import needs_one_server

pytestmark = [pytest.mark.slow, needs_one_server("it cannot be copied for each turn")]

_WRITING = os.environ.get("EXAMPLES") == "write"
# Mails wait in the outbox, which nobody sends here.
_MAIL: Any = {"mail_server": mail_server("smtp://127.0.0.1:2525"), "mail_from": "invoices@example.com"}
EXAMPLES = {example.id: example for example in examples()}
JSON_ANSWERS = {id for id, example in EXAMPLES.items() if example.media_type == "application/json"}


@dataclass(frozen=True)
class Sent:
    """The demonstration's answers to every example, by operationId."""

    answers: dict[str, TestResponse]


@pytest.fixture(scope="module")
def sent(server_url: str, worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sent]:
    name = f"examples_{worker_id}_{os.getpid()}"
    cache = tmp_path_factory.mktemp("pdf-cache")
    turns = defaultdict(list)
    for example in EXAMPLES.values():
        turns[example.turn].append(example)
    with psycopg.connect(server_url, autocommit=True) as connection:
        copy_migrated(connection, server_url, name)
        try:
            made = Operator(make_conninfo(server_url, dbname=name)).make("demo")
            found = [
                _take_turn(connection, server_url, name, number, turn, made, cache)
                for number, turn in enumerate(turns.values())
            ]
        finally:
            drop(connection, name)
    answered = {id: answer for answers in found for id, answer in answers.items()}
    if _WRITING:
        _write(answered)
    yield Sent(answered)


def _take_turn(
    connection: psycopg.Connection,
    server_url: str,
    template: str,
    number: int,
    turn: list[Example],
    made: dict[str, Any],
    cache: Path,
) -> dict[str, TestResponse]:
    name = f"{template}_{number}"
    create(connection, name, template)
    try:
        url = make_conninfo(server_url, dbname=name)
        app = create_app(Settings(database_url=url, pool_size=2, pdf_cache=cache, **_MAIL))
        web = TestApp(Checked(app), lint=False)
        return {example.id: example.send(web, made["token"], password=made["password"]) for example in turn}
    finally:
        drop(connection, name)


def _write(answered: dict[str, TestResponse]) -> None:
    written = {
        id: _kept(id, shortened(without_secrets(answered[id].json)))
        for id in sorted(JSON_ANSWERS)
        # The document does not hold itself.
        if id != "getOpenApi"
    }
    ANSWERS.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", "utf-8")
    answers.cache_clear()


def _kept(id: str, answer: Any) -> Any:
    """The example that is shown if its names are the answer's: ids and moments are others each time."""
    shown = answers().get(id)
    told = validator_of(json.dumps(EXAMPLES[id].success[1]["application/json"]["schema"]))
    return shown if names_of(shown) == names_of(answer) and told.is_valid(shown) else answer


@pytest.mark.parametrize("id", EXAMPLES)
def test_an_example_works_in_the_demonstration_as_it_stands(sent: Sent, id: str) -> None:
    answer = sent.answers[id]
    assert answer.status_int == EXAMPLES[id].success[0], answer.text
    if id.startswith("createMany"):
        assert not [result for result in answer.json["data"]["results"] if "error" in result], answer.text


@pytest.mark.parametrize("id", sorted(JSON_ANSWERS - {"getOpenApi"}))
def test_the_example_of_an_answer_is_what_the_demonstration_answers(sent: Sent, id: str) -> None:
    shown = answers().get(id)
    assert shown is not None, "run `make examples`"
    assert names_of(shown) == names_of(shortened(sent.answers[id].json)), "run `make examples`"
    validator_of(json.dumps(EXAMPLES[id].success[1]["application/json"]["schema"])).validate(shown)


def test_no_answer_is_kept_of_an_operation_that_is_gone() -> None:
    assert answers().keys() <= EXAMPLES.keys()


def names_of(value: Any) -> Any:
    """The names of an answer at every depth; values are those of a day."""
    if isinstance(value, dict):
        return {name: names_of(inner) for name, inner in value.items()}
    return [names_of(inner) for inner in value[:1]] if isinstance(value, list) else None
