"""Fields that a body does not have are refused at every depth; those that only reads have are ignored."""

import time
from typing import Any

import pytest

from app.errors import Invalid
from app.importing.entries import read
from app.importing.file_kinds import FILE_KINDS
from app.master_data.items import KIND as ITEM
from app.schemas.body import MOST_ERRORS, BodySchema
from app.wire import to_json
from tests.bodies import BODIES, LEAST

INVOICE = BODIES["invoices"]
LINE = {"description": "Work", "quantity": 1, "rate": 1}
BILLED = {"customerId": "cus_1", "invoiceDate": "2026-05-01", "lines": [LINE]}
WRONG = "There is no such field."


def refused(schema: BodySchema, body: Any, way: str = "create") -> dict[str, str]:
    with pytest.raises(Invalid) as refusal:
        getattr(schema, way)(body)
    return dict(refusal.value.details)


@pytest.mark.parametrize("kind", LEAST)
def test_every_body_refuses_a_field_that_it_does_not_have(kind: str) -> None:
    for way in ("create", "change"):
        assert refused(BODIES[kind], LEAST[kind] | {"zzz": None}, way) == {"zzz": WRONG}


def test_a_misspelt_field_of_a_line_is_told_by_its_path_with_the_name_that_was_meant() -> None:
    assert refused(INVOICE, BILLED | {"lines": [LINE | {"taxRate": 18}]}) == {
        "lines.0.taxRate": WRONG + " Did you mean taxRatePercent?"
    }


@pytest.mark.parametrize(
    ("kind", "sent", "field"),
    [
        ("customers", {"billingAddress": {"zip": "400001"}}, "billingAddress.zip"),
        ("items", {"variants": [{"size": "M"}, {"colour": "red"}]}, "variants.1.colour"),
        ("price_lists", {"entries": [{"itemId": "itm_1", "rate": 1, "price": 1}]}, "entries.0.price"),
    ],
)
def test_objects_within_a_body_are_as_strict(kind: str, sent: dict[str, Any], field: str) -> None:
    for way in ("create", "change"):
        assert refused(BODIES[kind], LEAST[kind] | sent, way) == {field: WRONG}


def test_adjustments_and_allocations_are_as_strict() -> None:
    assert refused(INVOICE, BILLED | {"adjustments": {"discount": 5}}).keys() == {"adjustments.discount"}
    paid = {"customerId": "cus_1", "paymentDate": "2026-05-01", "amount": 5}
    rows = [{"invoiceId": "inv_1", "amount": 5, "invoiceNumber": "INV-1"}]
    assert refused(BODIES["payments_received"], paid | {"allocations": rows}).keys() == {
        "allocations.0.invoiceNumber"
    }


def test_the_axes_of_an_item_are_any_json() -> None:
    assert ITEM.body.create({"name": "Bolt", "axes": [{"zzz": 1}]})["axes"] == [{"zzz": 1}]


def test_what_only_reads_have_is_ignored_also_in_lines() -> None:
    line = LINE | {"id": "x", "invoiceId": "y", "organizationId": "z", "taxableAmount": -1, "sortOrder": None}
    loaded = INVOICE.create(BILLED | {"id": 5, "total": 1, "createdAt": [], "lines": [line]})
    assert loaded == INVOICE.create(BILLED)


def test_an_expense_number_must_not_be_sent_although_reads_have_it() -> None:
    assert refused(BODIES["expenses"], LEAST["expenses"] | {"expenseNumber": None}) == {
        "expenseNumber": "Must not be sent: it comes from the number series."
    }


def test_what_is_wrong_with_other_fields_is_told_too() -> None:
    assert refused(INVOICE, {"customer": "cus_1", "lines": [{"quantity": 1, "itemId": "i", "pric": 1}]}) == {
        "customerId": "This field is required.",
        "invoiceDate": "This field is required.",
        "lines.0.pric": WRONG,
        "customer": WRONG + " Did you mean customerId?",
    }


def test_a_body_full_of_misspelt_names_is_answered_in_short_and_at_once() -> None:
    names = {f"taxRatePercen{number}": 1 for number in range(20_000)}
    body = BILLED | {"lines": [LINE | dict(list(names.items())[:200])] * 500} | names | {"x" * 1_000_000: 1}
    start = time.process_time()
    told = refused(INVOICE, body)
    assert time.process_time() - start < 5
    assert len(told) == MOST_ERRORS
    assert max(map(len, told)) < 200


# Files


def faults(kind: str, line: dict[str, Any]) -> dict[str, str]:
    return dict(read(FILE_KINDS[kind].schema, [(1, to_json(line))])[0].reported_faults)


def test_a_line_of_a_file_may_have_names_in_place_of_ids_and_nothing_else() -> None:
    quote = {"customer": "Acme", "quoteDate": "2026-05-01", "lines": [LINE | {"item": "Bolt"}]}
    assert faults("quotes", quote | {"warehouse": None}) == {}
    assert faults("quotes", quote | {"vendor": "Acme"}) == {"vendor": WRONG}
    assert faults("quotes", quote | {"lines": [LINE | {"itm": "Bolt"}]}) == {
        "lines.0.itm": WRONG + " Did you mean item?"
    }
    assert faults("quotes", quote | {"custmer": "Acme"}) == {"custmer": WRONG + " Did you mean customer?"}


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_every_kind_of_file_refuses_a_field_that_it_does_not_have(kind: str) -> None:
    assert faults(kind, {"zzz": 1})["zzz"] == WRONG


def test_a_document_that_was_read_can_be_loaded_from_a_file() -> None:
    read_line = LINE | {"id": "x", "quoteId": "q", "total": 1}
    quote = {
        "customerId": "cus_1",
        "quoteDate": "2026-05-01T00:00:00Z",
        "sellerGstin": None,
        "items": [read_line],
    }
    assert faults("quotes", quote | {"lines": [read_line]}) == {}
