"""PATCH /items/{id}/core."""

from tests.api.items import BOLT, DEFAULTS, FULL, REFERENCES, target
from tests.refusals import refused
from tests.service import Service

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


def test_a_core_update_replaces_the_core_and_nothing_else(service: Service) -> None:
    org = service.organization()
    references = {field: target(org, field) for field in REFERENCES}
    made = org.make("/items", FULL | references | {"variants": [{"size": "S", "sellingPrice": 1}]})
    sent = CORE | OTHER_THAN_CORE
    changed = org.patch(f"/items/{made['id']}/core", sent).json["data"]
    assert changed == made | CORE | {"updatedAt": changed["updatedAt"], "updatedBy": org.user_id}
    assert org.read(f"/items/{made['id']}") == changed


def test_a_core_field_that_is_left_out_goes_back_to_its_default(service: Service) -> None:
    org = service.organization()
    made = org.make("/items", FULL)
    changed = org.patch(f"/items/{made['id']}/core", {"name": "Plain"}).json["data"]
    defaults = {field: DEFAULTS[field] for field in CORE if field != "name"}
    assert {field: changed[field] for field in defaults} == defaults
    assert changed["name"] == "Plain"
    assert changed["masterUnit"] == FULL["masterUnit"]


def test_core_values_outside_their_bounds_are_refused_by_name_and_nothing_is_written(
    service: Service,
) -> None:
    org = service.organization()
    made = org.make("/items", BOLT)
    wrong = {"sku": [], "type": "THING", "unit": "x" * 21, "sellingPrice": -1}
    assert refused(org.patch(f"/items/{made['id']}/core", wrong)) == {"name", *wrong}
    assert org.read(f"/items/{made['id']}") == made


def test_a_deleted_item_has_no_core(service: Service) -> None:
    org = service.organization()
    path = f"/items/{org.make('/items', BOLT)['id']}"
    org.delete(path)
    assert org.patch(f"{path}/core", BOLT).status_int == 404
