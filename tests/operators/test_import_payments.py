"""`import payments-received` and `import payments-made`: money against invoices and bills."""

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.selling import VENDOR
from tests.service import Service

pytestmark = pytest.mark.slow

DAY = "2026-05-04"
WORK = {"description": "Work", "quantity": 1, "rate": 100}


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme", "openingBalance": 50}, {"displayName": "Other"})
    books.load("vendors", {"displayName": "Mill"} | VENDOR, {"displayName": "Other"} | VENDOR)
    sent = {"invoiceDate": DAY, "dueDate": "2999-12-31", "status": "SENT", "lines": [WORK]}
    books.load("invoices", *({"customer": name} | sent for name in ("Acme", "Acme", "Other")))
    books.load("invoices", {"customer": "Acme", "invoiceNumber": "D-1"} | sent | {"status": "DRAFT"})
    owed = {"billDate": DAY, "dueDate": "2999-12-31", "status": "OPEN", "lines": [WORK]}
    books.load("bills", *({"vendor": name} | owed for name in ("Mill", "Mill", "Other")))
    books.load("bills", {"vendor": "Mill", "billNumber": "V-1"} | owed | {"status": "VOID"})
    return books


def payment(*allocations: tuple[str, float], **fields: object) -> Body:
    rows = [{"invoice": number, "amount": amount} for number, amount in allocations]
    return {"customer": "Acme", "paymentDate": DAY, "amount": 100, "allocations": rows} | fields


def paid(*allocations: tuple[str, float], **fields: object) -> Body:
    rows = [{"bill": number, "amount": amount} for number, amount in allocations]
    return {"vendor": "Mill", "paymentDate": DAY, "amount": 100, "allocations": rows} | fields


def states(books: Books, path: str, number: str) -> dict[str, tuple[str, float]]:
    return {row[number]: (row["status"], row["balanceDue"]) for row in books.org.read(path)}


def test_payments_settle_invoices_in_the_order_of_the_file(books: Books) -> None:
    told = books.load(
        "payments-received",
        payment(("INV-00001", 60)),
        payment(("INV-00001", 40), ("INV-00002", 10.5), tdsAmount=5, mode="UPI"),
        payment(openingBalanceApplied=20, paymentNumber="P-9"),
    )
    assert [row["number"] for row in told] == ["PMT-00001", "PMT-00002", "P-9"]
    assert states(books, "/invoices", "invoiceNumber") == {
        "INV-00001": ("PAID", 0),
        "INV-00002": ("PARTIALLY_PAID", 89.5),
        "INV-00003": ("SENT", 100),
        "D-1": ("DRAFT", 100),
    }
    second = books.org.read(f"/payments-received/{told[1]['id']}")
    assert (second["allocated"], second["tdsAmount"], second["mode"]) == (50.5, 5, "UPI")
    assert [row["amount"] for row in second["allocations"]] == [40, 10.5]


def test_what_gst_asks_of_an_advance_is_imported(books: Books) -> None:
    taxed = {"advanceTaxRatePercent": 18, "advancePlaceOfSupplyStateCode": "Karnataka"}
    (told,) = books.load("payments-received", payment(**taxed))
    made = books.org.read(f"/payments-received/{told['id']}")
    assert made["advanceTaxRatePercent"] == 18
    assert made["advancePlaceOfSupplyStateCode"] in ("Karnataka", "29")
    faults = books.refused(
        "payments-received", payment(advanceTaxRatePercent=101), payment(advancePlaceOfSupplyStateCode="ZZ")
    )
    assert [fault.split(": ")[:2] for fault in faults] == [
        ["1", "advanceTaxRatePercent"],
        ["2", "advancePlaceOfSupplyStateCode"],
    ]


def test_what_a_payment_may_not_settle_is_refused_by_name(books: Books) -> None:
    ids = {row["invoiceNumber"]: row["id"] for row in books.org.read("/invoices")}
    twice = [{"invoice": "INV-00002", "amount": 1}, {"invoiceId": ids["INV-00002"], "amount": 1}]
    faults = books.refused(
        "payments-received",
        payment(("INV-00001", 60)),
        payment(("INV-00001", 40.01)),
        payment(("INV-00003", 1)),
        payment(("D-1", 1)),
        payment(("INV-00002", 1), currencyCode="USD"),
        payment(("INV-00009", 1)),
        payment(("INV-00001", 60), ("INV-00002", 60)),
        payment(openingBalanceApplied=50.01),
        payment(openingBalanceApplied=40, amount=40),
        payment(openingBalanceApplied=10.01, amount=40),
        payment(customer="Nobody"),
        payment(customerId="cus_x", customer=None),
        payment(allocations=twice),
        payment(("INV-00002", 1), ("INV-00002", 1)),
    )
    spent = faults.pop(5)
    assert spent.startswith("7: allocations: ")
    assert faults == [
        "2: allocations.0.amount: Must be at most the invoice's balance, 40.00.",
        "3: allocations.0.invoice: Names an invoice of another customer.",
        "4: allocations.0.invoice: The invoice is not open; it is DRAFT.",
        "5: allocations.0.invoice: The invoice is in INR.",
        "6: allocations.0.invoice: There is no invoice INV-00009.",
        "8: openingBalanceApplied: Must be at most what is left of the opening balance, 50.00.",
        "10: openingBalanceApplied: Must be at most what is left of the opening balance, 10.00.",
        "11: customer: There is no customer Nobody.",
        "12: customerId: Names no customer of this organization.",
        "13: allocations.1.invoiceId: Must not be named twice.",
        "14: allocations.1.invoice: Must not be named twice.",
    ]


def test_a_fault_is_told_of_the_word_that_stands_in_the_line(books: Books) -> None:
    ids = {row["invoiceNumber"]: row["id"] for row in books.org.read("/invoices")}
    by_id = {"invoiceId": ids["D-1"], "amount": 1}
    by_name = {"invoice": "D-1", "amount": 1}
    fault = "The invoice is not open; it is DRAFT."
    assert books.refused(
        "payments-received", payment(allocations=[by_id]), payment(allocations=[by_name])
    ) == [
        f"1: allocations.0.invoiceId: {fault}",
        f"2: allocations.0.invoice: {fault}",
    ]


def test_payments_made_settle_bills_in_the_order_of_the_file(books: Books) -> None:
    told = books.load(
        "payments-made",
        paid(("BILL-00001", 60), referenceNumber="UTR1"),
        paid(("BILL-00001", 40), ("BILL-00002", 1)),
        paid(("BILL-00003", 5), vendor="Other", mode="CASH"),
    )
    assert [row["number"] for row in told] == ["VPMT-00001", "VPMT-00002", "VPMT-00003"]
    assert states(books, "/bills", "billNumber") == {
        "BILL-00001": ("PAID", 0),
        "BILL-00002": ("PARTIALLY_PAID", 99),
        "BILL-00003": ("PARTIALLY_PAID", 95),
        "V-1": ("VOID", 0),
    }
    first = books.rows("imported.payments_made")[0]
    assert (first["allocated"], first["reference_number"], first["mode"]) == (60, "UTR1", "BANK_TRANSFER")
    assert first["created_by"] == books.org.user_id
    bills = {row["billNumber"]: row["id"] for row in books.org.read("/bills")}
    allocations = books.org.read(f"/bills/{bills['BILL-00001']}")["allocations"]
    assert [(row["paymentId"], row["amount"]) for row in allocations] == [
        (told[0]["id"], 60),
        (told[1]["id"], 40),
    ]


def test_what_a_payment_made_may_not_settle_is_refused_by_name(books: Books) -> None:
    assert books.refused(
        "payments-made",
        paid(("BILL-00001", 100.01), amount=200),
        paid(("BILL-00003", 1)),
        paid(("V-1", 1)),
        paid(("BILL-00001", 1), currencyCode="USD"),
        paid(("BILL-00001", 60), ("BILL-00002", 60)),
        paid(amount=0),
        paid(vendorId="ven_x", vendor=None),
    ) == [
        "1: allocations.0.amount: Must be at most the bill's balance, 100.00.",
        "2: allocations.0.bill: Names a bill of another vendor.",
        "3: allocations.0.bill: The bill is not open; it is VOID.",
        "4: allocations.0.bill: The bill is in INR.",
        "5: allocations: Must not exceed amount.",
        "6: amount: Must be more than 0.",
        "7: vendorId: Names no vendor of this organization.",
    ]


def test_a_number_that_stands_for_two_is_refused(books: Books) -> None:
    old = {"customer": "Acme", "invoiceDate": "2025-05-04", "status": "SENT", "lines": [WORK]}
    books.load("invoices", old)
    assert books.refused("payments-received", payment(("INV-00001", 1))) == [
        "1: allocations.0.invoice: 2 records are called INV-00001: name the invoice by its id."
    ]


def test_payments_of_more_than_a_batch_keep_a_running_balance(books: Books) -> None:
    books.load("payments-received", *[payment(("INV-00001", 0.1), amount=0.1)] * 1_000)
    assert states(books, "/invoices", "invoiceNumber")["INV-00001"] == ("PAID", 0)
    one_more = [payment(("INV-00002", 0.1), amount=0.1)] * 1_001
    assert books.refused("payments-received", *one_more) == [
        "1001: allocations.0.invoice: The invoice is not open; it is PAID."
    ]
    in_one_batch = [payment(("INV-00002", 50), amount=50)] * 3
    assert books.refused("payments-received", *in_one_batch) == [
        "3: allocations.0.invoice: The invoice is not open; it is PAID."
    ]


def test_a_payment_s_number_that_is_taken_is_refused(books: Books) -> None:
    for kind, one in (("payments-received", payment), ("payments-made", paid)):
        target = "INV-00001" if kind == "payments-received" else "BILL-00001"
        books.load(kind, one(paymentNumber="P-1"))
        assert books.refused(
            kind,
            one((target, 10), paymentNumber="P-1"),
            one((target, 10), paymentNumber="P-2"),
            one(paymentNumber="P-2"),
        ) == [
            "1: paymentNumber: The number P-1 is taken in its fiscal year.",
            "3: paymentNumber: The number P-2 is taken in its fiscal year.",
        ]
        # Another fiscal year has numbers of its own.
        books.load(kind, one((target, 10), paymentNumber="P-1", paymentDate="2025-05-04"))
