"""Payments to vendors over HTTP: they settle bills, and are taken back."""

import pytest

from tests.api.buying import bill_body, open_bill, paid, paid_body, read_bill, state
from tests.refusals import conflict, refused
from tests.selling import DAY, line, vendor
from tests.service import Client

LATER_DAY = "2026-05-09"


@pytest.fixture
def mill(org: Client) -> str:
    return vendor(org)


def test_a_payment_is_answered_with_its_number_and_settles_bills(org: Client, mill: str) -> None:
    first, second = (open_bill(org, mill)["id"] for _ in "ab")
    made = org.make("/payments-made", paid_body(mill, 130, (first, 100), (second, 30)))
    assert made == {"id": made["id"], "paymentNumber": "VPMT-00001"}
    assert state(org, first) == ("PAID", 100, 0)
    assert state(org, second) == ("PARTIALLY_PAID", 30, 70)


def test_a_payment_reads_as_it_was_recorded(org: Client, mill: str) -> None:
    owed = open_bill(org, mill)["id"]
    record = paid(org, mill, 60, (owed, 50), mode="UPI", referenceNumber="UTR1", notes="In part")
    assert (record["vendorId"], record["amount"], record["allocated"]) == (mill, 60, 50)
    assert (record["mode"], record["referenceNumber"], record["notes"]) == ("UPI", "UTR1", "In part")
    assert [(row["billId"], row["amount"]) for row in record["allocations"]] == [(owed, 50)]
    assert [row["paymentId"] for row in read_bill(org, owed)["allocations"]] == [record["id"]]
    (listed,) = org.read("/payments-made")
    assert listed == {name: value for name, value in record.items() if name != "allocations"}


def test_a_payment_goes_to_open_bills_of_its_vendor_up_to_their_balance(org: Client, mill: str) -> None:
    owed, foreign = open_bill(org, mill)["id"], open_bill(org)["id"]
    draft = org.make("/bills", bill_body(mill))["id"]
    wrong = {
        (owed, 100.01): "amount",
        (foreign, 1): "billId",
        (draft, 1): "billId",
        ("bil_x", 1): "billId",
    }
    for allocation, field in wrong.items():
        answer = org.post("/payments-made", paid_body(mill, 200, allocation))
        assert list(refused(answer)) == [f"allocations.0.{field}"]
    assert list(refused(org.post("/payments-made", paid_body(mill, 1, (owed, 2))))) == ["allocations"]
    assert list(refused(org.post("/payments-made", paid_body("ven_x", 1)))) == ["vendorId"]


def test_a_payment_of_a_later_day_than_today_is_told(org: Client, mill: str) -> None:
    answer = org.post("/payments-made", paid_body(mill, 1, paymentDate="2999-01-01"))
    assert [row["code"] for row in answer.json["warnings"]] == ["date_in_future"]


def test_payments_are_listed_by_date_and_narrowed(org: Client, mill: str) -> None:
    early = paid(org, mill, 1, referenceNumber="UTR-77")["id"]
    late = paid(org, vendor(org), 2, paymentDate=LATER_DAY)["id"]

    def ids(query: str) -> list[str]:
        return [row["id"] for row in org.read(f"/payments-made{query}")]

    assert (ids(""), ids("?sort=paymentDate")) == ([late, early], [early, late])
    assert ids(f"?vendorId={mill}") == ids(f"?to={DAY}") == ids("?q=utr-77") == [early]
    assert ids(f"?from={LATER_DAY}") == [late]
    assert ids("?updatedSince=2999-01-01") == []


def test_a_deleted_payment_takes_back_what_it_settled(org: Client, mill: str) -> None:
    first, second = (open_bill(org, mill)["id"] for _ in "ab")
    payment = paid(org, mill, 130, (first, 100), (second, 30))
    paid(org, mill, 20, (second, 20))
    assert org.delete(f"/payments-made/{payment['id']}").json["data"] == {"ok": True}
    assert state(org, first) == ("OPEN", 0, 100)
    assert state(org, second) == ("PARTIALLY_PAID", 20, 80)
    assert [len(read_bill(org, id)["allocations"]) for id in (first, second)] == [0, 1]


def test_a_deleted_payment_leaves_lists_reads_and_the_ledger_and_its_number_stays_used(
    org: Client, mill: str
) -> None:
    payment = paid(org, mill, 10)
    assert org.read(f"/vendor-ledger/{mill}")["outstanding"] == -10
    org.delete(f"/payments-made/{payment['id']}")
    path = f"/payments-made/{payment['id']}"
    assert (org.get(path).status_int, org.delete(path).status_int) == (404, 404)
    listed = org.get("/payments-made").json
    assert (listed["data"], listed["meta"]["total"]) == ([], 0)
    ledger = org.read(f"/vendor-ledger/{mill}")
    assert (ledger["entries"], ledger["outstanding"]) == ([], 0)
    assert paid(org, mill, 10)["paymentNumber"] > payment["paymentNumber"]
    again = paid_body(mill, 1, paymentNumber=payment["paymentNumber"])
    assert list(refused(org.post("/payments-made", again))) == ["paymentNumber"]


def test_a_vendor_whose_unspent_payment_was_deleted_can_be_deleted(org: Client, mill: str) -> None:
    payment = paid(org, mill, 10)
    assert "Payment" in conflict(org.delete(f"/vendors/{mill}"))
    org.delete(f"/payments-made/{payment['id']}")
    assert org.delete(f"/vendors/{mill}").status_int == 200


def test_a_bill_whose_payment_was_deleted_can_be_voided(org: Client, mill: str) -> None:
    owed = open_bill(org, mill)["id"]
    payment = paid(org, mill, 40, (owed, 40))
    assert conflict(org.post(f"/bills/{owed}/void")) == (
        "Only an unsettled OPEN or OVERDUE bill can be voided; this one is PARTIALLY_PAID."
    )
    org.delete(f"/payments-made/{payment['id']}")
    assert org.post(f"/bills/{owed}/void").json["data"]["status"] == "VOID"


def test_a_payment_of_closed_books_is_neither_made_nor_deleted_and_may_settle_their_bills(
    org: Client, mill: str
) -> None:
    payment, owed = paid(org, mill, 10), open_bill(org, mill)["id"]
    org.put("/books-lock", {"lockedThrough": DAY})
    for answer in (
        org.post("/payments-made", paid_body(mill, 1)),
        org.delete(f"/payments-made/{payment['id']}"),
    ):
        assert conflict(answer) == f"The books are closed through {DAY}."
    later = paid(org, mill, 100, (owed, 100), paymentDate=LATER_DAY)
    assert state(org, owed)[0] == "PAID"
    assert org.delete(f"/payments-made/{later['id']}").status_int == 200


def test_a_payment_is_not_changed(org: Client, mill: str) -> None:
    payment = paid(org, mill, 10)
    assert org.patch(f"/payments-made/{payment['id']}", paid_body(mill, 11)).status_int == 405


def test_a_payment_is_deleted_in_the_version_that_the_caller_knows(org: Client, mill: str) -> None:
    path = f"/payments-made/{paid(org, mill, 10)['id']}"
    stale, known = '"2020-01-01T00:00:00Z"', org.get(path).headers["ETag"]
    assert org.request("DELETE", path, headers={"If-Match": stale}).status_int == 412
    assert org.request("DELETE", path, headers={"If-Match": known}).status_int == 200


def test_payments_are_made_in_bulk_and_what_one_settles_is_not_there_for_the_next(
    org: Client, mill: str
) -> None:
    owed = open_bill(org, mill, line(rate=100))["id"]
    part = paid_body(mill, 60, (owed, 60))
    answer = org.post("/payments-made/bulk", {"records": [part, part, paid_body(mill, 5)]})
    first, over, last = answer.json["data"]["results"]
    assert [result["status"] for result in (first, over, last)] == [201, 422, 201]
    assert over["error"]["details"][0]["field"] == "allocations.0.amount"
    assert last["data"]["paymentNumber"] > first["data"]["paymentNumber"]
    assert state(org, owed) == ("PARTIALLY_PAID", 60, 40)
