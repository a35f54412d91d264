"""Items."""

import pytest

from tests.api.items import BOLT, DEFAULTS, FULL, OTHER, REFERENCES, change, target
from tests.refusals import refused
from tests.service import Service


def test_an_item_is_created_with_its_defaults_and_read_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/items", BOLT)
    assert made == BOLT | DEFAULTS | {
        "externalReference": None,
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


@pytest.mark.parametrize(("word", "inclusive"), [("true", True), ("false", False)])
def test_prices_are_rounded_and_scalars_made_text(service: Service, word: str, inclusive: bool) -> None:
    org = service.organization()
    sent = {"hsnOrSac": 7318, "barcode": 8901234567890, "masterUnit": True, "sellingPrice": 0.0000005}
    kept = {"hsnOrSac": "7318", "barcode": "8901234567890", "masterUnit": "true", "sellingPrice": 0.000001}
    sent, kept = sent | {"isPriceInclusive": word}, kept | {"isPriceInclusive": inclusive}
    assert kept.items() <= org.make("/items", BOLT | sent).items()
    made = org.make("/items", BOLT)
    assert kept.items() <= org.patch(f"/items/{made['id']}", BOLT | sent).json["data"].items()


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
    sent = made | {
        "id": "itm_mine",
        "organizationId": "org_x",
        "createdBy": "usr_x",
    }
    changed = org.patch(f"/items/{made['id']}", sent).json["data"]
    assert changed | {"updatedAt": made["updatedAt"], "updatedBy": None} == made
    copy = org.make("/items", sent)
    assert copy["id"] not in {"itm_mine", made["id"]}
    assert copy["createdBy"] == org.user_id
    assert [(v["size"], v["sku"]) for v in copy["variants"]] == [("S", "S1")]
    assert copy["variants"][0]["id"] != made["variants"][0]["id"]
