"""The list of items, and the search in it."""

import pytest

from tests.api.items import BOLT
from tests.service import Service


def test_the_list_is_newest_first_without_variants(service: Service) -> None:
    org = service.organization()
    made = [org.make("/items", BOLT | {"variants": [{"size": "S"}]}) for _ in range(3)]
    answer = org.get("/items?limit=2").json
    assert [row["id"] for row in answer["data"]] == [made[2]["id"], made[1]["id"]]
    assert answer["meta"].pop("nextCursor")
    assert answer["meta"] == {"page": 1, "limit": 2, "total": 3, "hasMore": True}
    without = {key: value for key, value in made[2].items() if key != "variants"}
    assert answer["data"][0] == without


SEARCHED = (
    {"name": "Steel Bolt", "sku": "AB_1"},
    {"name": "100% cotton", "barcode": "8901234567890"},
    {"name": "Advice", "hsnOrSac": "998311", "description": "bolted"},
)


@pytest.mark.parametrize(
    ("q", "found"),
    [
        pytest.param("bolt", ["Steel Bolt"], id="name, whatever the case"),
        pytest.param("EEL", ["Steel Bolt"], id="anywhere in the name"),
        pytest.param("b_1", ["Steel Bolt"], id="sku, an underscore is plain"),
        pytest.param("b%251", [], id="a percent sign is no wildcard"),
        pytest.param("0%25", ["100% cotton"], id="a percent sign is plain"),
        pytest.param("S_eel", [], id="an underscore is no wildcard"),
        pytest.param("%5C", [], id="a backslash is plain"),
        pytest.param("45678", ["100% cotton"], id="barcode"),
        pytest.param("9983", ["Advice"], id="HSN or SAC"),
        pytest.param("", ["Advice", "100% cotton", "Steel Bolt"], id="nothing is no filter"),
    ],
)
def test_a_search_finds_items_by_name_sku_barcode_and_code(
    service: Service, q: str, found: list[str]
) -> None:
    org = service.organization()
    service.organization().make("/items", SEARCHED[0])
    for body in SEARCHED:
        org.make("/items", body)
    answer = org.get(f"/items?q={q}").json
    assert [row["name"] for row in answer["data"]] == found
    assert answer["meta"]["total"] == len(found)
