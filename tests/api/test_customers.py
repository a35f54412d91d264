"""Customers."""

from typing import Any

from tests.api.customers import ACME, REFERENCES, references
from tests.api.master_bodies import ADDRESS
from tests.refusals import refused
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
        "externalReference": None,
        **dict.fromkeys(nulls),
        "organizationId": org.organization_id,
        "displayName": "Acme",
        "currencyCode": "INR",
        "paymentTermsDays": 0,
        "openingBalance": 0,
        "isActive": True,
        "gstCategory": "UNREGISTERED",
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


def test_null_clears_what_may_be_null(service: Service) -> None:
    org = service.organization()
    made = org.make("/customers", whole(org))
    nulls = dict.fromkeys((*LOOSE, *REFERENCES, "billingAddress", "shippingAddress"))
    changed = org.patch(f"/customers/{made['id']}", ACME | nulls).json["data"]
    assert changed | nulls == changed
    assert changed["paymentTermsDays"] == 0


def test_the_one_who_changes_a_customer_is_named_beside_the_one_who_made_it(service: Service) -> None:
    org = service.organization()
    colleague = service.member(org.organization_id)
    made = org.make("/customers", ACME)
    changed = colleague.patch(f"/customers/{made['id']}", ACME).json["data"]
    assert (changed["createdBy"], changed["updatedBy"]) == (org.user_id, colleague.user_id)


def test_an_address_has_its_own_fields_only_and_is_replaced_whole(service: Service) -> None:
    org = service.organization()
    made = org.make("/customers", ACME | {"billingAddress": ADDRESS})
    wrong = org.post("/customers", ACME | {"billingAddress": ADDRESS | {"planet": "Earth"}})
    assert refused(wrong) == {"billingAddress.planet"}
    assert made["billingAddress"] == ADDRESS
    changed = org.patch(f"/customers/{made['id']}", ACME | {"billingAddress": {"city": "Pune"}}).json["data"]
    assert changed["billingAddress"] == {"city": "Pune"}
