"""Price lists."""

import pytest

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


def test_a_change_keeps_what_is_left_out_entries_included(service: Service) -> None:
    org = service.organization()
    body = {"description": "For shops", "isActive": False, "isDefault": True, "effectiveFrom": "2026-04-01"}
    made = org.make("/price-lists", RETAIL | body | {"entries": [{"itemId": item(org)["id"], "rate": 1}]})
    changed = change(org, made, name="Shops")
    assert changed == made | {"name": "Shops", "updatedAt": changed["updatedAt"]}


def test_a_record_that_was_read_can_be_sent_back(service: Service) -> None:
    org = service.organization()
    shirt = item(org, sizes=True)
    entries = [{"itemId": shirt["id"], "itemVariantId": shirt["variants"][0]["id"], "rate": 1}]
    made = org.make("/price-lists", RETAIL | {"effectiveTo": "2027-03-31", "entries": entries})
    changed = change(org, made, **made)
    assert changed == made | {"updatedAt": changed["updatedAt"]}


def test_what_the_service_owns_is_ignored_in_a_body(service: Service) -> None:
    org = service.organization()
    owned = {"id": "mine", "organizationId": "org_other", "createdAt": "2001-01-01T00:00:00Z"}
    of_entry = owned | {"priceListId": "prl_other"}
    entry = {"itemId": item(org)["id"], "rate": 1} | of_entry
    made = org.make("/price-lists", RETAIL | owned | {"entries": [entry]})
    assert {field for field in owned if made[field] == owned[field]} == set()
    assert {field for field in of_entry if made["entries"][0][field] == of_entry[field]} == set()


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


def test_of_32_changes_to_the_default_at_once_one_is_it(service: Service) -> None:
    org = service.organization()
    ids = [org.make("/price-lists", RETAIL | {"isDefault": n == 0})["id"] for n in range(32)]
    answers = at_once(
        32, org, lambda client, n: client.patch(f"/price-lists/{ids[n]}", RETAIL | {"isDefault": True})
    )
    assert {answer.status_int for answer in answers} == {200}
    assert sum(row["isDefault"] for row in org.read("/price-lists")) == 1


def test_a_deleted_list_is_gone_from_list_read_and_search(service: Service) -> None:
    org = service.organization()
    path = f"/price-lists/{org.make('/price-lists', RETAIL | {'isDefault': True})['id']}"
    assert org.delete(path).json == {"success": True, "data": {"deleted": True}}
    answers = (org.get(path), org.patch(path, RETAIL), org.delete(path))
    assert {answer.status_int for answer in answers} == {404}
    assert org.read("/price-lists") == org.read("/price-lists?q=retail") == []
    assert org.make("/price-lists", RETAIL | {"isDefault": True})["isDefault"] is True


def test_a_list_of_another_organization_is_not_there(service: Service) -> None:
    path = f"/price-lists/{service.organization().make('/price-lists', RETAIL)['id']}"
    other = service.organization()
    answers = (other.get(path), other.patch(path, RETAIL), other.delete(path))
    assert {answer.status_int for answer in answers} == {404}
    assert other.read("/price-lists?q=retail") == other.read("/price-lists") == []


@pytest.mark.parametrize("query", ["", "q=retail&"], ids=["all", "found"])
def test_the_list_is_newest_first_with_its_meta(service: Service, query: str) -> None:
    org = service.organization()
    ids = [org.make("/price-lists", RETAIL)["id"] for _ in range(3)]
    answer = org.get(f"/price-lists?{query}limit=2&page=2").json
    assert [row["id"] for row in answer["data"]] == ids[:1]
    assert answer["meta"] == {"page": 2, "limit": 2, "total": 3, "hasMore": False, "nextCursor": None}
    assert [row["id"] for row in org.read(f"/price-lists?{query}")] == ids[::-1]


def test_q_finds_a_list_by_a_part_of_its_name_in_any_case_and_by_nothing_else(service: Service) -> None:
    org = service.organization()
    made = org.make("/price-lists", RETAIL | {"name": "100%_In The Middle"})
    org.make("/price-lists", RETAIL | {"description": "in the middle"})
    for q in ("the+mid", "THE+MID", "%25_in", "0%25_"):
        assert [row["id"] for row in org.read(f"/price-lists?q={q}")] == [made["id"]], q
    assert org.read("/price-lists?q=100_") == []


def test_each_method_asks_for_its_own_permission(service: Service) -> None:
    org = service.organization()
    path = f"/price-lists/{org.make('/price-lists', RETAIL)['id']}"
    reader = service.token(org.known, "priceLists.read")
    assert (reader.get(path).status_int, reader.get("/price-lists").status_int) == (200, 200)
    for answer in (reader.post("/price-lists", RETAIL), reader.patch(path, RETAIL), reader.delete(path)):
        assert (answer.status_int, answer.json["error"]["code"]) == (403, "insufficient_scope")
