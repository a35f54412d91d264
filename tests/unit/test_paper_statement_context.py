"""The context of a statement's template."""

import json
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from app.printing.content.formatting import Context
from app.printing.content.statement_context import statement_context
from app.printing.pdf import samples
from app.printing.pdf.sample_rows import customer_record


@pytest.mark.parametrize("sample", samples.samples("statement"), ids=["entries", "empty"])
def test_a_context_is_plain_json(sample: Context) -> None:
    assert json.loads(json.dumps(sample)) == sample
    assert sample["version"] == 1


def test_each_balance_follows_from_the_one_before() -> None:
    statement = samples.statement()
    balance = Decimal(statement["opening"]["value"])
    for entry in statement["entries"]:
        debit, credit = (Decimal((entry[side] or {"value": "0"})["value"]) for side in ("debit", "credit"))
        balance += debit - credit
        assert Decimal(entry["balance"]["value"]) == balance
    assert Decimal(statement["closing"]["value"]) == balance


def test_what_is_open_by_age_and_the_rest_come_to_what_is_outstanding() -> None:
    statement = samples.statement()
    labels = [bucket["label"] for bucket in statement["aging"]]
    assert labels == [
        "Current",
        "1–30 days",
        "31–60 days",
        "61–90 days",
        "Over 90 days",
        "Not set against invoices",
    ]
    assert sum(Decimal(bucket["amount"]["value"]) for bucket in statement["aging"]) == Decimal(
        statement["outstanding"]["value"]
    )


def test_a_statement_without_entries_closes_as_it_opens() -> None:
    statement = statement_context(customer_record(), [])
    assert (statement["entries"], statement["closing"]) == ([], statement["opening"])


@pytest.mark.parametrize("facts", [{"outstanding": Decimal(0)}, {"upi_id": None}, {"currency_code": "USD"}])
def test_nothing_outstanding_no_id_or_another_currency_asks_for_no_payment(facts: dict[str, Any]) -> None:
    assert statement_context(customer_record(**facts), [])["payment"]["upi"] is None


def test_an_open_window_has_no_ends() -> None:
    statement = samples.empty_statement()
    assert (statement["from_date"], statement["to_date"]) == (None, None)


@pytest.mark.parametrize(
    ("to_day", "entry", "day"),
    [
        (date(2026, 6, 30), date(2026, 6, 1), "30 Jun 2026"),
        (None, date(2026, 6, 1), "14 Nov 2026"),
        (None, date(2026, 12, 1), "01 Dec 2026"),
    ],
)
def test_the_closing_balance_says_of_which_day_it_is(to_day: date | None, entry: date, day: str) -> None:
    row = {"date": entry, "type": "invoice", "number": "A", "debit": Decimal(5), "credit": Decimal(0)}
    statement = statement_context(customer_record(from_day=None, to_day=to_day), [row])
    assert statement["closing_date"] == day
