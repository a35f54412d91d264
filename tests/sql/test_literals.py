"""Values reach PostgreSQL as they are, written into the message by psycopg."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.postgres.database import Transaction, jsonb
from tests.service import Service

# What PostgreSQL can store: no NUL, no half of a surrogate pair.
TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40)
HOSTILE = [
    "'",
    "''; DROP TABLE invoices; --",
    "\\",
    "\\'",
    "%",
    "%s",
    "%(text)s",
    "$1",
    "$$",
    "E'\\n'",
    "\u2028",
    "",
]
PLAIN: dict[str, Any] = {
    "text": "a",
    "texts": ["a"],
    "number": Decimal("1.50"),
    "day": date(2026, 5, 4),
    "moment": datetime(2026, 5, 4, 12, 30, 0, 123456, tzinfo=UTC),
    "document": jsonb({}),
}


def came_back(service: Service, *, twice: bool = False, **values: Any) -> dict[str, Any]:
    def work(tx: Transaction) -> dict[str, Any]:
        asked = ("literals.echo", PLAIN | values)
        first, *others = tx.run_all(*[asked] * (1 + twice))
        assert all(other == first for other in others)
        return first[0]

    return service.owner.run(work)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_is_no_part_of_the_statement(text: str, service: Service) -> None:
    found = came_back(service, text=text, texts=[text, None, text], document=jsonb({"a": [text]}))
    assert (found["text"], found["texts"], found["document"]) == (text, [text, None, text], {"a": [text]})
    assert found["rest"] == 3


@given(text=TEXTS, texts=st.lists(TEXTS, max_size=4))
def test_any_text_comes_back(_running: Service, text: str, texts: list[str]) -> None:
    found = came_back(_running, twice=True, text=text, texts=texts, document=jsonb(texts))
    assert (found["text"], found["texts"], found["document"]) == (text, texts, texts)


@given(
    number=st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**15), max_value=10**15, places=6)
)
def test_any_number_comes_back_exactly(_running: Service, number: Decimal) -> None:
    assert came_back(_running, number=number)["number"] == number


@given(day=st.dates(), moment=st.datetimes(timezones=st.just(UTC)))
def test_any_day_and_moment_come_back(_running: Service, day: date, moment: datetime) -> None:
    found = came_back(_running, day=day, moment=moment)
    assert (found["day"], found["moment"]) == (day, moment)


def test_nothing_is_nothing(service: Service) -> None:
    found = came_back(service, **dict.fromkeys(PLAIN))
    assert {name: found[name] for name in PLAIN} == dict.fromkeys(PLAIN)
