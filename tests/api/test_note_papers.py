"""GET /credit-notes/{id}/pdf."""

from tests.api.noting import CREDIT
from tests.printed import page, profiled
from tests.selling import customer, sent
from tests.service import Service

CLOTH = {"description": "Cloth", "quantity": 3, "rate": 1000, "taxRatePercent": 18}


def test_a_credit_note_names_the_invoices_that_it_is_about(service: Service) -> None:
    org = profiled(service)
    buyer = customer(org, displayName="Acme", gstin="29AAPFU0939F1ZR")
    first = sent(org, buyer, CLOTH, invoiceDate="2026-05-02")
    second = sent(org, buyer, CLOTH)
    parts = CREDIT.part(first), CREDIT.part(second)
    note = CREDIT.make(org, buyer, *parts, status="OPEN", reason="Torn seam")
    text = page(org, f"/credit-notes/{note['id']}/pdf")
    for part in (
        "CREDIT NOTE GSTIN 27AAPFU0939F1ZV",
        "Credit note number CN-00001 Date 04 May 2026",
        f"{first['invoiceNumber']} of 02 May 2026 {second['invoiceNumber']} of 04 May 2026",
        "Reason Torn seam",
        "Credited to Acme",
        "Total ₹ 2,360.00",
    ):
        assert part in text
    for word in ("Balance", "ORIGINAL", "None", "us@bank", "Due date"):
        assert word not in text


def test_a_draft_says_so_and_one_about_no_invoice_names_none(service: Service) -> None:
    org = profiled(service)
    note = CREDIT.make(org, customer(org))
    text = page(org, f"/credit-notes/{note['id']}/pdf")
    assert text.startswith("DRAFT ")
    assert note["creditNoteNumber"] in text
    assert "Against" not in text
    assert "Reason" not in text


def test_a_credit_note_of_others_is_not_found(service: Service) -> None:
    org, other = profiled(service), service.organization()
    note = CREDIT.make(org, customer(org))
    assert other.get(f"/credit-notes/{note['id']}/pdf").status_int == 404
