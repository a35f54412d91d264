"""Vendors."""

from typing import Any

import pytest

from tests.selling import NO_MSME
from tests.service import Client, Service

MSME = {"msmeType": "MICRO", "udyamNumber": "UDYAM-MH-00-0000001", "msmeAgreedCreditDays": 30}
CHANGE = {"displayName": "Steel House", "leadTimeDays": None}
STEEL = CHANGE | NO_MSME
ADDRESS = {"line1": "1 Dock Road", "city": "Mumbai", "stateCode": "27", "country": "India"}
LOOSE = ("vendorCode", "legalName", "email", "phone", "gstin", "pan", "placeOfSupplyStateCode", "notes")
WHOLE = {
    **{field: f"{field} of Steel House" for field in LOOSE},
    **MSME,
    "displayName": "Steel House",
    "currencyCode": "USD",
    "paymentTermsDays": 45,
    "openingBalance": 1234.56,
    "billingAddress": ADDRESS,
    "shippingAddress": ADDRESS | {"line1": "2 Dock Road"},
    "leadTimeDays": 7,
    "msmeHasAgreement": True,
    "isActive": False,
}


def msme_of(vendor: dict[str, Any]) -> dict[str, Any]:
    return {field: vendor[field] for field in MSME}


def change(org: Client, vendor: dict[str, Any], **body: Any) -> dict[str, Any]:
    answer = org.patch(f"/vendors/{vendor['id']}", CHANGE | body)
    assert answer.status_int == 200, answer.text
    changed: dict[str, Any] = answer.json["data"]
    assert org.read(f"/vendors/{vendor['id']}") == changed
    return changed


def test_a_vendor_is_created_with_its_defaults(service: Service) -> None:
    org = service.organization()
    made = org.make("/vendors", STEEL)
    generated = {key: made.pop(key) for key in ("id", "createdAt", "updatedAt")}
    assert all(generated.values())
    assert made == {
        "externalReference": None,
        **dict.fromkeys((*LOOSE, "billingAddress", "shippingAddress", "paymentTermId", "updatedBy")),
        **STEEL,
        "organizationId": org.organization_id,
        "currencyCode": "INR",
        "paymentTermsDays": 0,
        "openingBalance": 0,
        "isActive": True,
        "gstCategory": "UNREGISTERED",
        "lastLotSequence": 0,
        "msmeHasAgreement": False,
        "createdBy": org.user_id,
    }


def test_every_field_of_a_vendor_is_kept_and_read_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/vendors", WHOLE)
    assert made | WHOLE == made
    assert org.read(f"/vendors/{made['id']}") == made
    assert org.read("/vendors") == [made]


def test_null_clears_what_may_be_null(service: Service) -> None:
    org = service.organization()
    nulls = dict.fromkeys((*LOOSE, "billingAddress", "shippingAddress", "leadTimeDays"))
    changed = change(org, org.make("/vendors", WHOLE), **nulls)
    assert changed | nulls == changed


@pytest.mark.parametrize(
    "named",
    [
        pytest.param({"msmeType": "SMALL"}, id="type"),
        pytest.param({"udyamNumber": "UDYAM-2"}, id="udyam number"),
        pytest.param({"msmeAgreedCreditDays": 45}, id="agreed days"),
        pytest.param({"msmeType": "SMALL", "msmeAgreedCreditDays": 15}, id="two"),
        pytest.param({"msmeType": "SMALL", "udyamNumber": "UDYAM-2", "msmeAgreedCreditDays": 15}, id="all"),
    ],
)
def test_a_change_that_names_an_msme_key_replaces_the_block(service: Service, named: dict[str, Any]) -> None:
    org = service.organization()
    assert msme_of(change(org, org.make("/vendors", WHOLE), **named)) == NO_MSME | named


@pytest.mark.parametrize("named", [{"msmeType": None}, NO_MSME, MSME | {"msmeType": None}])
def test_msme_type_null_clears_the_block_and_its_agreement(service: Service, named: dict[str, Any]) -> None:
    org = service.organization()
    changed = change(org, org.make("/vendors", WHOLE), **named)
    assert msme_of(changed) == NO_MSME
    assert changed["msmeHasAgreement"] is False


def test_the_agreement_may_be_changed_by_itself(service: Service) -> None:
    org = service.organization()
    changed = change(org, org.make("/vendors", WHOLE), msmeHasAgreement=False)
    assert changed["msmeHasAgreement"] is False
    assert msme_of(changed) == MSME
