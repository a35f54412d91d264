"""Price lists."""

from tests.api.pricing import RETAIL, change, item
from tests.parallel import at_once
from tests.refusals import refused
from tests.service import Service

BOUGHT = {"name": "Bought", "type": "PURCHASE"}


def test_a_price_list_is_created_with_its_defaults_and_read_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/price-lists", RETAIL)
    assert made == {
        **RETAIL,
        **{key: made[key] for key in ("id", "createdAt", "updatedAt")},
        "organizationId": org.organization_id,
        "description": None,
        "isActive": True,
        "isDefault": False,
        "effectiveFrom": None,
        "effectiveTo": None,
        "entries": [],
    }
    assert org.read(f"/price-lists/{made['id']}") == made


def test_every_field_of_a_price_list_is_kept(service: Service) -> None:
    org = service.organization()
    days = {"effectiveFrom": "2026-04-01", "effectiveTo": "2027-03-31T23:30:00Z"}
    times = {"effectiveFrom": "2026-04-01T00:00:00Z", "effectiveTo": "2027-03-31T00:00:00Z"}
    body = RETAIL | {"description": "For shops", "isActive": False, "isDefault": True}
    made = org.make("/price-lists", body | days)
    assert made | body | times == made
    other = BOUGHT | {"description": "5", "isActive": True, "isDefault": False}
    changed = change(org, made, **other | {"effectiveFrom": "2026-01-01", "effectiveTo": "2026-01-01"})
    assert changed | other == changed
    assert changed["effectiveFrom"] == changed["effectiveTo"] == "2026-01-01T00:00:00Z"


def test_a_list_row_has_no_entries(service: Service) -> None:
    org = service.organization()
    made = org.make("/price-lists", RETAIL | {"entries": [{"itemId": item(org)["id"], "rate": 1}]})
    made.pop("entries")
    assert org.read("/price-lists") == [made]
    assert org.read("/price-lists?q=retail") == [made]


def test_null_clears_the_dates(service: Service) -> None:
    org = service.organization()
    days = {"effectiveFrom": "2026-04-01", "effectiveTo": "2027-03-31"}
    changed = change(org, org.make("/price-lists", RETAIL | days), effectiveFrom=None, effectiveTo=None)
    assert (changed["effectiveFrom"], changed["effectiveTo"]) == (None, None)


def test_a_list_cannot_end_before_it_begins(service: Service) -> None:
    org = service.organization()
    backward = {"effectiveFrom": "2026-04-02", "effectiveTo": "2026-04-01"}
    assert refused(org.post("/price-lists", RETAIL | backward)) == {"effectiveTo"}
    path = f"/price-lists/{org.make('/price-lists', RETAIL | {'effectiveFrom': '2026-04-02'})['id']}"
    assert refused(org.patch(path, RETAIL | {"effectiveTo": "2026-04-01"})) == {"effectiveTo"}
    assert org.patch(path, RETAIL | {"effectiveTo": "2026-04-02"}).status_int == 200
    assert refused(org.patch(path, RETAIL | {"effectiveFrom": "2026-04-03"})) == {"effectiveTo"}
    assert (
        org.patch(path, RETAIL | {"effectiveFrom": "2027-04-01", "effectiveTo": "2027-04-01"}).status_int
        == 200
    )


def test_making_a_list_the_default_clears_the_other_of_its_type(service: Service) -> None:
    org = service.organization()
    bought = org.make("/price-lists", BOUGHT | {"isDefault": True})
    first = org.make("/price-lists", RETAIL | {"isDefault": True})
    second = org.make("/price-lists", RETAIL | {"isDefault": True})
    assert org.read(f"/price-lists/{first['id']}")["isDefault"] is False
    assert change(org, first, isDefault=True)["isDefault"] is True
    assert org.read(f"/price-lists/{second['id']}")["isDefault"] is False
    assert org.read(f"/price-lists/{bought['id']}")["isDefault"] is True


def test_a_default_that_changes_its_type_takes_the_place_of_the_other(service: Service) -> None:
    org = service.organization()
    bought = org.make("/price-lists", BOUGHT | {"isDefault": True})
    retail = org.make("/price-lists", RETAIL | {"isDefault": True})
    assert change(org, retail, type="PURCHASE")["isDefault"] is True
    assert org.read(f"/price-lists/{bought['id']}")["isDefault"] is False


def test_of_32_lists_made_the_default_at_once_one_of_each_type_is_it(service: Service) -> None:
    org = service.organization()
    kinds = (RETAIL | {"isDefault": True}, BOUGHT | {"isDefault": True})
    answers = at_once(32, org, lambda client, n: client.post("/price-lists", kinds[n % 2]))
    assert {answer.status_int for answer in answers} == {201}
    defaults = [row["type"] for row in org.read("/price-lists") if row["isDefault"]]
    assert sorted(defaults) == ["PURCHASE", "SELLING"]
