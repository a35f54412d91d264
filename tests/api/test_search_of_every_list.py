"""Every list takes `q`, and finds by it what a person would search by."""

import pytest

from app.wire import camel
from tests.api import samples
from tests.api.kinds import LISTS
from tests.api.shelf import Shelf, key, path_of
from tests.service import Client

# Those that are made here and are few, or grow with the books.
NEW = {
    "/item-groups": ["name"],
    "/tax-rates": ["name"],
    "/currencies": ["code", "name"],
    "/payment-terms": ["name"],
    "/accounts": ["accountName", "bankName", "accountNumber"],
    "/number-series": ["docType", "prefix", "suffix"],
    "/expenses": ["expenseNumber", "category"],
    "/invoices": ["invoiceNumber"],
}


@pytest.mark.parametrize("kind", LISTS)
def test_a_record_is_found_by_what_it_is_called(kind: str, shelf: Shelf) -> None:
    field = camel(next(iter(LISTS[kind].searched)))
    rows = shelf.rows(kind)
    word = str(next(row[field] for row in rows if row[field]))
    expected = {key(row) for row in rows if word.casefold() in str(row[field]).casefold()}
    assert expected
    for asked in (word, word.upper(), word[1:] or word):
        assert {key(row) for row in shelf.rows(kind, f"q={asked}")} >= expected
    assert shelf.rows(kind, "q=nowhere") == []
    assert shelf.org.get(f"{path_of(kind)}?q=nowhere").json["meta"]["total"] == 0


@pytest.mark.parametrize(
    ("path", "field"), [(path, field) for path, fields in NEW.items() for field in fields]
)
def test_each_searched_field_is_looked_in_and_what_is_deleted_is_not_found(
    path: str, field: str, org: Client
) -> None:
    record = samples.record(org, path)
    record = org.read(f"{path}/{record['id']}")
    found = [row["id"] for row in org.read(f"{path}?q={record[field][-3:]}")]
    assert record["id"] in found
    assert org.delete(f"{path}/{record['id']}").status_int == 200
    assert record["id"] not in [row["id"] for row in org.read(f"{path}?q={record[field]}")]
