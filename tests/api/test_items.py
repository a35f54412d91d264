"""Items and their core update (spec 2.9, 4.4, 4.5)."""

from typing import Any

import pytest

from tests.refusals import refused
from tests.service import Client, Service

BOLT = {"name": "Bolt"}

FULL = {
    "name": "Steel bolt M8",
    "sku": "BLT-M8",
    "hsnOrSac": "7318",
    "type": "SERVICE",
    "sizeModuleId": "metric",
    "unit": "BOX",
    "pricingMode": "AREA",
    "defaultLengthUnit": "FT",
    "masterUnit": "CARTON",
    "piecesPerMaster": 12.5,
    "sellingPrice": 10.123456,
    "purchasePrice": 7.25,
    "isPriceInclusive": True,
    "description": "Zinc plated",
    "reorderQuantity": 40,
    "barcode": "8901234567890",
    "trackInventory": True,
    "isActive": False,
    "axes": ["Size", {"name": "Colour", "values": ["red", 1, None, True]}],
}

OTHER = {
    "name": "Nut",
    "sku": "NUT",
    "hsnOrSac": "7319",
    "type": "BUNDLE",
    "sizeModuleId": "imperial",
    "unit": "KG",
    "pricingMode": "PCS",
    "defaultLengthUnit": "MM",
    "masterUnit": "BAG",
    "piecesPerMaster": 1,
    "sellingPrice": 0,
    "purchasePrice": 9999999999999,
    "isPriceInclusive": False,
    "description": "Brass",
    "reorderQuantity": 0,
    "barcode": "1",
    "trackInventory": False,
    "isActive": True,
    "axes": [],
}

DEFAULTS = {
    "sku": None,
    "hsnOrSac": None,
    "type": "GOODS",
    "groupId": None,
    "sizeModuleId": None,
    "unit": "PCS",
    "pricingMode": "PCS",
    "defaultLengthUnit": None,
    "masterUnit": None,
    "piecesPerMaster": 1,
    "sellingPrice": 0,
    "purchasePrice": 0,
    "isPriceInclusive": False,
    "taxRateId": None,
    "description": None,
    "reorderQuantity": 0,
    "barcode": None,
    "trackInventory": False,
    "isActive": True,
    "primaryVendorId": None,
    "axes": [],
    "variants": [],
    "updatedBy": None,
}

REFERENCES = {
    "groupId": ("/item-groups", {"name": "Hardware"}),
    "taxRateId": ("/tax-rates", {"name": "GST 18%", "ratePercent": 18}),
    "primaryVendorId": (
        "/vendors",
        {
            "displayName": "Mill",
            "leadTimeDays": None,
            "msmeType": None,
            "udyamNumber": None,
            "msmeAgreedCreditDays": None,
        },
    ),
}


def target(org: Client, field: str) -> str:
    """The id of a new record that the field may name."""
    return str(org.make(*REFERENCES[field])["id"])


def change(org: Client, item: dict[str, Any], **fields: Any) -> Any:
    return org.patch(f"/items/{item['id']}", {"name": item["name"]} | fields)


def test_an_item_is_created_with_its_defaults_and_read_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/items", BOLT)
    assert made == BOLT | DEFAULTS | {
        "id": made["id"],
        "organizationId": org.organization_id,
        "createdBy": org.user_id,
        "createdAt": made["createdAt"],
        "updatedAt": made["updatedAt"],
    }
    assert org.read(f"/items/{made['id']}") == made


def test_every_field_of_an_item_is_kept(service: Service) -> None:
    org = service.organization()
    references = {field: target(org, field) for field in REFERENCES}
    made = org.make("/items", FULL | references)
    assert (FULL | references).items() <= made.items()
    others = OTHER | {field: target(org, field) for field in REFERENCES}
    changed = org.patch(f"/items/{made['id']}", others).json["data"]
    assert others.items() <= changed.items()
    assert changed["updatedBy"] == org.user_id
    assert org.read(f"/items/{made['id']}") == changed


@pytest.mark.parametrize(
    ("field", "value", "kept"),
    [
        pytest.param("name", "न" * 191, "न" * 191, id="name of 191"),
        pytest.param("unit", "x" * 20, "x" * 20, id="unit of 20"),
        pytest.param("sku", "x" * 255, "x" * 255, id="sku of 255"),
        pytest.param("description", "x" * 10_000, "x" * 10_000, id="description of 10,000"),
        pytest.param("hsnOrSac", 7318, "7318", id="HSN as a number"),
        pytest.param("barcode", 8901234567890, "8901234567890", id="barcode as a number"),
        pytest.param("masterUnit", True, "true", id="unit as a boolean"),
        pytest.param("sellingPrice", 0.0000005, 0.000001, id="price rounded half away from zero"),
        pytest.param("sellingPrice", 9999999999999.5, 9999999999999.5, id="price of 13 digits"),
        pytest.param("piecesPerMaster", 0.000001, 0.000001, id="fewest pieces"),
        pytest.param("isPriceInclusive", "true", True, id="inclusive as text"),
        pytest.param("isPriceInclusive", "false", False, id="exclusive as text"),
    ],
)
def test_a_value_inside_its_bounds_is_kept(service: Service, field: str, value: Any, kept: Any) -> None:
    org = service.organization()
    made = org.make("/items", BOLT | {field: value})
    assert made[field] == kept
    assert org.patch(f"/items/{made['id']}", BOLT | {field: value}).json["data"][field] == kept


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("name", " ", id="blank name"),
        pytest.param("name", "x" * 192, id="name of 192"),
        pytest.param("name", None, id="name null"),
        pytest.param("sku", "x" * 256, id="sku of 256"),
        pytest.param("sku", {}, id="sku an object"),
        pytest.param("hsnOrSac", ["7318"], id="HSN a list"),
        pytest.param("barcode", "a\0", id="NUL in the barcode"),
        pytest.param("description", "x" * 10_001, id="description of 10,001"),
        pytest.param("type", "THING", id="type unknown"),
        pytest.param("type", None, id="type null"),
        pytest.param("unit", "", id="unit empty"),
        pytest.param("unit", "x" * 21, id="unit of 21"),
        pytest.param("pricingMode", "KG", id="mode unknown"),
        pytest.param("defaultLengthUnit", "MILE", id="length unit unknown"),
        pytest.param("piecesPerMaster", 0, id="no pieces"),
        pytest.param("piecesPerMaster", "1", id="pieces as text"),
        pytest.param("sellingPrice", -0.01, id="selling price below 0"),
        pytest.param("purchasePrice", -0.01, id="purchase price below 0"),
        pytest.param("sellingPrice", 1e13, id="price of 14 digits"),
        pytest.param("sellingPrice", None, id="price null"),
        pytest.param("isPriceInclusive", "maybe", id="inclusive unknown"),
        pytest.param("isPriceInclusive", None, id="inclusive null"),
        pytest.param("reorderQuantity", -1, id="reorder below 0"),
        pytest.param("trackInventory", "true", id="track as text"),
        pytest.param("isActive", 1, id="active as a number"),
        pytest.param("axes", {}, id="axes an object"),
        pytest.param("axes", [None] * 1_001, id="1,001 axes"),
        pytest.param("variants", {}, id="variants an object"),
        pytest.param("variants", None, id="variants null"),
        pytest.param("variants", [{}] * 1_001, id="1,001 variants"),
        pytest.param("groupId", [], id="group a list"),
    ],
)
def test_a_value_outside_its_bounds_is_refused_by_name(service: Service, field: str, value: Any) -> None:
    org = service.organization()
    assert refused(org.post("/items", BOLT | {field: value})) == {field}
    made = org.make("/items", BOLT)
    assert refused(org.patch(f"/items/{made['id']}", BOLT | {field: value})) == {field}


def test_a_name_is_required_on_create_and_update(service: Service) -> None:
    org = service.organization()
    made = org.make("/items", BOLT)
    assert refused(org.post("/items", {"sku": "x"})) == {"name"}
    assert refused(org.patch(f"/items/{made['id']}", {"sku": "x"})) == {"name"}
    assert refused(org.patch(f"/items/{made['id']}/core", {"sku": "x"})) == {"name"}


def test_a_field_left_out_of_a_change_keeps_its_value(service: Service) -> None:
    org = service.organization()
    references = {field: target(org, field) for field in REFERENCES}
    made = org.make("/items", FULL | references | {"variants": [{"size": "S"}]})
    changed = change(org, made).json["data"]
    unchanged = {"updatedAt": made["updatedAt"], "updatedBy": made["updatedBy"]}
    assert changed | unchanged == made


@pytest.mark.parametrize(
    "field",
    [
        "sku",
        "hsnOrSac",
        "groupId",
        "sizeModuleId",
        "masterUnit",
        "taxRateId",
        "barcode",
        "description",
        "primaryVendorId",
        "defaultLengthUnit",
    ],
)
def test_null_clears_a_field(service: Service, field: str) -> None:
    org = service.organization()
    value = target(org, field) if field in REFERENCES else FULL[field]
    made = org.make("/items", BOLT | {field: value})
    assert made[field] == value
    assert change(org, made, **{field: None}).json["data"][field] is None


@pytest.mark.parametrize("field", REFERENCES)
def test_a_reference_must_name_a_live_record_of_its_kind_in_the_organization(
    service: Service, field: str
) -> None:
    org, other = service.organization(), service.organization()
    gone = target(org, field)
    org.delete(f"{REFERENCES[field][0]}/{gone}")
    made = org.make("/items", BOLT)
    for wrong in ("none", "x" * 31, gone, target(other, field), made["id"]):
        assert refused(org.post("/items", BOLT | {field: wrong})) == {field}
        assert refused(change(org, made, **{field: wrong})) == {field}


def test_every_reference_at_fault_is_named(service: Service) -> None:
    org = service.organization()
    assert refused(org.post("/items", BOLT | dict.fromkeys(REFERENCES, "none"))) == set(REFERENCES)


@pytest.mark.parametrize("setting", [True, False])
def test_an_item_inherits_whether_prices_include_tax(service: Service, setting: bool) -> None:
    org = service.organization(prices_include_tax=setting)
    made = org.make("/items", BOLT)
    assert made["isPriceInclusive"] is setting
    assert change(org, made, isPriceInclusive=not setting).json["data"]["isPriceInclusive"] is not setting
    assert org.read("/items")[0]["isPriceInclusive"] is not setting
    assert change(org, made, isPriceInclusive="inherit").json["data"]["isPriceInclusive"] is setting


def test_fields_that_the_server_owns_are_ignored(service: Service) -> None:
    org = service.organization()
    made = org.make("/items", FULL | {"variants": [{"size": "S", "sku": "S1"}]})
    sent = made | {"id": "itm_mine", "organizationId": "org_x", "createdBy": "usr_x", "deletedAt": "2026-01-01"}
    changed = org.patch(f"/items/{made['id']}", sent).json["data"]
    assert changed | {"updatedAt": made["updatedAt"], "updatedBy": None} == made
    copy = org.make("/items", sent)
    assert copy["id"] not in {"itm_mine", made["id"]}
    assert copy["createdBy"] == org.user_id
    assert [(v["size"], v["sku"]) for v in copy["variants"]] == [("S", "S1")]
    assert copy["variants"][0]["id"] != made["variants"][0]["id"]


def test_a_deleted_item_is_gone_from_list_and_read(service: Service) -> None:
    org = service.organization()
    made = org.make("/items", BOLT | {"variants": [{"size": "S"}]})
    assert org.delete(f"/items/{made['id']}").json["data"] == {"deleted": True}
    assert org.get(f"/items/{made['id']}").status_int == 404
    assert change(org, made).status_int == 404
    assert org.patch(f"/items/{made['id']}/core", BOLT).status_int == 404
    assert org.delete(f"/items/{made['id']}").status_int == 404
    assert org.get("/items").json["meta"]["total"] == 0
    assert org.get("/items?q=bolt").json["meta"]["total"] == 0


def test_an_item_of_another_organization_is_not_there(service: Service) -> None:
    made = service.organization().make("/items", BOLT)
    other = service.organization()
    assert other.get(f"/items/{made['id']}").status_int == 404
    assert change(other, made).status_int == 404
    assert other.patch(f"/items/{made['id']}/core", BOLT).status_int == 404
    assert other.delete(f"/items/{made['id']}").status_int == 404
    assert other.read("/items") == []


def test_the_list_is_newest_first_without_variants(service: Service) -> None:
    org = service.organization()
    made = [org.make("/items", BOLT | {"variants": [{"size": "S"}]}) for _ in range(3)]
    answer = org.get("/items?limit=2").json
    assert [row["id"] for row in answer["data"]] == [made[2]["id"], made[1]["id"]]
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


def test_a_search_comes_in_pages(service: Service) -> None:
    org = service.organization()
    ids = [org.make("/items", BOLT)["id"] for _ in range(3)]
    org.make("/items", {"name": "Nut"})
    answer = org.get("/items?q=bolt&limit=2&page=2").json
    assert [row["id"] for row in answer["data"]] == ids[:1]
    assert answer["meta"] == {"page": 2, "limit": 2, "total": 3, "hasMore": False}


CORE = {
    "name": "Washer",
    "sku": "W",
    "hsnOrSac": "7320",
    "barcode": "2",
    "description": "Rubber",
    "type": "BUNDLE",
    "unit": "BAG",
    "sellingPrice": 3.5,
    "purchasePrice": 2.5,
    "trackInventory": False,
}


def test_a_core_update_replaces_the_core_and_nothing_else(service: Service) -> None:
    org = service.organization()
    references = {field: target(org, field) for field in REFERENCES}
    made = org.make("/items", FULL | references | {"variants": [{"size": "S", "sellingPrice": 1}]})
    sent = CORE | OTHER_THAN_CORE
    changed = org.patch(f"/items/{made['id']}/core", sent).json["data"]
    assert changed == made | CORE | {"updatedAt": changed["updatedAt"], "updatedBy": org.user_id}
    assert org.read(f"/items/{made['id']}") == changed


# Each would change the item were it not outside the core.
OTHER_THAN_CORE = {
    "taxRateId": "none",
    "groupId": "none",
    "primaryVendorId": "none",
    "sizeModuleId": "other",
    "masterUnit": "other",
    "piecesPerMaster": 99,
    "isPriceInclusive": "false",
    "pricingMode": "PCS",
    "defaultLengthUnit": "MM",
    "reorderQuantity": 99,
    "isActive": True,
    "axes": [],
    "variants": [],
}


def test_a_core_field_that_is_left_out_goes_back_to_its_default(service: Service) -> None:
    org = service.organization()
    made = org.make("/items", FULL)
    changed = org.patch(f"/items/{made['id']}/core", {"name": "Plain"}).json["data"]
    defaults = {field: DEFAULTS[field] for field in CORE if field != "name"}
    assert {field: changed[field] for field in defaults} == defaults
    assert changed["name"] == "Plain"
    assert changed["masterUnit"] == FULL["masterUnit"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("name", "x" * 192, id="name of 192"),
        pytest.param("type", "THING", id="type unknown"),
        pytest.param("unit", "x" * 21, id="unit of 21"),
        pytest.param("sellingPrice", -1, id="price below 0"),
        pytest.param("purchasePrice", "1", id="price as text"),
        pytest.param("trackInventory", 1, id="track as a number"),
        pytest.param("sku", [], id="sku a list"),
    ],
)
def test_a_core_value_outside_its_bounds_is_refused_by_name(service: Service, field: str, value: Any) -> None:
    org = service.organization()
    made = org.make("/items", BOLT)
    assert refused(org.patch(f"/items/{made['id']}/core", BOLT | {field: value})) == {field}


def test_a_core_update_asks_for_items_update(service: Service) -> None:
    org = service.organization()
    made = org.make("/items", BOLT)
    known = {"organization_id": org.organization_id, "user_id": org.user_id}
    assert service.token(known, "items.update").patch(f"/items/{made['id']}/core", BOLT).status_int == 200
    reader = service.token(known, "items.read items.create items.delete")
    assert reader.patch(f"/items/{made['id']}/core", BOLT).json["error"]["code"] == "insufficient_scope"


def test_a_core_update_of_what_is_not_there_is_so_whatever_the_body_says(service: Service) -> None:
    org = service.organization()
    assert org.patch("/items/itm_none/core", {}).json["error"]["code"] == "not_found"
    assert org.get("/items/itm_none/core").status_int == 405
