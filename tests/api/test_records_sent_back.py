"""A record can be sent back as it was read: what only reads have is ignored, and nothing else is."""

from typing import Any

import pytest

from tests.api import samples
from tests.api.kinds import UNIQUE
from tests.api.targets import TABLE
from tests.refusals import refused
from tests.service import Client

COLLECTIONS = sorted(path for path in samples.BODIES if "{id}" not in path)
CHANGED = [path for path in COLLECTIONS if f"PATCH {path}/{{id}}" in TABLE]
# Of an organization each may be there once.
DRAFTS = {"/quotes", "/sales-orders", "/purchase-orders", "/bills", "/credit-notes", "/debit-notes"}
ONCE = UNIQUE | DRAFTS | {"/number-series"}
NUMBERS = {
    "/credit-notes": "creditNoteNumber",
    "/debit-notes": "debitNoteNumber",
    "/payments-made": "paymentNumber",
}
MOVED = {"updatedAt", "updatedBy"}
MONEY = {
    "subTotal",
    "discountTotal",
    "cgstTotal",
    "sgstTotal",
    "igstTotal",
    "cessTotal",
    "adjustmentAmount",
    "total",
}


def fresh(org: Client, path: str) -> dict[str, Any]:
    """A record as it is read, without what must not be sent."""
    made = org.read(f"{path}/{org.make(path, samples.body_of(org, path))['id']}")
    return {name: value for name, value in made.items() if name != "expenseNumber"}


def without(record: dict[str, Any], names: set[str]) -> dict[str, Any]:
    """The record without fields, in its rows too."""
    kept = {}
    for name, value in record.items():
        rows = isinstance(value, list) and all(isinstance(row, dict) for row in value)
        kept[name] = [without(row, names) for row in value] if rows else value
    return {name: value for name, value in kept.items() if name not in names}


@pytest.mark.parametrize("path", CHANGED)
def test_a_record_that_is_sent_back_by_patch_stays_as_it_was(path: str, org: Client) -> None:
    record = fresh(org, path)
    member = f"{path}/{record['id']}"
    answer = org.patch(member, record)
    assert answer.status_int == 200, answer.text
    # Lines are written anew.
    ids = {"id"} if path in DRAFTS | {"/invoices"} else set()
    after = org.read(member)
    after.pop("expenseNumber", None)
    assert without(after, MOVED | ids) == without(record, MOVED | ids)


@pytest.mark.parametrize("path", COLLECTIONS)
def test_a_record_that_is_posted_as_it_was_read_makes_another(path: str, org: Client) -> None:
    record = fresh(org, path)
    # What a draft is called, or a number that stays used.
    record = {name: value for name, value in record.items() if name != NUMBERS.get(path)}
    samples.make_deletable(org, path)
    if path in ONCE:
        assert org.delete(f"{path}/{record['id']}").status_int == 200
    # What it is called elsewhere names one record.
    made = org.make(path, without(record, {"externalReference"}))
    assert made["id"] != record["id"]
    if "total" in record:
        again = org.read(f"{path}/{made['id']}")
        assert {name: again[name] for name in MONEY & record.keys()} == {
            name: record[name] for name in MONEY & record.keys()
        }


def test_an_item_that_is_sent_back_to_its_core_stays_as_it_was(org: Client) -> None:
    record = fresh(org, "/items")
    answer = org.patch(f"/items/{record['id']}/core", record)
    assert without(answer.json["data"], MOVED) == without(record, MOVED)


def test_an_expense_cannot_be_sent_back_with_its_number(org: Client) -> None:
    record = org.make("/expenses", samples.expense(org))
    assert refused(org.patch(f"/expenses/{record['id']}", record)) == {"expenseNumber"}


@pytest.mark.parametrize("path", CHANGED)
def test_what_no_answer_has_is_refused_in_a_change_too(path: str, org: Client) -> None:
    record = fresh(org, path)
    answer = org.patch(f"{path}/{record['id']}", record | {"zzz": 1, "Id": 1})
    assert refused(answer) == {"zzz", "Id"}


def test_a_misspelt_percentage_makes_no_invoice(org: Client) -> None:
    given = samples.invoice(org) | {"status": "SENT"}
    given["lines"][0]["taxRate"] = 18
    answer = org.post("/invoices", given)
    (detail,) = answer.json["error"]["details"]
    assert detail == {
        "field": "lines.0.taxRate",
        "message": "There is no such field. Did you mean taxRatePercent?",
    }
    assert org.get("/invoices").json["meta"]["total"] == 0


def test_a_hostile_name_breaks_neither_the_answer_nor_anything_else(org: Client) -> None:
    for name in ("x" * 900_000, "\x00\r\n\x1b[31m", "__proto__", "", "_schema", "lines.0.rate", "%(id)s"):
        fields = refused(org.post("/tax-rates", {"name": "x", "ratePercent": 1, name: 1}))
        assert all(len(field) <= 101 and field.isprintable() for field in fields)
