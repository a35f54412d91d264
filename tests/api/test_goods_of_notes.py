"""Goods that come back with credit notes and go back with debit notes, and what becomes of them when these are void."""

from tests.api.noting import CREDIT, DEBIT, WORK
from tests.refusals import refused
from tests.selling import DAY, goods, sent
from tests.service import Client


def test_a_voided_credit_note_gives_back_its_line_and_its_goods_leave_again(org: Client) -> None:
    buyer, rod = CREDIT.new_party(org), goods(org)
    org.make("/invoices", {"customerId": buyer, "invoiceDate": DAY, "lines": [WORK]})
    invoice = sent(org, buyer, {"itemId": rod["id"], "quantity": 2, "rate": 100})
    back = CREDIT.part(invoice, quantity=2, restock=True)
    note = CREDIT.make(org, buyer, back, status="OPEN")
    (came,) = note["movements"]
    assert refused(org.post("/credit-notes", CREDIT.body(buyer, back))) == {"lines.0.quantity"}
    assert CREDIT.move(org, note["id"], "void").json["data"] == {"id": note["id"], "status": "VOID"}
    left, _ = CREDIT.read(org, note["id"])["movements"]
    assert (left["movementType"], left["quantity"], left["totalCost"]) == ("SALES_OUT", 2, came["totalCost"])
    (position,) = org.read("/inventory")
    assert position["quantityOnHand"] == -2
    again = CREDIT.make(org, buyer, back, status="OPEN")
    assert [movement["totalCost"] for movement in again["movements"]] == [came["totalCost"]]


def test_goods_leave_again_at_what_they_came_back_with(org: Client) -> None:
    buyer, supplier, rod = CREDIT.new_party(org), DEBIT.new_party(org), goods(org)
    of_rods = {"itemId": rod["id"], "quantity": 2, "rate": 40}
    DEBIT.claims(org, supplier, of_rods)
    invoice = sent(org, buyer, of_rods | {"rate": 100})
    DEBIT.claims(org, supplier, of_rods | {"rate": 60})
    note = CREDIT.make(org, buyer, CREDIT.part(invoice, restock=True), status="OPEN")
    assert org.read("/inventory")[0]["averageCost"] == 53.333333
    CREDIT.move(org, note["id"], "void")
    (position,) = org.read("/inventory")
    assert (position["quantityOnHand"], position["averageCost"]) == (2, 60)


def test_a_voided_debit_note_takes_its_goods_in_again_at_what_they_left_with(org: Client) -> None:
    supplier, rod = DEBIT.new_party(org), goods(org)
    bill = DEBIT.claims(org, supplier, {"itemId": rod["id"], "quantity": 2, "rate": 40})
    note = DEBIT.make(org, supplier, DEBIT.part(bill, quantity=2), status="OPEN")
    assert org.read("/inventory")[0]["quantityOnHand"] == 0
    assert DEBIT.move(org, note["id"], "void").json["data"]["status"] == "VOID"
    (position,) = org.read("/inventory")
    assert (position["quantityOnHand"], position["averageCost"]) == (2, 40)
    movement, _ = DEBIT.read(org, note["id"])["movements"]
    assert (movement["movementType"], movement["totalCost"]) == ("PURCHASE_IN", 80)


def test_a_draft_moves_its_goods_when_it_is_opened(org: Client) -> None:
    buyer, supplier, rod = CREDIT.new_party(org), DEBIT.new_party(org), goods(org)
    line = {"itemId": rod["id"], "quantity": 2, "rate": 40}
    bill, invoice = DEBIT.claims(org, supplier, line), sent(org, buyer, line)
    back = CREDIT.make(org, buyer, CREDIT.part(invoice, restock=True))
    out = DEBIT.make(org, supplier, DEBIT.part(bill), DEBIT.part(bill, rate=5))
    assert back["movements"] == out["movements"] == []
    for side, note, type in ((CREDIT, back, "SALES_RETURN_IN"), (DEBIT, out, "PURCHASE_RETURN_OUT")):
        assert side.move(org, note["id"], "open").status_int == 200
        (movement,) = side.read(org, note["id"])["movements"]
        assert (movement["movementType"], movement["quantity"], movement["totalCost"]) == (type, 1, 40)
