"""The days of the document's examples, and ids that are counted."""

from datetime import date

import pytest

from app.ids import counted_id, counting, new_id, new_ids
from resources.openapi.examples import example_id, of_day
from tests.contract import published


def document(example: object) -> dict[str, object]:
    body = {"requestBody": {"content": {"application/json": {"example": example}}}}
    month = {"period": {"name": "period", "example": "2026-10"}, "by": {"name": "by", "example": "customer"}}
    return {"paths": {"/x": {"post": body, "get": {}}}, "components": {"parameters": month, "schemas": {}}}


def test_days_of_examples_move_with_today() -> None:
    written = {"invoiceDate": "2026-11-21", "lines": [{"until": "2026-11-25 23:59:00", "hsnOrSac": "610510"}]}
    moved = of_day(document(written), date(2027, 1, 1))
    shown = moved["paths"]["/x"]["post"]["requestBody"]["content"]["application/json"]["example"]
    assert shown == {
        "invoiceDate": "2027-01-01",
        "lines": [{"until": "2027-01-05 23:59:00", "hsnOrSac": "610510"}],
    }
    assert moved["components"]["parameters"]["period"]["example"] == "2026-12"
    assert moved["components"]["parameters"]["by"]["example"] == "customer"


def test_what_is_written_is_left_as_it_was() -> None:
    before = document({"invoiceDate": "2026-11-21"})
    of_day(before, date(2030, 5, 5))
    assert before == document({"invoiceDate": "2026-11-21"})


def test_nothing_else_of_the_document_moves() -> None:
    moved = of_day(published(), date(2031, 2, 3))
    assert moved["components"]["schemas"] == published()["components"]["schemas"]
    assert moved["paths"].keys() == published()["paths"].keys()


def test_ids_are_counted_for_each_prefix_within_the_block_alone() -> None:
    with counting():
        assert new_ids("inv", 2) == [counted_id("inv", 1), counted_id("inv", 2)]
        assert (new_id("cus"), new_id("inv")) == (counted_id("cus", 1), counted_id("inv", 3))
    assert new_id("inv") > counted_id("inv", 10**19)
    assert len(counted_id("inv", 7)) == len(new_id("inv"))
    with counting():
        assert new_id("inv") == counted_id("inv", 1)


def test_a_path_without_an_example_is_named() -> None:
    assert example_id("sendInvoice", "/api/v1/invoices/{id}/send") == counted_id("inv", 160)
    with pytest.raises(LookupError, match="sendBoat: no example of an id for /api/v1/boats/"):
        example_id("sendBoat", "/api/v1/boats/{id}/send")
