"""References of a customer: payment term, price list, salesperson."""

from tests.api.customers import ACME, REFERENCES, references
from tests.refusals import refused
from tests.service import Service


def test_payment_terms_days_are_those_of_the_payment_term(service: Service) -> None:
    org = service.organization()
    term = org.make("/payment-terms", {"name": "Net 30", "days": 30})
    made = org.make("/customers", ACME | {"paymentTermId": term["id"]})
    assert made["paymentTermsDays"] == 30
    org.patch(f"/payment-terms/{term['id']}", {"name": "Net 45", "days": 45})
    assert org.read(f"/customers/{made['id']}")["paymentTermsDays"] == 45
    assert org.read("/customers")[0]["paymentTermsDays"] == 45


def test_a_customer_keeps_the_terms_that_were_deleted_since(service: Service) -> None:
    org = service.organization()
    refers = references(org)
    made = org.make("/customers", ACME | refers)
    org.delete(f"/payment-terms/{refers['paymentTermId']}")
    org.delete(f"/price-lists/{refers['priceListId']}")
    assert org.read(f"/customers/{made['id']}") == made
    changed = org.patch(f"/customers/{made['id']}", {"displayName": "Acme Two"}).json["data"]
    assert (changed["paymentTermsDays"], changed["priceListId"]) == (30, refers["priceListId"])


def test_every_reference_that_names_nothing_is_named(service: Service) -> None:
    org = service.organization()
    assert refused(org.post("/customers", ACME | dict.fromkeys(REFERENCES, "nothing"))) == set(REFERENCES)


def test_a_salesperson_is_any_member_of_the_organization(service: Service) -> None:
    org = service.organization()
    colleague = service.member(org.organization_id, role="VIEWER")
    made = org.make("/customers", ACME | {"salespersonId": colleague.user_id})
    assert made["salespersonId"] == colleague.user_id
