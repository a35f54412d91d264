"""Documents that GSTR-1 leaves out and reports, and the registration that a return is of."""

from typing import Any

import pytest

from tests.api.filing import ABROAD, SERVICE, business, credited, gstr_1, part_of, tied, told
from tests.refusals import refused
from tests.selling import Books, customer, line, patch, sent
from tests.service import Client, Service

PATHS = ("/gst/gstr-1", "/gst/gstr-1/summary", "/gst/gstr-3b")


@pytest.mark.parametrize(
    ("facts", "lines", "fields", "field", "code"),
    [
        ({"gstCategory": "REGISTERED"}, {}, {}, "buyer.gstin", "gstin_missing"),
        ({"gstin": "29AAGCB7383J1Z5"}, {}, {}, "buyer.gstin", "gstin_check_character"),
        ({"gstin": "27AAPFU0939F1ZV"}, {}, {}, "buyer.gstin", "gstin_of_seller"),
        ({}, {"taxRatePercent": 17}, {}, "lines.taxRatePercent", "rate_unusual"),
        ({}, {}, {"reverseCharge": True}, "reverseCharge", "reverse_charge_unregistered"),
        ({"billingAddress": ABROAD}, {}, {"portCode": "NHAVA"}, "portCode", "port_malformed"),
        (
            {"billingAddress": ABROAD},
            {},
            {"shippingBillNumber": "SB-1"},
            "shippingBillNumber",
            "shipping_bill_malformed",
        ),
    ],
)
def test_what_cannot_be_filed_is_told_by_document_and_field(
    org: Client, facts: dict[str, Any], lines: dict[str, Any], fields: dict[str, Any], field: str, code: str
) -> None:
    good = sent(org, business(org), SERVICE)
    bad = sent(org, customer(org, **facts), SERVICE | lines, **fields)
    answer = told(org, "/gst/gstr-1")
    (problem,) = answer["problems"]
    assert (problem["recordId"], problem["field"], problem["code"]) == (bad["id"], field, code)
    (filed,) = answer["document"]["b2b"][0]["inv"]
    assert filed["inum"] == good["invoiceNumber"]
    summary = told(org, "/gst/gstr-1/summary")
    assert summary["difference"] >= 1000.0
    assert summary["problems"] == answer["problems"]


def test_a_line_without_hsn_leaves_its_document_in_the_return(org: Client) -> None:
    made = sent(org, business(org), SERVICE, line(taxRatePercent=18))
    answer = told(org, "/gst/gstr-1")
    assert [(each["code"], each["recordId"]) for each in answer["problems"]] == [("hsn_missing", made["id"])]
    assert answer["document"]["b2b"][0]["inv"][0]["val"] == 1298.0
    assert [row["txval"] for row in answer["document"]["hsn"]["hsn_b2b"]] == [1000.0]
    assert told(org, "/gst/gstr-1/summary")["difference"] == 0


def test_a_draft_with_a_number_is_told(org: Client) -> None:
    made = sent(org, business(org), SERVICE)
    assert patch(org, made, status="DRAFT").status_int == 200
    (problem,) = told(org, "/gst/gstr-1")["problems"]
    assert (problem["code"], problem["recordId"]) == ("draft_with_number", made["id"])


def test_an_invoice_that_is_dated_anew_changes_both_months_until_the_books_are_closed(org: Client) -> None:
    made = sent(org, business(org), SERVICE)
    assert patch(org, made, SERVICE, invoiceDate="2026-06-01").status_int == 200
    assert gstr_1(org)["b2b"] == []
    assert gstr_1(org, "2026-06")["b2b"][0]["inv"][0]["idt"] == "01-06-2026"
    org.put("/books-lock", {"lockedThrough": "2026-06-30"})
    assert patch(org, made, SERVICE, invoiceDate="2026-07-01").status_int == 409
    assert tied(org, "2026-06")["b2b"]["documents"] == 1


def test_each_registration_has_a_return_of_its_own(org: Client, service: Service) -> None:
    branch = Books(service, org).registration("29")
    gstin = next(each["gstin"] for each in org.read("/registrations") if each["id"] == branch)
    sent(org, business(org), SERVICE)
    sold = sent(org, business(org), SERVICE, sellerRegistrationId=branch)
    credited(org, sold["customerId"], part_of(sold), invoiceId=sold["id"])
    filed = gstr_1(org, registrationId=branch)
    assert (filed["gstin"], filed["fp"]) == (gstin, "052026")
    assert filed["b2b"][0]["inv"][0]["itms"][0]["itm_det"]["iamt"] == 180.0
    assert tied(org, registrationId=branch).keys() == {"b2b", "cdnr"}
    assert tied(org).keys() == {"b2b"}


def test_a_return_is_asked_for_by_a_month_and_a_registration(org: Client, service: Service) -> None:
    theirs = service.organization().read("/registrations")[0]["id"]
    for path in PATHS:
        assert refused(org.get(path)) == {"period"}
        for month in ("2026-13", "2026-00", "2026-1", "202605", "2017-06", "1999-12", "0000-01", "May"):
            assert refused(org.get(f"{path}?period={month}")) == {"period"}
        assert refused(org.get(f"{path}?period=2026-05&registrationId=%20")) == {"registrationId"}
        assert org.get(f"{path}?period=2026-05&registrationId=reg_unknown").status_int == 404
        assert org.get(f"{path}?period=2026-05&registrationId={theirs}").status_int == 404
        assert org.get(f"{path}?period=2026-05", Authorization="Bearer nobody").status_int == 401


def test_who_files_no_such_return_is_told(org: Client, service: Service) -> None:
    service.describe(org, composition=True)
    nobody = service.organization(gstin=None)
    for path in PATHS:
        assert "CMP-08" in org.get(f"{path}?period=2026-05").json["error"]["message"]
        assert "no GSTIN" in nobody.get(f"{path}?period=2026-05").json["error"]["message"]
        assert {who.get(f"{path}?period=2026-05").status_int for who in (org, nobody)} == {409}


@pytest.mark.parametrize("month", ["2017-07", "2026-05", "2999-12"])
def test_a_month_without_documents_is_a_return_without_any(org: Client, month: str) -> None:
    filed = gstr_1(org, month)
    sections = ("b2b", "b2cl", "b2cs", "exp", "cdnr", "cdnur", "at", "txpd")
    empty: dict[str, Any] = {section: [] for section in sections}
    hsn = {"data": []} if month < "2025-05" else {"hsn_b2b": [], "hsn_b2c": []}
    assert filed == empty | {
        "gstin": "27AAPFU0939F1ZV",
        "fp": month[5:] + month[:4],
        "nil": {"inv": []},
        "hsn": hsn,
        "doc_issue": {"doc_det": []},
    }
    assert tied(org, month) == {}
    answer = told(org, "/gst/gstr-3b", month)
    assert answer["problems"] == []
    assert answer["document"]["sup_details"]["osup_det"]["txval"] == 0.0


def test_a_bill_of_supply_of_former_days_is_told(org: Client, service: Service) -> None:
    service.describe(org, composition=True)
    issued = sent(org, business(org), SERVICE)
    service.describe(org, composition=False)
    for path in PATHS:
        (problem,) = told(org, path)["problems"]
        assert (problem["code"], problem["recordId"]) == ("bill_of_supply", issued["id"])


def test_an_invoice_of_a_closed_month_is_noted_and_voided_no_more(org: Client) -> None:
    buyer = business(org)
    made = sent(org, buyer, SERVICE | {"quantity": 2})
    before = gstr_1(org)
    assert org.put("/books-lock", {"lockedThrough": "2026-05-31"}).status_int == 200
    assert org.post(f"/invoices/{made['id']}/void").status_int == 409
    assert org.delete(f"/invoices/{made['id']}").status_int == 409
    note = {"customerId": buyer, "creditNoteDate": "2026-05-31", "status": "OPEN", "lines": [part_of(made)]}
    assert org.post("/credit-notes", note).status_int == 409
    # What is wrong with a filed month is noted in a later one.
    credited(org, buyer, part_of(made), invoiceId=made["id"], creditNoteDate="2026-06-01")
    assert gstr_1(org) == before
    assert gstr_1(org, "2026-06")["cdnr"][0]["nt"][0]["val"] == 1180.0
