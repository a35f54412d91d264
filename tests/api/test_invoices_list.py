"""The list of invoices, reading and deleting one, and the payments of an invoice."""

from tests.refusals import refused
from tests.selling import customer, invoice, pay, read, sent
from tests.service import Client

# Lists and reads


def test_the_list_shows_invoices_without_lines(org: Client) -> None:
    made = invoice(org, customer(org))
    (row,) = org.read("/invoices")
    for name in ("lines", "buyer", "views", "viewedAt", "firstViewedAt"):
        del made[name]
    assert row == made


def test_the_list_is_by_date_newest_first_then_by_creation(org: Client) -> None:
    customer_id = customer(org)
    days = ["2026-05-02", "2026-05-03", "2026-05-01", "2026-05-02"]
    ids = [invoice(org, customer_id, invoiceDate=day)["id"] for day in days]
    wanted = [ids[1], ids[3], ids[0], ids[2]]
    assert [row["id"] for row in org.read("/invoices")] == wanted
    page = org.get("/invoices?page=2&limit=3").json
    assert [row["id"] for row in page["data"]] == wanted[3:]
    assert page["meta"] == {"page": 2, "limit": 3, "total": 4, "hasMore": False, "nextCursor": None}


def test_the_list_refuses_pages_that_are_none(org: Client) -> None:
    assert refused(org.get("/invoices?page=0&limit=201")) == {"page", "limit"}


def test_deleting_a_draft_answers_ok_and_it_is_gone(org: Client) -> None:
    made = invoice(org, customer(org))
    answer = org.delete(f"/invoices/{made['id']}")
    assert (answer.status_int, answer.json) == (200, {"success": True, "data": {"ok": True}})
    assert org.get(f"/invoices/{made['id']}").status_int == 404
    assert org.delete(f"/invoices/{made['id']}").status_int == 404
    assert org.read("/invoices") == []


def test_send_and_void_take_no_body_but_an_empty_one(org: Client) -> None:
    made = invoice(org, customer(org))
    for verb in ("send", "void"):
        assert refused(org.post(f"/invoices/{made['id']}/{verb}", {"total": 1})) == {"total"}
        assert org.post(f"/invoices/{made['id']}/{verb}", {}).status_int == 200
    assert read(org, made["id"])["total"] == 100


# Payments of an invoice


def test_the_payments_of_an_invoice_are_newest_first_with_what_each_settled_of_it(org: Client) -> None:
    customer_id = customer(org)
    made, other = sent(org, customer_id), sent(org, customer_id)
    days = ["2026-05-02", "2026-05-03", "2026-05-01", "2026-05-02"]
    paid = [
        pay(org, customer_id, 30, (made["id"], 10 + n), (other["id"], 5), paymentDate=day, mode="UPI")
        for n, day in enumerate(days)
    ]
    rows = org.read(f"/invoices/{made['id']}/payments")
    assert [row["paymentId"] for row in rows] == [paid[n]["id"] for n in (1, 3, 0, 2)]
    assert rows[0] == {
        "paymentId": paid[1]["id"],
        "paymentNumber": paid[1]["paymentNumber"],
        "paymentDate": "2026-05-03T00:00:00Z",
        "mode": "UPI",
        "amount": 11,
    }
    assert org.delete(f"/payments-received/{paid[1]['id']}").status_int == 200
    assert len(org.read(f"/invoices/{made['id']}/payments")) == 3


def test_an_invoice_without_payments_and_an_unknown_one_answer_an_empty_array(org: Client) -> None:
    made = invoice(org, customer(org))
    assert org.read(f"/invoices/{made['id']}/payments") == []
    for id in ("inv_01ARZ3NDEKTSV4RRFFQ69G5FAV", "x", "a%20b", "x" * 200):
        assert org.read(f"/invoices/{id}/payments") == []
