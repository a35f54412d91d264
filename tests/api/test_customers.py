"""Customers."""

from typing import Any

from tests.api.customers import ACME, REFERENCES, references
from tests.api.samples import ADDRESS
from tests.service import Client, Service

LOOSE = ("legalName", "email", "phone", "gstin", "pan", "placeOfSupplyStateCode", "notes")


def whole(org: Client) -> dict[str, Any]:
    """Every field that the caller may write."""
    return {
        **{field: f"{field} of Acme" for field in LOOSE},
        **references(org),
        "displayName": "Acme",
        "currencyCode": "USD",
        "billingAddress": ADDRESS,
        "shippingAddress": ADDRESS | {"line1": "2 Dock Road"},
        "openingBalance": 1234.56,
        "isActive": False,
    }


def test_a_customer_is_created_with_its_defaults(service: Service) -> None:
    org = service.organization()
    made = org.make("/customers", ACME)
    generated = {key: made.pop(key) for key in ("id", "createdAt", "updatedAt")}
    assert all(generated.values())
    nulls = (*LOOSE, *REFERENCES, "billingAddress", "shippingAddress")
    assert made == {
        **dict.fromkeys(nulls),
        "organizationId": org.organization_id,
        "displayName": "Acme",
        "currencyCode": "INR",
        "paymentTermsDays": 0,
        "openingBalance": 0,
        "isActive": True,
        "tenantOrgId": None,
        "portalEnabled": False,
        "portalEnabledAt": None,
        "createdBy": org.user_id,
        "updatedBy": None,
    }


def test_every_field_of_a_customer_is_kept_and_read_back(service: Service) -> None:
    org = service.organization()
    body = whole(org)
    made = org.make("/customers", body)
    assert made | body == made
    assert org.read(f"/customers/{made['id']}") == made
    assert org.read("/customers") == [made]


def test_every_field_of_a_customer_can_be_changed(service: Service) -> None:
    org = service.organization()
    made = org.make("/customers", ACME)
    body = whole(org)
    changed = org.patch(f"/customers/{made['id']}", body).json["data"]
    assert changed | body == changed
    assert org.read(f"/customers/{made['id']}") == changed


def test_a_change_keeps_what_is_left_out(service: Service) -> None:
    org = service.organization()
    made = org.make("/customers", whole(org))
    changed = org.patch(f"/customers/{made['id']}", {"displayName": "Acme Two"}).json["data"]
    moved = {"displayName": "Acme Two", "updatedAt": changed["updatedAt"], "updatedBy": org.user_id}
    assert changed == made | moved
    assert changed["updatedAt"] > made["updatedAt"]


def test_null_clears_what_may_be_null(service: Service) -> None:
    org = service.organization()
    made = org.make("/customers", whole(org))
    nulls = dict.fromkeys((*LOOSE, *REFERENCES, "billingAddress", "shippingAddress"))
    changed = org.patch(f"/customers/{made['id']}", ACME | nulls).json["data"]
    assert changed | nulls == changed
    assert changed["paymentTermsDays"] == 0


def test_a_record_that_was_read_can_be_sent_back(service: Service) -> None:
    org = service.organization()
    for body in (ACME, whole(org)):
        made = org.make("/customers", body)
        changed = org.patch(f"/customers/{made['id']}", made).json["data"]
        assert changed == made | {"updatedAt": changed["updatedAt"], "updatedBy": org.user_id}


def test_what_the_service_owns_is_ignored_in_a_body(service: Service) -> None:
    org = service.organization()
    owned = {
        "id": "cus_mine",
        "organizationId": "org_other",
        "paymentTermsDays": 99,
        "tenantOrgId": "org_other",
        "portalEnabled": True,
        "portalEnabledAt": "2026-01-01T00:00:00Z",
        "createdBy": "usr_other",
        "updatedBy": "usr_other",
        "createdAt": "2001-01-01T00:00:00Z",
    }
    made = org.make("/customers", ACME | owned)
    assert {field for field in owned if made[field] == owned[field]} == set()
    changed = org.patch(f"/customers/{made['id']}", ACME | owned).json["data"]
    assert {field for field in owned if changed[field] == owned[field]} == set()


def test_the_one_who_changes_a_customer_is_named_beside_the_one_who_made_it(service: Service) -> None:
    org = service.organization()
    colleague = service.member(org.organization_id)
    made = org.make("/customers", ACME)
    changed = colleague.patch(f"/customers/{made['id']}", ACME).json["data"]
    assert (changed["createdBy"], changed["updatedBy"]) == (org.user_id, colleague.user_id)


def test_loose_fields_take_numbers_and_booleans_as_their_text(service: Service) -> None:
    sent = {"phone": 912212345678, "pan": 1.5, "notes": True}
    made = service.organization().make("/customers", ACME | sent)
    assert (made["phone"], made["pan"], made["notes"]) == ("912212345678", "1.5", "true")


def test_a_currency_code_is_kept_in_capitals_and_a_balance_to_the_paisa(service: Service) -> None:
    made = service.organization().make("/customers", ACME | {"currencyCode": "usd", "openingBalance": 10.005})
    assert (made["currencyCode"], made["openingBalance"]) == ("USD", 10.01)


def test_only_the_fields_of_an_address_are_kept_and_an_address_is_replaced_whole(service: Service) -> None:
    org = service.organization()
    made = org.make("/customers", ACME | {"billingAddress": ADDRESS | {"planet": "Earth"}})
    assert made["billingAddress"] == ADDRESS
    changed = org.patch(f"/customers/{made['id']}", ACME | {"billingAddress": {"city": "Pune"}}).json["data"]
    assert changed["billingAddress"] == {"city": "Pune"}


def test_an_unknown_customer_is_not_found_also_with_a_bad_body(service: Service) -> None:
    assert service.organization().patch("/customers/nothing", {}).status_int == 404


def test_a_deleted_customer_is_gone_from_list_read_and_search(service: Service) -> None:
    org = service.organization()
    made = org.make("/customers", ACME)
    path = f"/customers/{made['id']}"
    assert org.delete(path).json == {"success": True, "data": {"deleted": True}}
    answers = (org.get(path), org.patch(path, ACME), org.delete(path))
    assert {answer.status_int for answer in answers} == {404}
    assert org.get("/customers").json["meta"]["total"] == 0
    assert org.get("/customers?q=Acme").json["meta"]["total"] == 0


def test_a_customer_of_another_organization_is_not_there(service: Service) -> None:
    made = service.organization().make("/customers", ACME)
    other, path = service.organization(), f"/customers/{made['id']}"
    answers = (other.get(path), other.patch(path, ACME), other.delete(path))
    assert {answer.status_int for answer in answers} == {404}
    assert other.read("/customers?q=Acme") == other.read("/customers") == []


def test_the_list_is_newest_first_with_its_meta(service: Service) -> None:
    org = service.organization()
    ids = [org.make("/customers", ACME)["id"] for _ in range(3)]
    answer = org.get("/customers?limit=2&page=2").json
    assert [row["id"] for row in answer["data"]] == ids[:1]
    assert answer["meta"] == {"page": 2, "limit": 2, "total": 3, "hasMore": False, "nextCursor": None}
    assert [row["id"] for row in org.read("/customers")] == ids[::-1]


def test_each_method_asks_for_its_own_permission(service: Service) -> None:
    org = service.organization()
    path = f"/customers/{org.make('/customers', ACME)['id']}"
    reader = service.token(org.known, "customers.read")
    assert (reader.get(path).status_int, reader.get("/customers").status_int) == (200, 200)
    for answer in (reader.post("/customers", ACME), reader.patch(path, ACME), reader.delete(path)):
        assert (answer.status_int, answer.json["error"]["code"]) == (403, "insufficient_scope")
