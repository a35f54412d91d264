"""Bills over HTTP: written as drafts, opened, voided, deleted."""

from decimal import Decimal
from typing import Any

import pytest

from tests.api.buying import bill, bill_body, open_bill, read_bill
from tests.api.references import load_documents
from tests.refusals import conflict, refused
from tests.selling import DAY, PAST, Body, Books, customer, goods, line, sent, vendor
from tests.service import Client, Service

TAXED = {"gstin": "27AAPFU0939F1ZV"}
STEEL = line(quantity=2, taxRatePercent=18)


def moved(org: Client, id: str, verb: str) -> Body:
    answer = org.post(f"/bills/{id}/{verb}")
    assert answer.status_int == 200, answer.text
    data: Body = answer.json["data"]
    return data


def test_a_bill_is_made_as_a_draft_with_the_next_number(org: Client) -> None:
    body = bill_body(vendor(org, **TAXED), STEEL, vendorBillNumber="V-7", itcEligible=True)
    made = org.make("/bills", body)
    assert made == {"id": made["id"], "status": "DRAFT", "total": 236, "billNumber": "BILL-00001"}
    record = read_bill(org, made["id"])
    assert (record["vendorBillNumber"], record["itcEligible"], record["balanceDue"]) == ("V-7", True, 236)
    assert (record["cgstTotal"], record["sgstTotal"]) == (18, 18)


def test_a_bill_keeps_the_number_that_it_is_given(org: Client) -> None:
    made = org.make("/bills", bill_body(vendor(org), billNumber="A/1"))
    assert made["billNumber"] == "A/1"
    again = org.post("/bills", bill_body(vendor(org), billNumber="A/1"))
    assert list(refused(again)) == ["billNumber"]


def test_a_draft_is_written_anew_from_a_whole_body_and_keeps_id_and_number(org: Client) -> None:
    draft = bill(org, None, STEEL, vendorBillNumber="V-7", itcEligible=True)
    other = vendor(org)
    answer = org.patch(f"/bills/{draft['id']}", bill_body(other, line(rate=50)))
    assert answer.json["data"] == {
        "id": draft["id"],
        "status": "DRAFT",
        "total": 50,
        "billNumber": draft["billNumber"],
    }
    record = read_bill(org, draft["id"])
    assert (record["vendorId"], record["vendorBillNumber"], record["itcEligible"]) == (other, None, False)
    assert [row["rate"] for row in record["items"]] == [50]


def test_a_draft_that_is_written_anew_as_open_brings_its_goods_in(org: Client, books: Books) -> None:
    bolt = goods(org)
    draft = bill(org)
    answer = org.patch(
        f"/bills/{draft['id']}",
        bill_body(draft["vendorId"], {"itemId": bolt["id"], "quantity": 4, "rate": 5}, status="OPEN"),
    )
    assert answer.json["data"]["status"] == "OPEN"
    assert books.on_hand() == (4, 20, 5)


@pytest.mark.parametrize("status", ["OPEN", "VOID"])
def test_only_a_draft_is_changed_or_deleted(org: Client, status: str) -> None:
    made = bill(org, status=status)
    path = f"/bills/{made['id']}"
    assert conflict(org.patch(path, bill_body(made["vendorId"]))) == (
        f"Only a DRAFT bill can be changed; this one is {status}."
    )
    assert conflict(org.delete(path)) == f"Only a DRAFT bill can be deleted; this one is {status}."


def test_a_draft_is_deleted_and_its_number_is_not_given_again(org: Client) -> None:
    draft = bill(org)
    assert org.delete(f"/bills/{draft['id']}").json["data"] == {"ok": True}
    assert org.get(f"/bills/{draft['id']}").status_int == 404
    assert bill(org)["billNumber"] == "BILL-00002"


def test_a_draft_is_opened_and_its_goods_come_in_at_what_is_taxed_of_them(org: Client, books: Books) -> None:
    bolt = goods(org)
    rows = [{"itemId": bolt["id"], "quantity": 3, "rate": 100, "discount": 30}, line()]
    draft = bill(org, None, *rows, exchangeRate=80, currencyCode="USD")
    assert books.movements() == []
    assert moved(org, draft["id"], "open") == {"id": draft["id"], "status": "OPEN"}
    # (300 - 30) x 80 / 3
    assert books.on_hand() == (3, 21600, 7200)
    (movement,) = books.movements()
    assert (movement["movement_type"], movement["source_doc_id"]) == ("PURCHASE_IN", draft["id"])


def test_opening_works_nothing_out_anew(org: Client, books: Books) -> None:
    bolt = goods(org, purchasePrice=5)
    draft = bill(org, None, {"itemId": bolt["id"], "quantity": 2})
    org.patch(f"/items/{bolt['id']}", {"name": "Bolt", "purchasePrice": 9})
    moved(org, draft["id"], "open")
    assert books.on_hand() == (2, 10, 5)


def test_goods_come_to_the_bills_warehouse_else_the_default_one(org: Client, books: Books) -> None:
    first, default = books.warehouse("A"), books.warehouse("B", is_default=True)
    bolt = goods(org)
    rows = {"itemId": bolt["id"], "quantity": 1, "rate": 1}
    for fields in ({"warehouseId": first}, {}):
        moved(org, bill(org, None, rows, **fields)["id"], "open")
    assert [row["warehouse_id"] for row in books.movements()] == [first, default]


def test_a_bill_of_nothing_is_paid_once_it_is_opened(org: Client) -> None:
    assert moved(org, bill(org, None, line(rate=0))["id"], "open")["status"] == "PAID"


@pytest.mark.parametrize("status", ["OPEN", "VOID"])
def test_only_a_draft_is_opened(org: Client, status: str) -> None:
    made = bill(org, status=status)
    assert conflict(org.post(f"/bills/{made['id']}/open")) == (
        f"Only a DRAFT bill can be opened; this one is {status}."
    )


def test_a_draft_whose_item_got_several_variants_cannot_be_opened(org: Client, books: Books) -> None:
    bolt = goods(org)
    draft = bill(org, None, {"itemId": bolt["id"], "quantity": 1})
    org.patch(f"/items/{bolt['id']}", {"name": "Bolt", "variants": [{"size": "S"}, {"size": "L"}]})
    assert "several variants" in conflict(org.post(f"/bills/{draft['id']}/open"))
    assert (read_bill(org, draft["id"])["status"], books.movements()) == ("DRAFT", [])


def test_opening_tells_of_a_number_that_the_vendor_gave_another_bill_and_of_a_later_date(org: Client) -> None:
    mill = vendor(org)
    other = open_bill(org, mill, vendorBillNumber="V-1")
    draft = bill(org, mill, vendorBillNumber="V-1", billDate="2999-01-01")
    answer = org.post(f"/bills/{draft['id']}/open")
    assert [row["code"] for row in answer.json["warnings"]] == ["date_in_future"]
    same_year = bill(org, mill, vendorBillNumber="V-1")
    (told,) = org.post(f"/bills/{same_year['id']}/open").json["warnings"]
    assert (told["code"], told["field"]) == ("supplier_bill_duplicate", "vendorBillNumber")
    assert other["billNumber"] in told["message"]


def test_an_organization_that_refuses_what_looks_wrong_opens_no_such_bill(
    org: Client, service: Service
) -> None:
    draft = bill(org, billDate="2999-01-01")
    service.describe(org, checks="refuse")
    assert list(refused(org.post(f"/bills/{draft['id']}/open"))) == ["billDate"]
    assert read_bill(org, draft["id"])["status"] == "DRAFT"


def test_a_bill_that_is_written_anew_is_not_told_of_its_own_number(org: Client) -> None:
    draft = bill(org, vendorBillNumber="V-1")
    answer = org.patch(f"/bills/{draft['id']}", bill_body(draft["vendorId"], vendorBillNumber="V-1"))
    assert "warnings" not in answer.json


# Voids


def test_a_void_takes_the_goods_out_at_what_they_came_with(org: Client, books: Books) -> None:
    bolt = goods(org)
    cheap = {"itemId": bolt["id"], "quantity": 10, "rate": 10}
    open_bill(org, None, cheap)
    dear = open_bill(org, None, cheap | {"rate": 15})
    assert books.on_hand() == (20, 250, Decimal("12.5"))
    assert moved(org, dear["id"], "void") == {"id": dear["id"], "status": "VOID"}
    assert books.on_hand() == (10, 100, 10)
    came, left = books.movements()[1:]
    assert (left["movement_type"], left["reverses_id"]) == ("PURCHASE_RETURN_OUT", came["id"])
    assert (left["unit_cost"], left["total_cost"]) == (15, 150)


def test_a_void_of_goods_that_were_sold_leaves_a_shortage(org: Client, books: Books) -> None:
    bolt = goods(org)
    bought = open_bill(org, None, {"itemId": bolt["id"], "quantity": 10, "rate": 10})
    sent(org, customer(org), {"itemId": bolt["id"], "quantity": 4})
    moved(org, bought["id"], "void")
    assert books.on_hand() == (-4, -40, 10)


def test_a_void_bill_has_nothing_open_and_keeps_its_number(org: Client) -> None:
    made = open_bill(org)
    moved(org, made["id"], "void")
    record = read_bill(org, made["id"])
    assert (record["status"], record["balanceDue"], record["billNumber"]) == ("VOID", 0, made["billNumber"])
    ledger = org.read(f"/vendor-ledger/{made['vendorId']}")
    assert (ledger["entries"], ledger["outstanding"]) == ([], 0)


def test_an_overdue_bill_is_voided(org: Client) -> None:
    made = open_bill(org, dueDate=PAST)
    assert made["status"] == "OVERDUE"
    assert moved(org, made["id"], "void")["status"] == "VOID"


def test_only_an_unsettled_open_bill_is_voided(org: Client) -> None:
    made = bill(org)
    expected = "Only an unsettled OPEN or OVERDUE bill can be voided; this one is "
    assert conflict(org.post(f"/bills/{made['id']}/void")) == expected + "DRAFT."
    moved(org, made["id"], "open")
    moved(org, made["id"], "void")
    assert conflict(org.post(f"/bills/{made['id']}/void")) == expected + "VOID."
    nothing = open_bill(org, None, line(rate=0))
    assert conflict(org.post(f"/bills/{nothing['id']}/void")) == expected + "PAID."


def test_a_void_gives_an_order_back_what_the_bill_took_of_it(org: Client) -> None:
    order = org.make(
        "/purchase-orders",
        {"vendorId": vendor(org), "orderDate": DAY, "status": "ISSUED", "lines": [line(quantity=3)]},
    )["id"]
    made = org.post(f"/purchase-orders/{order}/convert", {}).json["data"]["id"]
    moved(org, made, "open")
    assert org.read(f"/purchase-orders/{order}")["status"] == "CLOSED"
    moved(org, made, "void")
    record = org.read(f"/purchase-orders/{order}")
    assert (record["status"], record["lineItems"][0]["convertedQuantity"]) == ("ISSUED", 0)


def debit_note(org: Client, made: Body, status: str, **fields: Any) -> None:
    note = {"vendorId": made["vendorId"], "debitNoteDate": DAY, "status": status, "lines": [line(rate=1)]}
    load_documents(org, "debit-notes", note | {"debitNoteNumber": "DN-1"} | fields)


@pytest.mark.parametrize("status", ["DRAFT", "OPEN"])
def test_a_bill_that_a_debit_note_is_about_is_not_voided(org: Client, status: str) -> None:
    made = open_bill(org)
    debit_note(org, made, status, billId=made["id"])
    assert conflict(org.post(f"/bills/{made['id']}/void")) == (
        "Debit note DN-1 is about this bill, which must stay as it is."
    )


def test_a_void_debit_note_keeps_no_bill_from_being_voided(org: Client) -> None:
    made = open_bill(org)
    debit_note(org, made, "VOID", billId=made["id"])
    assert moved(org, made["id"], "void")["status"] == "VOID"


@pytest.mark.parametrize("status", ["DRAFT", "VOID"])
def test_a_draft_that_a_debit_note_is_about_is_neither_changed_nor_deleted(org: Client, status: str) -> None:
    made = bill(org)
    of_line = line(rate=1, originalBillItemId=made["items"][0]["id"])
    debit_note(org, made, status, lines=[of_line])
    for answer in (
        org.patch(f"/bills/{made['id']}", bill_body(made["vendorId"])),
        org.delete(f"/bills/{made['id']}"),
    ):
        assert conflict(answer) == "Debit note DN-1 is about this bill, which must stay as it is."


@pytest.mark.parametrize("move", ["open", "void"])
def test_a_bill_of_closed_books_is_not_moved(org: Client, move: str) -> None:
    made = bill(org, status="DRAFT" if move == "open" else "OPEN")
    org.put("/books-lock", {"lockedThrough": DAY})
    assert conflict(org.post(f"/bills/{made['id']}/{move}")) == f"The books are closed through {DAY}."


@pytest.mark.parametrize("move", ["open", "void"])
def test_a_bill_is_moved_in_the_version_that_the_caller_knows(org: Client, move: str) -> None:
    made = bill(org, status="DRAFT" if move == "open" else "OPEN")
    path = f"/bills/{made['id']}"
    assert org.post(f"{path}/{move}", **{"If-Match": '"2020-01-01T00:00:00Z"'}).status_int == 412
    known = {"If-Match": org.get(path).headers["ETag"]}
    assert org.post(f"{path}/{move}", **known).status_int == 200


def test_bills_are_made_in_bulk_and_one_at_fault_tells_on_itself_alone(org: Client, books: Books) -> None:
    bolt, mill = goods(org), vendor(org)
    good = bill_body(mill, {"itemId": bolt["id"], "quantity": 1, "rate": 10}, status="OPEN")
    answer = org.post("/bills/bulk", {"records": [good, good | {"billDate": "soon"}, good]})
    first, wrong, second = answer.json["data"]["results"]
    assert [first["data"]["billNumber"], second["data"]["billNumber"]] == ["BILL-00001", "BILL-00002"]
    assert (wrong["status"], wrong["error"]["details"][0]["field"]) == (422, "billDate")
    assert books.on_hand() == (2, 20, 10)
