"""A record is the same, whether it comes alone, in a bulk request or in a file."""

import re
from random import Random
from typing import Any

import pytest

from tests.api import samples
from tests.api.random_bodies import BODIES
from tests.api.references import load_documents
from tests.selling import customer, goods, item, tax_rate, vendor
from tests.service import Client, Service

pytestmark = pytest.mark.slow

ROUNDS = 8
ID = re.compile(r"[a-z]{2,3}_[0-9A-Z]{26}|(?<=DRAFT-)\w{8}|(?<=org-)\d+|(?<=Organization )\d+")
MADE = {"lastMovementAt", "createdAt", "updatedAt", "createdBy", "updatedBy"}


class Shop:
    """An organization with a customer, a vendor, an item and goods."""

    def __init__(self, service: Service) -> None:
        self.org: Client = service.organization()
        tax = tax_rate(self.org, 18)
        self.ids = {
            "$customer": customer(self.org),
            "$vendor": vendor(self.org),
            "$item": item(self.org, taxRateId=tax)["id"],
            "$goods": goods(self.org, taxRateId=tax, purchasePrice=60)["id"],
        }

    def fill(self, value: Any) -> Any:
        """A body with the shop's own ids."""
        if isinstance(value, dict):
            return {name: self.fill(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.fill(inner) for inner in value]
        return self.ids.get(value, value) if isinstance(value, str) else value

    def seen(self, path: str, ids: list[str]) -> list[Any]:
        """The records as they are read, without what differs from shop to shop."""
        return [self._plain(self.org.read(f"{path}/{id}")) for id in ids]

    def stock(self) -> list[Any]:
        """The positions, oldest first, with what each was worth."""
        return [self._plain(row) for row in self.org.read("/inventory?sort=id")]

    def _plain(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: self._plain(inner) for name, inner in value.items() if name not in MADE}
        if isinstance(value, list):
            return [self._plain(inner) for inner in value]
        return ID.sub("ID", value) if isinstance(value, str) else value


def test_every_kind_that_can_be_imported_and_made_is_tried() -> None:
    imported = {"/customers", "/vendors", "/items", *(path for path in samples.BODIES if path in BODIES)}
    assert imported == set(BODIES), "add a body in tests/api/random_bodies.py"


@pytest.mark.parametrize("path", BODIES)
def test_rows_are_equal_whichever_way_they_came(path: str, service: Service) -> None:
    alone, bulk, file = (Shop(service) for _ in range(3))
    for seed in range(ROUNDS):
        dice = Random(f"{path} {seed}")  # noqa: S311 - the same in every run
        bodies = [BODIES[path](dice) for _ in range(3)]
        ids = [alone.org.make(path, alone.fill(body))["id"] for body in bodies]
        answer = bulk.org.post(f"{path}/bulk", {"records": bulk.fill(bodies), "allOrNothing": True})
        assert answer.status_int == 200, answer.text
        in_bulk = [result["data"]["id"] for result in answer.json["data"]["results"]]
        in_file = load_documents(file.org, path[1:], *file.fill(bodies))
        wanted = alone.seen(path, ids)
        assert bulk.seen(path, in_bulk) == wanted
        assert file.seen(path, in_file) == wanted
    assert bulk.stock() == file.stock() == alone.stock()
