"""E-invoices over HTTP: INV-01, what the portal answered, and what a registered document may no longer do."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from webtest import TestResponse

from app.postgres.database import Transaction
from tests.api.registering import (
    BOLTS,
    BUYER,
    E_WAY_BILL,
    INDIA,
    WHY,
    noted,
    registered,
    registration,
    sold,
)
from tests.parallel import at_once
from tests.refusals import conflict
from tests.selling import Body, customer, invoice, line, move, patch, read, sent
from tests.service import Client, Service

pytestmark = pytest.mark.usefixtures("described")


def told(org: Client, path: str) -> tuple[Any, list[Body]]:
    answer = org.read(f"{path}/e-invoice")
    return answer["document"], answer["problems"]


def test_an_invoice_is_answered_as_the_portal_takes_it(org: Client) -> None:
    document, problems = told(org, f"/invoices/{sold(org)['id']}")
    assert problems == []
    assert document["Version"] == "1.1"
    assert document["TranDtls"] == {"TaxSch": "GST", "SupTyp": "B2B", "RegRev": "N", "IgstOnIntra": "N"}
    assert document["DocDtls"] == {"Typ": "INV", "No": "INV-00001", "Dt": "04/05/2026"}
    assert (document["SellerDtls"]["Stcd"], document["SellerDtls"]["Pin"]) == ("27", 411001)
    assert (document["BuyerDtls"]["Gstin"], document["BuyerDtls"]["Pos"]) == ("29AAGCB7383J1Z4", "29")
    (item,) = document["ItemList"]
    assert (item["TotAmt"], item["AssAmt"], item["IgstAmt"], item["TotItemVal"]) == (1000, 1000, 180, 1180)
    assert document["ValDtls"]["TotInvVal"] == 1180


def test_a_note_over_a_part_names_its_invoice(org: Client) -> None:
    bought = sold(org)
    note = noted(org, bought)
    document, problems = told(org, f"/credit-notes/{note['id']}")
    assert (problems, document["DocDtls"]["Typ"]) == ([], "CRN")
    assert document["RefDtls"] == {"PrecDocDtls": [{"InvNo": "INV-00001", "InvDt": "04/05/2026"}]}
    assert document["ValDtls"]["TotInvVal"] == note["total"] == 472
    assert note["eInvoiceStatus"] == "PENDING"


def test_what_the_portal_would_refuse_is_told_by_document_and_field(service: Service) -> None:
    org = service.organization()
    made = sent(org, customer(org, **BUYER | {"billingAddress": None}), line(**BOLTS | {"hsnOrSac": "7"}))
    document, problems = told(org, f"/invoices/{made['id']}")
    assert document is None
    fields = {problem["field"]: problem["recordId"] for problem in problems}
    assert fields["lines.0.hsnOrSac"] == fields["buyer.billingAddress.pincode"] == made["id"]
    assert fields["pincode"] == made["sellerRegistrationId"]


@pytest.mark.parametrize(
    ("buyer", "sold_line", "since", "status"),
    [
        (BUYER, BOLTS, "2026-04-01", "PENDING"),
        (BUYER, BOLTS, "2026-05-04", "PENDING"),
        (BUYER, BOLTS, "2026-05-05", "NOT_REQUIRED"),
        (BUYER, BOLTS, "", "NOT_REQUIRED"),
        ({"displayName": "Ravi"}, BOLTS, "2026-04-01", "NOT_REQUIRED"),
        (BUYER, BOLTS | {"taxability": "EXEMPT"}, "2026-04-01", "NOT_REQUIRED"),
        (
            {"displayName": "Acme Inc", "billingAddress": {"line1": "5 Elm St", "country": "USA"}},
            BOLTS,
            "2026-04-01",
            "PENDING",
        ),
    ],
)
def test_the_status_says_whether_a_document_is_to_be_registered(
    service: Service, org: Client, buyer: Body, sold_line: Body, since: str, status: str
) -> None:
    service.describe(org, e_invoicing_since=since)
    made = sent(org, customer(org, **buyer), line(**sold_line))
    assert made["eInvoiceStatus"] == status
    (listed,) = org.read("/invoices")
    assert (listed["eInvoiceStatus"], listed["irn"]) == (status, None)
    assert invoice(org, made["customerId"], line(**sold_line))["eInvoiceStatus"] == "NOT_REQUIRED"


@pytest.mark.parametrize("lines", [[BOLTS], [BOLTS | {"taxability": "NIL_RATED"}]])
def test_a_document_that_needs_none_says_so_in_problems(org: Client, lines: list[Body]) -> None:
    buyer = {"displayName": "Ravi"} if lines == [BOLTS] else BUYER
    made = sent(org, customer(org, **buyer), *(line(**one) for one in lines))
    document, problems = told(org, f"/invoices/{made['id']}")
    assert (document, [problem["code"] for problem in problems]) == (None, ["not_required"])


def test_what_the_portal_answered_is_stored_once_and_read(org: Client) -> None:
    path = f"/invoices/{sold(org)['id']}"
    given = registration(ackDate="2026-05-04 18:30:00", ackNo=112610000012345)
    first, again = org.put(f"{path}/e-invoice", given), org.put(f"{path}/e-invoice", given)
    assert (first.status_int, again.status_int) == (200, 200)
    shown = org.read(path)
    assert shown["irn"] == given["irn"]
    assert (shown["ackNo"], shown["ackDate"]) == ("112610000012345", "2026-05-04T13:00:00Z")
    assert shown["eInvoiceStatus"] == "REGISTERED" == again.json["data"]["eInvoiceStatus"]
    assert "registered already" in conflict(org.put(f"{path}/e-invoice", registration("ab")))
    assert told(org, path)[0] is not None


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("irn", "xyz"),
        ("irn", "a" * 63),
        ("irn", None),
        ("ackNo", "12a"),
        ("ackNo", None),
        ("ackDate", "yesterday"),
        ("ackDate", "2026-13-01 10:00:00"),
        ("ackDate", "0001-01-01T00:00:00Z"),
        ("signedQrCode", ""),
    ],
)
def test_an_answer_of_the_portal_that_is_none_is_refused_by_its_field(
    org: Client, field: str, wrong: Any
) -> None:
    answer = org.put(f"/invoices/{sold(org)['id']}/e-invoice", registration() | {field: wrong})
    assert answer.status_int == 422, answer.text
    assert [detail["field"] for detail in answer.json["error"]["details"]] == [field]


def test_a_registered_invoice_stays_as_it_is_until_its_registration_is_cancelled(org: Client) -> None:
    made = sold(org)
    path = f"/invoices/{made['id']}"
    registered(org, path)
    assert "registered under its IRN" in conflict(patch(org, made, line(rate=1)))
    assert "registered under its IRN" in conflict(patch(org, made, status="DRAFT"))
    assert "registered under its IRN" in conflict(org.post(f"{path}/void"))
    conflict(org.delete(path))
    cancelled = org.request("DELETE", f"{path}/e-invoice", WHY)
    assert cancelled.json["data"]["eInvoiceStatus"] == "CANCELLED"
    assert read(org, made["id"])["eInvoiceStatus"] == "CANCELLED"
    conflict(patch(org, made, line(rate=1)))
    assert "once" in conflict(org.put(f"{path}/e-invoice", registration()))
    assert [problem["code"] for problem in told(org, path)[1]] == ["cancelled"]
    assert move(org, made["id"], "void")["status"] == "VOID"
    assert read(org, made["id"])["eInvoiceStatus"] == "CANCELLED"


def test_a_registered_note_is_not_voided_until_its_registration_is_cancelled(org: Client) -> None:
    note = noted(org, sold(org))
    path = f"/credit-notes/{note['id']}"
    registered(org, path)
    assert "registered under its IRN" in conflict(org.post(f"{path}/void"))
    assert org.request("DELETE", f"{path}/e-invoice", WHY).status_int == 200
    assert org.post(f"{path}/void").status_int == 200


@pytest.mark.parametrize(("hours", "status"), [(23.9, 200), (24.1, 409)])
def test_a_registration_is_cancelled_within_24_hours_of_its_acknowledgement(
    org: Client, hours: float, status: int
) -> None:
    path = f"/invoices/{sold(org)['id']}"
    registered(
        org, path, ackDate=(datetime.now(UTC) + INDIA - timedelta(hours=hours)).strftime("%Y-%m-%d %H:%M:%S")
    )
    assert org.request("DELETE", f"{path}/e-invoice", WHY).status_int == status


@pytest.mark.parametrize(("later", "ends"), [("0 seconds", 1), ("1 microsecond", 0)])
def test_24_hours_end_to_the_microsecond(service: Service, org: Client, later: str, ends: int) -> None:
    id = sold(org)["id"]
    registered(org, f"/invoices/{id}")

    def work(tx: Transaction) -> Any:
        # Of one transaction every now is the same.
        tx.enter(org.organization_id)
        tx.execute("papers.acknowledged", id=id, later=later)
        return tx.all("invoices.cancel_registration", id=id, reason=1, remark="Twice")

    assert len(service.owner.run_as_owner(work)) == ends


@pytest.mark.parametrize(
    "why", [{"reason": 0}, {"reason": 5}, {"reason": None}, {"remark": ""}, {"remark": "x" * 101}]
)
def test_a_cancellation_gives_one_of_four_reasons_and_a_remark(org: Client, why: Body) -> None:
    path = f"/invoices/{sold(org)['id']}"
    registered(org, path)
    answer = org.request("DELETE", f"{path}/e-invoice", WHY | why)
    assert answer.status_int == 422, answer.text
    assert [detail["field"] for detail in answer.json["error"]["details"]] == list(why)


def test_drafts_and_void_invoices_are_neither_registered_nor_cancelled(org: Client) -> None:
    draft, gone = invoice(org, customer(org, **BUYER), line(**BOLTS)), sold(org)
    move(org, gone["id"], "void")
    for made in (draft, gone):
        path = f"/invoices/{made['id']}"
        conflict(org.put(f"{path}/e-invoice", registration()))
        conflict(org.request("DELETE", f"{path}/e-invoice", WHY))
        conflict(org.put(f"{path}/e-way-bill", E_WAY_BILL))
        assert [problem["code"] for problem in told(org, path)[1]] == ["not_issued"]


@pytest.mark.parametrize("_", range(4))
def test_a_registration_and_a_void_at_once_never_both_hold(org: Client, _: int) -> None:
    path = f"/invoices/{sold(org)['id']}"

    def send(client: Client, n: int) -> TestResponse:
        return client.put(f"{path}/e-invoice", registration()) if n else client.post(f"{path}/void")

    assert sorted(answer.status_int for answer in at_once(2, org, send)) == [200, 409]
    shown = org.read(path)
    assert (shown["status"] == "VOID") != (shown["eInvoiceStatus"] == "REGISTERED")


def test_another_organizations_documents_are_not_there(service: Service, org: Client) -> None:
    path = f"/invoices/{sold(org)['id']}"
    other = service.organization()
    assert other.get(f"{path}/e-invoice").status_int == 404
    assert other.put(f"{path}/e-invoice", registration()).status_int == 404
    assert other.request("DELETE", f"{path}/e-invoice", WHY).status_int == 404
    assert other.post(f"{path}/e-way-bill", {}).status_int == 404
    assert other.put(f"{path}/e-way-bill", E_WAY_BILL).status_int == 404


def test_the_books_may_be_closed_when_the_portal_answers(org: Client) -> None:
    path = f"/invoices/{sold(org)['id']}"
    assert org.put("/books-lock", {"lockedThrough": "2026-05-31"}).status_int == 200
    registered(org, path)
