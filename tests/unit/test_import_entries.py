"""Lines of an import: batches, names, and what is wrong with them."""

from typing import Any

import pytest

from app.importing.entries import MOST_BATCH_BYTES, MOST_BATCH_ENTRIES, batches, read
from app.importing.references import take_references, with_names
from app.schemas.credit_notes import CreditNoteBody
from app.schemas.payments_received import PaymentReceivedBody
from app.schemas.quotes import QuoteBody
from app.wire import to_json

LINE = {"description": "Work", "quantity": 1, "rate": 1}


def test_blank_lines_count_and_are_left_out() -> None:
    assert list(batches([b"\xef\xbb\xbf1\n", b"\n", b" \r\n", b"2\r\n", b"3"])) == [
        [(1, b"1"), (4, b"2"), (5, b"3")]
    ]


def test_no_lines_make_no_batch() -> None:
    assert list(batches([b"\n"])) == []


def test_a_batch_is_bounded_in_lines_and_in_size() -> None:
    assert [len(batch) for batch in batches([b"1\n"] * (MOST_BATCH_ENTRIES + 1))] == [MOST_BATCH_ENTRIES, 1]
    assert [len(batch) for batch in batches([b"x" * (MOST_BATCH_BYTES // 2)] * 3)] == [2, 1]


def test_a_name_stands_in_for_an_id_wherever_the_schema_has_one() -> None:
    sent = {"customer": "A", "invoice": 7, "vendor": "ignored", "lines": [LINE, LINE | {"item": "S"}]}
    taken = take_references(with_names(CreditNoteBody()), sent)
    assert taken.faults == []
    assert [
        (row.entity, row.name, row.field) for row in sorted(taken.references, key=lambda row: row.field)
    ] == [
        ("customers", "A", "customer"),
        ("invoices", "7", "invoice"),
        ("items", "S", "lines.1.item"),
    ]


def test_an_id_is_put_where_the_name_stood() -> None:
    (entry,) = read(
        CreditNoteBody(),
        [(1, to_json({"customer": "A", "creditNoteDate": "2026-05-04", "lines": [LINE | {"item": "S"}]}))],
    )
    for reference in entry.references:
        reference.put(entry.body, "id of " + reference.name)
    assert (entry.body["customer_id"], entry.body["lines"][0]["item_id"]) == ("id of A", "id of S")


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"customer": "A", "customerId": "cus_1"}, "Must not be given together with customerId."),
        ({"customer": ""}, "Must be a name."),
        ({"customer": {}}, "Must be a name."),
        ({"customer": "\0"}, "Must be a name."),
    ],
)
def test_what_is_no_name_is_one_fault(sent: dict[str, Any], message: str) -> None:
    (entry,) = read(QuoteBody(), [(3, to_json({"quoteDate": "2026-05-04", "lines": [LINE]} | sent))])
    assert (entry.line, entry.faults) == (3, [("customer", message)])


def test_two_names_of_invoices_are_told_apart_before_they_are_known() -> None:
    def faults(*numbers: str) -> list[tuple[str, str]]:
        rows = [{"invoice": number, "amount": 1} for number in numbers]
        sent = {"customer": "A", "paymentDate": "2026-05-04", "amount": 9, "allocations": rows}
        return read(PaymentReceivedBody(), [(1, to_json(sent))])[0].faults

    assert faults("1", "2") == []
    assert faults("1", "1") == [("allocations.1.invoiceId", "Must not be named twice.")]


def test_a_schema_is_asked_even_where_names_are_wrong() -> None:
    (entry,) = read(QuoteBody(), [(1, b'{"customer": [], "lines": [{}]}')])
    assert {field for field, _ in entry.faults} >= {"customer", "quoteDate", "lines.0.quantity"}
