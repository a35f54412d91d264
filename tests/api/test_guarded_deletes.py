"""Reasons why a customer, vendor, item or variant cannot be deleted, and their messages."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from app.importing.entries import Entry
from app.importing.file_kinds import FILE_KINDS
from app.importing.loading import load
from app.postgres.database import Transaction
from tests.api.references import load_documents
from tests.api.stocking import of, stocked
from tests.parallel import at_once
from tests.selling import Body, Books, body, customer, goods, invoice, line, move, pay, sent, vendor
from tests.service import Client, Service


def kept(org: Client, path: str) -> str:
    """Return why a record cannot be deleted; it must stay as it is."""
    before = org.read(path)
    answer = org.delete(path)
    assert (answer.status_int, answer.json["error"]["code"]) == (409, "conflict"), answer.text
    assert org.read(path) == before
    return str(answer.json["error"]["message"])


def gone(org: Client, path: str) -> None:
    assert org.delete(path).json["data"] == {"deleted": True}
    assert org.get(path).status_int == 404


# Customers


def test_a_customer_with_an_open_invoice_is_kept_until_it_is_paid(org: Client) -> None:
    buyer = customer(org)
    made = sent(org, buyer, line(quantity=1, rate=123456, taxRatePercent=18))
    assert kept(org, f"/customers/{buyer}") == f"Invoice {made['invoiceNumber']} has 1,45,678.08 open."
    pay(org, buyer, 45678.08, (made["id"], 45678.08))
    assert kept(org, f"/customers/{buyer}") == f"Invoice {made['invoiceNumber']} has 1,00,000.00 open."
    pay(org, buyer, 100000, (made["id"], 100000))
    gone(org, f"/customers/{buyer}")


def test_a_customer_of_a_void_invoice_may_go(org: Client) -> None:
    buyer = customer(org)
    move(org, sent(org, buyer)["id"], "void")
    gone(org, f"/customers/{buyer}")


def test_a_customer_with_a_draft_is_kept_until_it_is_deleted(org: Client) -> None:
    buyer = customer(org)
    draft = invoice(org, buyer)
    assert kept(org, f"/customers/{buyer}") == f"Invoice {draft['invoiceNumber']} is a draft."
    org.delete(f"/invoices/{draft['id']}")
    gone(org, f"/customers/{buyer}")


def test_a_customer_with_an_opening_balance_is_kept_until_it_is_settled(org: Client) -> None:
    buyer = customer(org, openingBalance=250)
    assert kept(org, f"/customers/{buyer}") == "The opening balance has 250.00 open."
    pay(org, buyer, 250, openingBalanceApplied=250)
    gone(org, f"/customers/{buyer}")


def test_a_customer_with_unspent_credit_is_kept_until_it_is_taken_back(org: Client) -> None:
    buyer = customer(org)
    paid = pay(org, buyer, 80)
    assert kept(org, f"/customers/{buyer}") == f"Payment {paid['paymentNumber']} has 80.00 unspent."
    org.delete(f"/payments-received/{paid['id']}")
    gone(org, f"/customers/{buyer}")


def test_how_much_else_is_open_is_told(org: Client) -> None:
    buyer = customer(org, openingBalance=1)
    pay(org, buyer, 5)
    assert kept(org, f"/customers/{buyer}").endswith(" So has 1 more record.")
    sent(org, buyer)
    invoice(org, buyer)
    assert kept(org, f"/customers/{buyer}").endswith(" So have 3 more records.")


@pytest.mark.parametrize(
    ("kind", "party", "day", "number", "word"),
    [
        ("quotes", "customer", "quoteDate", "quoteNumber", "Quote"),
        ("sales-orders", "customer", "orderDate", "salesOrderNumber", "Sales order"),
        ("credit-notes", "customer", "creditNoteDate", "creditNoteNumber", "Credit note"),
        ("bills", "vendor", "billDate", "billNumber", "Bill"),
        ("purchase-orders", "vendor", "orderDate", "purchaseOrderNumber", "Purchase order"),
        ("debit-notes", "vendor", "debitNoteDate", "debitNoteNumber", "Debit note"),
    ],
)
def test_a_draft_of_any_kind_keeps_its_party(
    org: Client, kind: str, party: str, day: str, number: str, word: str
) -> None:
    id = {"customer": customer, "vendor": vendor}[party](org)
    told = load_documents(
        org,
        kind,
        {f"{party}Id": id, day: "2026-05-04", "status": "DRAFT", number: "N-1", "lines": [line()]},
    )
    assert told
    assert kept(org, f"/{party}s/{id}") == f"{word} N-1 is a draft."


# Vendors


def bill(vendor_id: str, **fields: Any) -> Body:
    return {"vendorId": vendor_id, "billDate": "2026-05-04", "status": "OPEN", "lines": [line()]} | fields


def test_a_vendor_with_an_open_bill_is_kept_until_it_is_paid(org: Client) -> None:
    seller = vendor(org)
    load_documents(org, "bills", bill(seller, billNumber="B-1"))
    assert kept(org, f"/vendors/{seller}") == "Bill B-1 has 100.00 open."
    payment = {"vendorId": seller, "paymentDate": "2026-05-05", "mode": "CASH", "amount": 100}
    load_documents(org, "payments-made", payment | {"allocations": [{"bill": "B-1", "amount": 100}]})
    gone(org, f"/vendors/{seller}")


def test_a_vendor_with_an_opening_balance_or_unspent_money_is_kept(org: Client) -> None:
    owed, prepaid = vendor(org, openingBalance=7), vendor(org)
    assert kept(org, f"/vendors/{owed}") == "The opening balance has 7.00 open."
    payment = {"vendorId": prepaid, "paymentDate": "2026-05-05", "mode": "CASH", "amount": 40}
    load_documents(org, "payments-made", payment | {"paymentNumber": "P-1"})
    assert kept(org, f"/vendors/{prepaid}") == "Payment P-1 has 40.00 unspent."


# Items and variants


def test_an_item_with_goods_on_hand_is_kept_until_they_are_sold(org: Client, books: Books) -> None:
    bolt, _, _ = stocked(org, books, "123456.5")
    assert kept(org, f"/items/{bolt['id']}") == "Bolt M has 1,23,456.5 PCS on hand in A."
    sent(org, customer(org), of(bolt, 123456.5))
    gone(org, f"/items/{bolt['id']}")


def test_an_item_that_was_sold_below_nothing_may_go(org: Client) -> None:
    bolt = goods(org)
    sent(org, customer(org), of(bolt, 1))
    gone(org, f"/items/{bolt['id']}")


def test_a_variant_with_goods_on_hand_is_not_left_out_of_its_item(org: Client, books: Books) -> None:
    bolt, variant, warehouse = stocked(org, books)
    books.receive(variant, books.warehouse("B"), "1", "1")
    path = f"/items/{bolt['id']}"
    answer = org.patch(path, {"name": "Bolt", "trackInventory": True, "variants": [{"size": "L"}]})
    assert (answer.status_int, answer.json["error"]["code"]) == (409, "conflict")
    told = answer.json["error"]["message"]
    assert told.startswith("Bolt M has ")
    assert told.endswith(" So has 1 more position.")
    assert org.read(path) == bolt
    sent(org, customer(org), of(bolt, 10, itemVariantId=variant), warehouseId=warehouse)
    assert org.patch(path, {"name": "Bolt", "variants": [{"size": "L"}]}).status_int == 409


# Races


@pytest.mark.parametrize("status", ["DRAFT", "SENT"])
def test_no_invoice_is_in_force_of_a_customer_that_was_deleted_at_the_same_moment(
    org: Client, status: str
) -> None:
    buyer = customer(org)

    def work(client: Client, n: int) -> Any:
        if n == 16:
            return client.delete(f"/customers/{buyer}")
        return client.post("/invoices", body(buyer, status=status))

    answers = at_once(33, org, work)
    deleted = answers.pop(16).status_int
    made = sum(answer.status_int == 201 for answer in answers)
    assert {answer.status_int for answer in answers} <= {201, 422}
    assert (deleted, made > 0) in {(200, False), (409, True)}
    assert len(org.read("/invoices")) == made


def test_no_payment_is_kept_of_a_customer_that_was_deleted_at_the_same_moment(org: Client) -> None:
    buyer = customer(org)
    paid = {"customerId": buyer, "paymentDate": "2026-05-04", "amount": 1}

    def work(client: Client, n: int) -> Any:
        return client.delete(f"/customers/{buyer}") if n == 8 else client.post("/payments-received", paid)

    answers = at_once(17, org, work)
    deleted = answers.pop(8).status_int
    made = sum(answer.status_int == 201 for answer in answers)
    assert (deleted, made > 0) in {(200, False), (409, True)}


def test_no_goods_come_in_of_an_item_that_was_deleted_at_the_same_moment(
    org: Client, books: Books, service: Service
) -> None:
    bolt = goods(org, name="Bolt")
    books.warehouse("A", is_default=True)

    def come_in(client: Client) -> bool:
        told: list[Entry] = []

        def work(tx: Transaction) -> None:
            tx.enter(client.organization_id)
            load(tx, FILE_KINDS["stock"], [b'{"item": "Bolt", "quantity": 1, "unitCost": 5}'], told.append)

        service.owner.run_as_owner(work)
        return all(entry.is_good for entry in told)

    with ThreadPoolExecutor(9) as pool:
        coming = [pool.submit(come_in, org) for _ in range(8)]
        deleted = pool.submit(org.delete, f"/items/{bolt['id']}").result().status_int
        came = sum(one.result() for one in coming)
    assert (deleted, came) in {(200, 0), (409, 8)}
    assert sum(row["quantity_on_hand"] for row in books.positions()) == came
