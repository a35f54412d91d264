"""GET /customers/{id}/ledger-pdf."""

import pytest

from app.printing.jobs import MOST_STATEMENT_ENTRIES
from tests.api.recurring import days_ago
from tests.printed import as_owner, page, profiled
from tests.selling import customer, line, pay, sent
from tests.service import Client, Service

pytestmark = pytest.mark.slow


def statement(org: Client, id: str, query: str = "") -> str:
    return page(org, f"/customers/{id}/ledger-pdf{query}")


def due(org: Client, owner: str, amount: float, days: int) -> None:
    """A sent invoice that fell due so many days ago."""
    sent(org, owner, line(rate=amount), invoiceDate=days_ago(days), dueDate=days_ago(days))


def test_it_has_the_customer_the_entries_and_the_balances(service: Service) -> None:
    org = profiled(service)
    owner = customer(org, displayName="Deccan Stores", openingBalance=250.5, gstin="27AAPFU0939F1ZV")
    record = sent(org, owner, line(rate=1000), invoiceDate="2026-05-04")
    pay(org, owner, 400, (record["id"], 400), paymentDate="2026-05-06")
    answer = org.get(f"/customers/{owner}/ledger-pdf")
    assert answer.headers["Content-Disposition"].startswith('inline; filename="Statement-Deccan-Stores-')
    text = statement(org, owner)
    for part in (
        "STATEMENT OF ACCOUNT",
        "Period All entries",
        "Account of Deccan Stores GSTIN 27AAPFU0939F1ZV",
        "Opening balance 250.50",
        f"04 May 2026 Invoice {record['invoiceNumber']} 1,000.00 1,250.50",
        "06 May 2026 Payment",
        "400.00 850.50",
        "Closing balance 1,000.00 400.00 850.50",
        "us@bank",
    ):
        assert part in text


def test_a_window_opens_and_closes_with_its_own_balances(service: Service) -> None:
    org = profiled(service)
    owner = customer(org, openingBalance=100)
    for number, month in enumerate(("01", "02", "03"), 1):
        sent(org, owner, line(rate=number * 1000), invoiceDate=f"2026-{month}-10")
    text = statement(org, owner, "?from=2026-02-01&to=2026-02-28")
    assert "Period 01 Feb 2026 – 28 Feb 2026" in text
    assert "01 Feb 2026 Opening balance 1,100.00" in text
    assert "10 Feb 2026" in text
    assert "10 Jan 2026" not in text
    assert "10 Mar 2026" not in text
    assert "Closing balance 2,000.00 0.00 3,100.00" in text
    assert "6,100.00" in text  # outstanding after all


def test_what_is_open_stands_in_the_dashboards_buckets(service: Service) -> None:
    org = profiled(service)
    owner, other = customer(org), customer(org)
    for amount, days in ((1, 0), (2, 1), (4, 30), (8, 31), (16, 60), (32, 61), (64, 90), (128, 91)):
        due(org, owner, amount, days)
    due(org, other, 5000, 5)
    pay(org, owner, 10)
    assert "1.00 6.00 24.00 96.00 128.00 -10.00 245.00" in statement(org, owner)


def test_another_currency_counts_in_the_customers_own(service: Service) -> None:
    org = profiled(service)
    owner = customer(org, currencyCode="USD")
    sent(org, owner, line(rate=1234.5), currencyCode="USD", exchangeRate=84)
    text = statement(org, owner)
    assert "Balance ($)" in text
    assert "1,234.50 0.00 0.00 0.00 0.00 0.00 1,234.50" in text
    assert "UPI" not in text


def test_a_customer_with_whom_nothing_happened_has_a_statement(service: Service) -> None:
    org = service.organization(gstin=None)
    text = statement(org, customer(org))
    assert "Opening balance 0.00 Closing balance 0.00 0.00 0.00" in text
    assert "None" not in text


def test_too_many_entries_are_refused_by_the_names_of_the_window(service: Service) -> None:
    org = service.organization(gstin=None)
    owner = customer(org)
    as_owner(service, org, "many_invoices", customer_id=owner, count=MOST_STATEMENT_ENTRIES + 1)
    service.unchecked.remove(org.organization_id)  # these invoices have no lines
    answer = org.get(f"/customers/{owner}/ledger-pdf")
    assert (answer.status_int, answer.json["error"]["code"]) == (422, "validation_error")
    assert [detail["field"] for detail in answer.json["error"]["details"]] == ["from", "to"]
    assert "Closing balance" in statement(org, owner, "?from=2020-02-01&to=2020-03-31")


@pytest.mark.parametrize(
    ("query", "field"),
    [("?from=yesterday", "from"), ("?to=2026-13-01", "to"), ("?from=2026-02-01&to=2026-01-01", "from")],
)
def test_a_window_that_is_none_is_refused(service: Service, query: str, field: str) -> None:
    org = service.organization()
    answer = org.get(f"/customers/{customer(org)}/ledger-pdf{query}")
    assert answer.status_int == 422
    assert answer.json["error"]["details"][0]["field"] == field


def test_a_customer_of_others_or_deleted_is_not_found(service: Service) -> None:
    org, other = service.organization(), service.organization()
    owner, gone = customer(org), customer(org)
    assert org.delete(f"/customers/{gone}").status_int == 200
    for client, id in ((other, owner), (org, gone), (org, "cus_0")):
        answer = client.get(f"/customers/{id}/ledger-pdf")
        assert (answer.status_int, answer.json["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize(("scopes", "status"), [("customers.read", 200), ("invoices.read", 403)])
def test_it_needs_to_read_customers(service: Service, scopes: str, status: int) -> None:
    org = service.organization()
    id = customer(org)
    assert (
        service.member(org.organization_id, scopes=scopes).get(f"/customers/{id}/ledger-pdf").status_int
        == status
    )
