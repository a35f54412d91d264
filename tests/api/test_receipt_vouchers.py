"""GET /payments-received/{id}/pdf: the receipt voucher."""

from tests.api.filing import SERVICE, gstr_1
from tests.printed import page, profiled
from tests.selling import customer, pay, sent
from tests.service import Client, Service

ADDRESS = {"line1": "3 MG Road", "city": "Bengaluru", "stateCode": "29", "pincode": "560001"}


def owner(org: Client) -> str:
    known = {
        "displayName": "Acme",
        "gstin": "29AAPFU0939F1ZR",
        "billingAddress": ADDRESS,
        "openingBalance": 50,
    }
    return customer(org, **known)


def test_a_payment_is_printed_as_a_voucher_of_what_it_settled_and_of_the_advance(service: Service) -> None:
    org = profiled(service)
    acme = owner(org)
    first = sent(org, acme)
    facts = {"mode": "UPI", "referenceNumber": "UTR 77", "notes": "For shirts"}
    payment = pay(
        org,
        acme,
        980,
        (first["id"], 100),
        openingBalanceApplied=50,
        tdsAmount=20,
        tdsSectionCode="194Q",
        **facts,
    )
    text = page(org, f"/payments-received/{payment['id']}/pdf")
    for part in (
        "RECEIPT VOUCHER GSTIN 27AAPFU0939F1ZV",
        "Shop 14, Laxmi Road Pune 411030",
        f"Voucher number {payment['paymentNumber']} Date 04 May 2026 Place of supply 29 Karnataka",
        "Reverse charge No Received ₹ 980.00",
        "Received from Acme 3 MG Road Bengaluru 560001, Karnataka (29) GSTIN 29AAPFU0939F1ZR",
        "By UPI Reference UTR 77",
        f"Invoice {first['invoiceNumber']} 04 May 2026 100.00",
        "Opening balance 50.00",
        "Advance, not set against an invoice yet 850.00",
        "Less tax deducted at source under section 194Q −20.00",
        "Received ₹ 980.00",
        "Nine Hundred Eighty",
        "Tax on the advance",
        "Notes For shirts",
        "Authorised signatory",
    ):
        assert part in text, (part, text)


def test_a_payment_without_an_advance_leaves_no_room_for_its_tax(service: Service) -> None:
    org = profiled(service)
    acme = customer(org)
    payment = pay(org, acme, 100, (sent(org, acme)["id"], 100))
    text = page(org, f"/payments-received/{payment['id']}/pdf")
    assert "dvance" not in text
    assert "None" not in text


def test_what_was_allocated_later_is_no_advance_any_more(service: Service) -> None:
    org = profiled(service)
    acme = customer(org)
    payment, owed = pay(org, acme, 100), sent(org, acme)
    path = f"/payments-received/{payment['id']}"
    assert "Advance, not set against an invoice yet 100.00" in page(org, f"{path}/pdf")
    org.post(f"{path}/allocations", {"allocations": [{"invoiceId": owed["id"], "amount": 100}]})
    text = page(org, f"{path}/pdf")
    assert f"Invoice {owed['invoiceNumber']} 04 May 2026 100.00" in text
    assert "dvance" not in text


def test_a_voucher_of_others_or_of_a_deleted_payment_is_not_found(service: Service) -> None:
    org, other = profiled(service), service.organization()
    payment = pay(org, customer(org), 100)
    path = f"/payments-received/{payment['id']}"
    assert other.get(f"{path}/pdf").status_int == 404
    org.delete(path)
    assert org.get(f"{path}/pdf").status_int == 404


def test_an_advance_that_bears_a_rate_is_printed_with_its_tax_as_the_return_has_it(service: Service) -> None:
    org = profiled(service)
    taxed = {"advanceTaxRatePercent": 18, "advancePlaceOfSupplyStateCode": "33"}
    # 1,180 at 18 % are 1,000 and 180 of IGST: the supply is to take place in Tamil Nadu.
    payment = pay(org, owner(org), 1180, **taxed)
    text = page(org, f"/payments-received/{payment['id']}/pdf")
    assert "Place of supply 33 Tamil Nadu" in text
    assert "Tax on the advance Description of goods or services Value Rate CGST SGST / UTGST IGST" in text
    assert "1,000.00 18% – – 180.00" in text
    (filed,) = gstr_1(org)["at"]
    assert filed["pos"] == "33"
    assert (filed["itms"][0]["ad_amt"], filed["itms"][0]["iamt"]) == (1000.0, 180.0)


def test_the_tax_of_an_advance_within_the_state_is_halved_and_of_what_is_left_alone(service: Service) -> None:
    org = profiled(service)
    acme = customer(org, placeOfSupplyStateCode="27")
    payment, owed = pay(org, acme, 1180, advanceTaxRatePercent=18), sent(org, acme, SERVICE)
    path = f"/payments-received/{payment['id']}"
    assert "1,000.00 18% 90.00 90.00 –" in page(org, f"{path}/pdf")
    org.post(f"{path}/allocations", {"allocations": [{"invoiceId": owed["id"], "amount": 590}]})
    assert "500.00 18% 45.00 45.00 –" in page(org, f"{path}/pdf")


def test_a_composition_taxable_person_collects_no_tax_on_an_advance(service: Service) -> None:
    org = profiled(service)
    service.describe(org, composition=True)
    payment = pay(org, customer(org), 1180, advanceTaxRatePercent=18)
    text = page(org, f"/payments-received/{payment['id']}/pdf")
    assert "Advance, not set against an invoice yet 1,180.00" in text
    assert "Tax on the advance" not in text
