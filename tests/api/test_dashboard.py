"""The receivables dashboard: what is open, by how long it has been due."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from tests.api.ledgers import ledger, owed
from tests.api.returns_of_the_wire import exact
from tests.elsewhere import Elsewhere
from tests.selling import LATER, PAST, Body, customer, invoice, move, pay
from tests.service import Client, Service

BUCKETS = ["Current", "1-30d", "31-60d", "61-90d", "90+d"]
LONG_AGO = "2020-01-01"


def dashboard(org: Client) -> Body:
    data: Body = org.read("/dashboard/receivables")
    return data


def amounts(org: Client) -> list[float]:
    """The amounts of the buckets, which are always there in this order."""
    aging = dashboard(org)["aging"]
    assert [row["bucket"] for row in aging] == BUCKETS
    return [row["amount"] for row in aging]


def today_in(zone: str) -> date:
    return datetime.now(ZoneInfo(zone)).date()


def test_an_organization_that_is_owed_nothing_has_five_empty_buckets(org: Client) -> None:
    assert dashboard(org) == {
        "totalOutstanding": 0,
        "overdueAmount": 0,
        "aging": [{"bucket": bucket, "amount": 0} for bucket in BUCKETS],
    }


@pytest.mark.parametrize("zone", ["Asia/Kolkata", "Pacific/Honolulu", "Pacific/Kiritimati"])
@pytest.mark.parametrize(
    ("days", "bucket"),
    [
        (-1, "Current"),
        (0, "Current"),
        (1, "1-30d"),
        (30, "1-30d"),
        (31, "31-60d"),
        (60, "31-60d"),
        (61, "61-90d"),
        (90, "61-90d"),
        (91, "90+d"),
        (2000, "90+d"),
    ],
)
def test_an_invoice_is_in_the_bucket_of_its_days_past_the_due_date(
    days: int, bucket: str, zone: str, service: Service
) -> None:
    org = service.organization(time_zone=zone)
    due = today_in(zone) - timedelta(days=days)
    owed(org, customer(org), 100, invoiceDate=LONG_AGO, dueDate=str(due))
    assert amounts(org) == [100 if name == bucket else 0 for name in BUCKETS]
    read = dashboard(org)
    assert (read["totalOutstanding"], read["overdueAmount"]) == (100, 0 if bucket == "Current" else 100)


def test_midnight_where_the_organization_is_makes_the_difference(service: Service) -> None:
    now = datetime.now(UTC)
    # Zones named after their distance from Greenwich, eastern ones with a minus: here it is past midnight, and
    # an hour to the west it is not yet.
    here, west = (-now.hour, -now.hour - 1) if now.hour < 12 else (24 - now.hour, 23 - now.hour)
    due = (now + timedelta(hours=west)).date()
    for offset, expected in ((here, [0, 100]), (west, [100, 0])):
        org = service.organization(time_zone=f"Etc/GMT{-offset:+d}")
        owed(org, customer(org), 100, invoiceDate=LONG_AGO, dueDate=str(due))
        assert amounts(org)[:2] == expected


def test_the_buckets_add_up_to_the_total_and_all_but_the_first_are_overdue(org: Client) -> None:
    who, today = customer(org), today_in("Asia/Kolkata")
    for n, days in enumerate((0, 1, 30, 31, 60, 61, 90, 91)):
        due = str(today - timedelta(days=days))
        owed(org, who, 2**n + 0.01, invoiceDate=LONG_AGO, dueDate=due)
    assert amounts(org) == [1.01, 6.02, 24.02, 96.02, 128.01]
    read = dashboard(org)
    assert (read["totalOutstanding"], read["overdueAmount"]) == (255.08, 254.07)


def test_what_is_not_due_yet_is_not_overdue(org: Client) -> None:
    owed(org, customer(org), 70)
    assert (dashboard(org)["totalOutstanding"], dashboard(org)["overdueAmount"]) == (70, 0)


def test_of_a_part_paid_invoice_the_rest_counts(org: Client) -> None:
    who = customer(org)
    overdue, current = owed(org, who, 100, dueDate=PAST), owed(org, who, 50)
    pay(org, who, 45, (overdue["id"], 40.5), (current["id"], 4.5))
    assert dashboard(org)["totalOutstanding"] == 105
    assert dashboard(org)["overdueAmount"] == 59.5


def test_drafts_and_void_and_paid_invoices_do_not_count(org: Client) -> None:
    who = customer(org)
    invoice(org, who, dueDate=PAST)
    move(org, owed(org, who, 100, dueDate=PAST)["id"], "void")
    paid = owed(org, who, 100, dueDate=PAST)
    payment = pay(org, who, 100, (paid["id"], 100))
    assert dashboard(org)["totalOutstanding"] == 0
    assert org.delete(f"/payments-received/{payment['id']}").status_int == 200
    assert dashboard(org)["totalOutstanding"] == 100


def test_credit_that_is_not_allocated_takes_nothing_off(org: Client, service: Service) -> None:
    who = customer(org, openingBalance=500)
    owed(org, who, 100)
    pay(org, who, 30)
    Elsewhere(service, org).credit_note(who, 20)
    assert dashboard(org)["totalOutstanding"] == 100


def test_another_currency_counts_at_the_invoices_rate_and_each_invoice_is_rounded(org: Client) -> None:
    who = customer(org)
    # 0.01 x 50.5 = 0.505: two of them make 1.02, where their sum would make 1.01.
    for _ in range(2):
        owed(org, who, 0.01, currencyCode="USD", exchangeRate=50.5)
    part_paid = owed(org, who, 100, currencyCode="USD", exchangeRate=83.1234)
    pay(org, who, 90, (part_paid["id"], 90), currencyCode="USD", exchangeRate=99)
    assert dashboard(org)["totalOutstanding"] == 1.02 + 831.23


def test_other_organizations_do_not_count(org: Client, service: Service) -> None:
    other = service.organization()
    owed(other, customer(other), 100)
    assert dashboard(org)["totalOutstanding"] == 0


# Who may see it


def test_without_a_token_it_is_unauthorized(service: Service) -> None:
    answer = service.anonymous().get("/dashboard/receivables")
    assert (answer.status_int, answer.json["error"]["code"]) == (401, "unauthorized")


def test_reading_invoices_is_enough(org: Client, service: Service) -> None:
    for caller in (
        service.token(org.known, "invoices.read"),
        service.member(org.organization_id, role="VIEWER"),
    ):
        assert caller.get("/dashboard/receivables").status_int == 200


def test_it_is_forbidden_when_either_side_may_not_read_invoices(org: Client, service: Service) -> None:
    Elsewhere(service, org).execute("role", key="CASHIER", permissions=["paymentsReceived.read"])
    for caller in (
        service.token(org.known, "customers paymentsReceived reports invoices.create"),
        service.member(org.organization_id, role="CASHIER"),
        service.member(org.organization_id, role="CASHIER", scopes="customers.read"),
    ):
        answer = caller.get("/dashboard/receivables")
        assert (answer.status_int, answer.json["error"]["code"]) == (403, "forbidden")


# Ledgers and dashboard (the formula of docs/ledgers.md)


def in_base(amount: Decimal, document: Body) -> Decimal:
    return (amount * exact(document["exchangeRate"])).quantize(Decimal("0.01"), "ROUND_HALF_UP")


class Terms:
    """The terms of the formula, from what documents say when they are read one by one."""

    def __init__(self, org: Client) -> None:
        payments = org.read("/payments-received")
        notes = [n for n in org.read("/credit-notes") if n["status"] in ("OPEN", "CLOSED")]
        customers = org.read("/customers")
        invoices = [i for i in org.read("/invoices") if i["status"] not in ("DRAFT", "VOID")]
        self.ledgers = sum(exact(ledger(org, c["id"])["outstanding"]) for c in customers)
        self.open_invoices = exact(dashboard(org)["totalOutstanding"])
        self.credit = sum(in_base(left_of(p), p) for p in payments)
        self.credit += sum(in_base(exact(n["balanceUnallocated"]), n) for n in notes)
        self.opening = sum(exact(c["openingBalance"]) for c in customers)
        self.opening -= sum(in_base(exact(p["openingBalanceApplied"]), p) for p in payments)
        # What was settled, at the invoices' rates, less the same at the rates of what settled it.
        self.exchange = sum(
            in_base(exact(i["total"]), i) - in_base(exact(i["balanceDue"]), i) for i in invoices
        )
        for document, whole, left in [
            *((p, brought_by(p) - exact(p["openingBalanceApplied"]), left_of(p)) for p in payments),
            *((n, exact(n["total"]), exact(n["balanceUnallocated"])) for n in notes),
        ]:
            self.exchange -= in_base(whole, document) - in_base(left, document)


def brought_by(payment: Body) -> Decimal:
    return exact(payment["amount"]) + exact(payment["tdsAmount"])


def left_of(payment: Body) -> Decimal:
    return brought_by(payment) - exact(payment["allocated"]) - exact(payment["openingBalanceApplied"])


def mixed(org: Client, elsewhere: Elsewhere) -> None:
    """Three customers with everything that moves a balance, and some things that do not."""
    first, second, third = (
        customer(org, openingBalance=500.5),
        customer(org),
        customer(org, openingBalance=70),
    )
    current, overdue = owed(org, first, 1000.01), owed(org, first, 400, dueDate=PAST)
    pay(
        org,
        first,
        700,
        (current["id"], 450),
        (overdue["id"], 100.25),
        openingBalanceApplied=200,
        tdsAmount=60,
    )
    note = elsewhere.credit_note(first, 90)
    elsewhere.apply("credit_note", note, current["id"], 40.4)
    elsewhere.credit_note(first, 1000, status="VOID")
    paid = owed(org, second, 250)
    pay(org, second, 300, (paid["id"], 250))
    gone = pay(org, second, 11)
    org.delete(f"/payments-received/{gone['id']}")
    move(org, owed(org, second, 33)["id"], "void")
    invoice(org, third)
    owed(org, third, 5, dueDate=LATER)


def test_ledgers_are_the_dashboard_less_credit_and_with_what_is_left_of_opening_balances(
    org: Client, service: Service
) -> None:
    mixed(org, Elsewhere(service, org))
    terms = Terms(org)
    # 1000.01 - 450 - 40.40, 400 - 100.25, 5; 760 - 550.25 - 200, 90 - 40.40, 50; 500.50 - 200, 70
    assert terms.open_invoices == Decimal("814.36")
    assert terms.credit == Decimal("109.35")
    assert terms.opening == Decimal("370.50")
    assert terms.exchange == 0
    assert terms.ledgers == Decimal("1075.51") == terms.open_invoices - terms.credit + terms.opening


def test_with_other_currencies_the_difference_of_the_rates_is_added(org: Client, service: Service) -> None:
    elsewhere = Elsewhere(service, org)
    mixed(org, elsewhere)
    who = customer(org)
    dollars = owed(org, who, 100, currencyCode="USD", exchangeRate=80)
    pay(org, who, 60, (dollars["id"], 50), currencyCode="USD", exchangeRate=83)
    note = elsewhere.credit_note(who, 30, currency_code="USD", exchange_rate=81)
    elsewhere.apply("credit_note", note, dollars["id"], 20)
    terms = Terms(org)
    # 50 paid at 83 and 20 credited at 81, of an invoice at 80
    assert terms.exchange == -(50 * 3 + 20 * 1)
    assert terms.ledgers == terms.open_invoices - terms.credit + terms.opening + terms.exchange
    assert ledger(org, who)["entries"][-1]["balance"] == 100 * 80 - 60 * 83 - 30 * 81
