"""The customer ledger: invoices are debits, payments and credit notes credits."""

from datetime import datetime, timedelta
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest

from tests.api.ledgers import figures, ledger, owed
from tests.elsewhere import Elsewhere
from tests.selling import DAY, PAST, customer, invoice, move, pay
from tests.service import Service

LISTED = {"id", "displayName", "gstin", "phone", "email", "currencyCode", "openingBalance"}
ENTRY = {"date", "type", "number", "debit", "credit", "status", "balance"}
USD = {"currencyCode": "USD", "exchangeRate": 83.1234}


# The list


def test_a_customer_is_listed_with_exactly_these_keys(service: Service) -> None:
    org = service.organization()
    facts = {"gstin": "27AAPFU0939F1ZV", "phone": "12345", "email": "a@example.com", "openingBalance": 10.5}
    id = customer(org, **facts)
    answer = org.get("/customer-ledger").json
    assert answer["data"] == [{"id": id, "displayName": "Acme", "currencyCode": "INR", **facts}]
    assert answer["data"][0].keys() == LISTED
    assert answer["meta"] == {"page": 1, "limit": 50, "total": 1, "hasMore": False, "nextCursor": None}


@pytest.mark.parametrize("q", ["ROOF", "29aapfu", "98765", "asha@", "%", "_"])
def test_q_looks_into_name_gstin_phone_and_email(q: str, service: Service) -> None:
    org = service.organization()
    id = customer(
        org, displayName="100%_Roofs", gstin="29AAPFU0939F1ZR", phone="+91 98765 1", email="asha@roofs.in"
    )
    customer(org, displayName="Other", legalName="Roof 29AAPFU 98765 asha@")
    answer = org.get(f"/customer-ledger?q={quote(q)}")
    assert [row["id"] for row in answer.json["data"]] == [id]
    assert answer.json["meta"]["total"] == 1


def test_a_deleted_customer_has_left_the_ledgers(service: Service) -> None:
    org = service.organization()
    id = customer(org)
    assert org.delete(f"/customers/{id}").status_int == 200
    assert org.read("/customer-ledger") == []
    assert org.get(f"/customer-ledger/{id}").status_int == 404


# One ledger


def test_a_ledger_has_exactly_these_keys(service: Service) -> None:
    org = service.organization()
    id = customer(org, openingBalance=50)
    made = owed(org, id, 100)
    read = ledger(org, id)
    assert read.keys() == {"customer", "from", "to", "openingBalance", "outstanding", "entries"}
    assert read["customer"].keys() == LISTED | {"legalName"}
    assert (read["from"], read["to"], read["openingBalance"], read["outstanding"]) == (None, None, 50, 150)
    assert read["entries"] == [
        {
            "date": f"{DAY}T00:00:00Z",
            "type": "invoice",
            "number": made["invoiceNumber"],
            "debit": 100,
            "credit": 0,
            "status": "SENT",
            "balance": 150,
        }
    ]
    assert read["entries"][0].keys() == ENTRY


def test_a_customer_without_documents_owes_the_opening_balance(service: Service) -> None:
    org = service.organization()
    read = ledger(org, customer(org, openingBalance=12.34))
    assert (read["openingBalance"], read["outstanding"], read["entries"]) == (12.34, 12.34, [])


def test_entries_run_from_oldest_to_newest_with_a_running_balance(service: Service) -> None:
    org = service.organization()
    id = customer(org, openingBalance=10)
    owed(org, id, 300, invoiceDate="2026-05-10")
    first = owed(org, id, 100, invoiceDate="2026-05-01")
    pay(org, id, 60, (first["id"], 60), paymentDate="2026-05-05")
    Elsewhere(service, org).credit_note(id, 25, day="2026-05-07")
    read = ledger(org, id)
    assert figures(read) == [
        ("invoice", 100, 0, 110),
        ("payment", 0, 60, 50),
        ("credit_note", 0, 25, 25),
        ("invoice", 300, 0, 325),
    ]
    assert read["outstanding"] == 325


def test_entries_of_one_day_stand_in_the_order_they_were_made(service: Service) -> None:
    org = service.organization()
    id = customer(org)
    pay(org, id, 5)
    owed(org, id, 100)
    Elsewhere(service, org).credit_note(id, 7)
    owed(org, id, 200)
    assert [row[0] for row in figures(ledger(org, id))] == ["payment", "invoice", "credit_note", "invoice"]


def test_more_paid_than_owed_is_a_negative_balance(service: Service) -> None:
    org = service.organization()
    id = customer(org)
    pay(org, id, 40.05)
    assert ledger(org, id)["outstanding"] == -40.05


def test_tax_deducted_counts_as_paid(service: Service) -> None:
    org = service.organization()
    id = customer(org)
    made = owed(org, id, 1000)
    pay(org, id, 900, (made["id"], 1000), tdsAmount=100)
    read = ledger(org, id)
    assert figures(read)[1] == ("payment", 0, 1000, 0)
    assert read["outstanding"] == 0


@pytest.mark.parametrize("mode", ["CASH", "BANK_TRANSFER", "UPI", "CARD", "CHEQUE", "GATEWAY", "OTHER"])
def test_the_status_of_a_payment_is_its_mode(mode: str, service: Service) -> None:
    org = service.organization()
    id = customer(org)
    made = pay(org, id, 1, mode=mode)
    (entry,) = ledger(org, id)["entries"]
    assert (entry["status"], entry["number"]) == (mode, made["paymentNumber"])


def test_a_deleted_payment_leaves_the_ledger(service: Service) -> None:
    org = service.organization()
    id = customer(org)
    made = owed(org, id, 100)
    payment = pay(org, id, 30, (made["id"], 30))
    assert org.delete(f"/payments-received/{payment['id']}").status_int == 200
    assert figures(ledger(org, id)) == [("invoice", 100, 0, 100)]


def test_drafts_and_void_documents_do_not_stand_in_it(service: Service) -> None:
    org, elsewhere = (org := service.organization()), Elsewhere(service, org)
    id = customer(org)
    invoice(org, id)
    move(org, owed(org, id, 100)["id"], "void")
    for status in ("DRAFT", "VOID"):
        elsewhere.credit_note(id, 10, status=status)
    assert (ledger(org, id)["entries"], ledger(org, id)["outstanding"]) == ([], 0)


def test_an_invoice_carries_the_status_it_reads_with(service: Service) -> None:
    org = service.organization()
    id = customer(org)
    made = [owed(org, id, 100, dueDate=due) for due in ("2999-12-31", PAST, PAST, PAST)]
    pay(org, id, 140, (made[2]["id"], 40), (made[3]["id"], 100))
    shown = {e["number"]: e["status"] for e in ledger(org, id)["entries"] if e["type"] == "invoice"}
    assert [shown[m["invoiceNumber"]] for m in made] == ["SENT", "OVERDUE", "PARTIALLY_PAID", "PAID"]


@pytest.mark.parametrize("zone", ["Asia/Kolkata", "Pacific/Honolulu", "Pacific/Kiritimati"])
def test_overdue_begins_the_day_after_the_due_date_where_the_organization_is(
    zone: str, service: Service
) -> None:
    org = service.organization(time_zone=zone)
    id = customer(org)
    today = datetime.now(ZoneInfo(zone)).date()
    for days in (0, 1):
        owed(org, id, 100, invoiceDate=DAY, dueDate=str(today - timedelta(days=days)))
    assert [e["status"] for e in ledger(org, id)["entries"]] == ["SENT", "OVERDUE"]


def test_a_credit_note_is_open_until_all_of_it_is_allocated(service: Service) -> None:
    org, elsewhere = (org := service.organization()), Elsewhere(service, org)
    id = customer(org)
    made = owed(org, id, 100)
    note = elsewhere.credit_note(id, 50)
    elsewhere.apply("credit_note", note, made["id"], 20)
    assert [e["status"] for e in ledger(org, id)["entries"]] == ["PARTIALLY_PAID", "OPEN"]
    elsewhere.apply("credit_note", note, made["id"], 30)
    assert [e["status"] for e in ledger(org, id)["entries"]] == ["PARTIALLY_PAID", "CLOSED"]
    assert ledger(org, id)["outstanding"] == 50


# Currency


def test_a_document_in_another_currency_is_converted_at_its_own_rate(service: Service) -> None:
    org, elsewhere = (org := service.organization()), Elsewhere(service, org)
    id = customer(org)
    owed(org, id, 10.01, **USD)
    pay(org, id, 1, currencyCode="USD", exchangeRate=84)
    elsewhere.credit_note(id, 0.33, currency_code="USD", exchange_rate=90)
    read = ledger(org, id)
    # 10.01 x 83.1234 = 832.065234; 0.33 x 90 = 29.70
    assert figures(read) == [
        ("invoice", 832.07, 0, 832.07),
        ("payment", 0, 84, 748.07),
        ("credit_note", 0, 29.7, 718.37),
    ]
    assert read["outstanding"] == 718.37


def test_a_document_in_the_customers_own_currency_is_taken_as_it_is(service: Service) -> None:
    org = service.organization()
    id = customer(org, currencyCode="USD", openingBalance=5)
    owed(org, id, 10.01, **USD)
    read = ledger(org, id)
    assert (read["customer"]["currencyCode"], read["outstanding"]) == ("USD", 15.01)


def test_half_a_paisa_is_rounded_away_from_zero_on_both_sides(service: Service) -> None:
    org = service.organization()
    id = customer(org)
    owed(org, id, 0.01, currencyCode="USD", exchangeRate=50.5)
    pay(org, id, 0.01, currencyCode="USD", exchangeRate=50.5)
    assert figures(ledger(org, id)) == [("invoice", 0.51, 0, 0.51), ("payment", 0, 0.51, 0)]
