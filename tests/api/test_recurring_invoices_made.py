"""Invoices that are made of recurring ones: on which days, and as what."""

from typing import Any

import psycopg
import pytest

from tests.api.recurring import Recurring
from tests.api.series import series
from tests.selling import customer, goods, line
from tests.service import Service

PATH = "/recurring-invoices"


def test_each_due_day_until_now_gets_one_invoice_in_order(recurring: Recurring) -> None:
    id = recurring.schedule(dueDays=15)
    outcome = recurring.make_due("2100-02-03T09:00")
    assert (outcome.made, outcome.failed) == (3, 0)
    invoices = recurring.invoices()
    assert [invoice["invoiceDate"][:10] for invoice in invoices] == ["2100-02-01", "2100-02-02", "2100-02-03"]
    assert [invoice["invoiceNumber"] for invoice in invoices] == ["INV-00001", "INV-00002", "INV-00003"]
    assert [invoice["dueDate"][:10] for invoice in invoices] == ["2100-02-16", "2100-02-17", "2100-02-18"]
    assert {(invoice["status"], invoice["total"]) for invoice in invoices} == {("SENT", 118)}
    read = recurring.read(id)
    assert (read["made"], read["nextDate"]) == (3, "2100-02-04T00:00:00Z")
    assert read["lastInvoiceId"] == invoices[-1]["id"]


def test_what_was_made_is_not_made_again(recurring: Recurring) -> None:
    recurring.schedule()
    outcomes = [recurring.make_due("2100-02-01T09:00") for _ in range(3)]
    assert [outcome.made for outcome in outcomes] == [1, 0, 0]
    assert recurring.days() == ["2100-02-01"]


def test_a_day_begins_where_the_organization_is(service: Service) -> None:
    for time_zone, before, after in (
        ("Asia/Kolkata", "2100-01-31T23:59", "2100-02-01T00:00"),
        ("Pacific/Kiritimati", "2100-01-31T15:29", "2100-01-31T15:30"),
        ("America/Los_Angeles", "2100-02-01T13:29", "2100-02-01T13:30"),
    ):
        org = service.organization(time_zone=time_zone)
        recurring = Recurring(service, org, customer(org))
        recurring.schedule()
        recurring.make_due(before)
        assert recurring.days() == [], time_zone
        recurring.make_due(after)
        assert recurring.days() == ["2100-02-01"], time_zone
        recurring.end()


def test_drafts_take_no_number(recurring: Recurring) -> None:
    recurring.schedule(then="DRAFT")
    recurring.make_due("2100-02-01T09:00")
    (draft,) = recurring.invoices()
    assert (draft["status"], draft["invoiceNumber"][:6]) == ("DRAFT", "DRAFT-")


@pytest.mark.parametrize("known_by", ["customer", "contact"])
def test_what_is_to_be_mailed_waits_in_the_outbox_for_its_customer(
    known_by: str, recurring: Recurring
) -> None:
    owner = customer(recurring.org, email="Ann@Example.com" if known_by == "customer" else None)
    if known_by == "contact":
        contact = {
            "customerId": owner,
            "name": "Bo",
            "email": "bo@example.com",
            "phone": None,
            "roleLabel": None,
        }
        recurring.org.make("/customer-contacts", contact)
    recurring.schedule(customerId=owner, then="SEND_AND_MAIL")
    recurring.make_due("2100-02-01T09:00")
    (invoice,) = recurring.invoices()
    assert invoice["status"] == "SENT"
    (waiting,) = recurring.org.read(f"/invoices/{invoice['id']}/email")
    assert (waiting["status"], waiting["cc"]) == ("QUEUED", [])
    assert waiting["to"] == ["Ann@Example.com" if known_by == "customer" else "bo@example.com"]


@pytest.mark.parametrize("email", [None, "none", "a@b.example, c@d.example"])
def test_an_invoice_is_made_though_no_address_is_known_to_mail_it_to(
    email: str | None, recurring: Recurring
) -> None:
    recurring.schedule(customerId=customer(recurring.org, email=email), then="SEND_AND_MAIL")
    assert recurring.make_due("2100-02-01T09:00").made == 1
    (invoice,) = recurring.invoices()
    (failed,) = recurring.org.read(f"/invoices/{invoice['id']}/email")
    assert (failed["status"], failed["to"]) == ("FAILED", [])
    assert "e-mail address" in failed["failure"]


def test_without_days_of_its_own_an_invoice_is_due_by_the_customer_s_term(recurring: Recurring) -> None:
    term = recurring.org.make("/payment-terms", {"name": "Net 30", "days": 30})["id"]
    recurring.schedule(customerId=customer(recurring.org, paymentTermId=term))
    recurring.make_due("2100-02-01T09:00")
    assert recurring.invoices()[0]["dueDate"][:10] == "2100-03-03"


def test_notes_and_descriptions_name_the_period(recurring: Recurring) -> None:
    words = "{month} {year}: {from} to {to}"
    recurring.schedule(frequency="MONTHLY", notes=words, lines=[line(description=f"Rent of {words}"), line()])
    recurring.make_due("2100-03-01T09:00")
    first, second = (recurring.org.read(f"/invoices/{row['id']}") for row in recurring.invoices())
    assert first["notes"] == "February 2100: 01 Feb 2100 to 28 Feb 2100"
    assert second["notes"] == "March 2100: 01 Mar 2100 to 31 Mar 2100"
    described = [row["description"] for row in second["lines"]]
    assert described == ["Rent of March 2100: 01 Mar 2100 to 31 Mar 2100", "Work"]


def test_an_invoice_is_what_its_body_would_have_become(recurring: Recurring) -> None:
    shirt = goods(recurring.org, sellingPrice=123.456789)
    body = {
        "currencyCode": "INR",
        "placeOfSupplyStateCode": "29",
        "notes": "Thanks",
        "termsAndConditions": "None",
        "schemeIds": ["diwali"],
        "adjustments": {"documentDiscount": 3, "documentDiscountIsPercent": True, "adjustmentLabel": "Box"},
        "lines": [
            {"itemId": shirt["id"], "quantity": 1.000001, "taxRatePercent": 5},
            {"description": "Glass", "rate": 40.125, "width": 2, "height": 3, "lengthUnit": "M"},
        ],
    }
    recurring.schedule(**body)
    recurring.make_due("2100-02-01T09:00")
    (row,) = recurring.invoices()
    alone = {"customerId": recurring.customer_id, "invoiceDate": "2100-02-01", "status": "SENT"}
    other = recurring.org.make("/invoices", body | alone)
    made, written = (recurring.org.read(f"/invoices/{id}") for id in (row["id"], other["id"]))
    own = {"id", "invoiceNumber", "createdAt", "updatedAt", "lines"}
    assert {name: value for name, value in made.items() if name not in own} == {
        name: value for name, value in written.items() if name not in own
    }
    for one, same in zip(made["lines"], written["lines"], strict=True):
        assert one | {"id": same["id"], "invoiceId": same["invoiceId"]} == same


def test_it_ends_after_so_many_invoices_or_with_its_last_day(recurring: Recurring) -> None:
    counted = recurring.schedule(frequency="WEEKLY", occurrences=2)
    dated = recurring.schedule(frequency="WEEKLY", interval=2, endDate="2100-02-20")
    recurring.make_due("2100-12-31T09:00")
    assert recurring.days() == ["2100-02-01", "2100-02-01", "2100-02-08", "2100-02-15"]
    for id in (counted, dated):
        read = recurring.read(id)
        assert (read["made"], read["nextDate"]) == (2, None)
        assert recurring.org.read(f"{PATH}/{id}/preview") == {"dates": []}


@pytest.mark.parametrize(
    "fields",
    [
        {"interval": 9},
        {"frequency": "WEEKLY", "interval": 3, "occurrences": 5},
        {"frequency": "MONTHLY", "startDate": "2100-01-31"},
        {"frequency": "MONTHLY", "dayOfMonth": "LAST", "endDate": "2100-07-31"},
        {"frequency": "QUARTERLY", "startDate": "2100-04-01"},
        {"frequency": "YEARLY", "startDate": "2096-02-29"},
    ],
)
def test_what_was_looked_at_is_what_is_made(recurring: Recurring, fields: dict[str, Any]) -> None:
    id = recurring.schedule(**fields)
    shown = [day[:10] for day in recurring.org.read(f"{PATH}/{id}/preview?count=50")["dates"]]
    recurring.make_due("2100-12-31T09:00")
    assert recurring.days() == [day for day in shown if day <= "2100-12-31"]


def test_nothing_is_made_while_it_is_paused_or_once_it_is_deleted(recurring: Recurring) -> None:
    paused, deleted = recurring.schedule(), recurring.schedule()
    assert recurring.org.post(f"{PATH}/{paused}/pause").json["data"]["nextDate"] is None
    assert recurring.org.delete(f"{PATH}/{deleted}").status_int == 200
    recurring.make_due("2100-02-03T09:00")
    assert recurring.days() == []


def test_at_the_end_of_a_fiscal_year_each_day_takes_a_number_of_its_year(recurring: Recurring) -> None:
    series(recurring.org, "INVOICE", prefix="{FY}/")
    recurring.schedule(startDate="2100-03-30", occurrences=4)
    # All are made in the year that follows.
    recurring.make_due("2100-04-02T09:00")
    made = [(row["invoiceDate"][:10], row["invoiceNumber"]) for row in recurring.invoices()]
    year, next_year = made[0][1].partition("/")[0], made[2][1].partition("/")[0]
    assert year != next_year
    assert made == [
        ("2100-03-30", f"{year}/00001"),
        ("2100-03-31", f"{year}/00002"),
        ("2100-04-01", f"{next_year}/00001"),
        ("2100-04-02", f"{next_year}/00002"),
    ]


def test_other_days_come_after_those_that_were_made(recurring: Recurring) -> None:
    id = recurring.schedule(frequency="MONTHLY")
    recurring.make_due("2100-03-01T09:00")
    assert recurring.change(id, frequency="MONTHLY", dayOfMonth=15)["nextDate"][:10] == "2100-03-15"
    assert recurring.change(id, frequency="MONTHLY", dayOfMonth=1)["nextDate"][:10] == "2100-04-01"
    recurring.make_due("2100-04-01T09:00")
    assert recurring.days() == ["2100-02-01", "2100-03-01", "2100-04-01"]


def test_the_longest_due_of_all_is_made_first(recurring: Recurring) -> None:
    recurring.schedule(interval=2)
    recurring.schedule(startDate="2100-02-02", interval=2)
    recurring.make_due("2100-02-04T09:00")
    numbers = [invoice["invoiceNumber"] for invoice in recurring.invoices()]
    assert numbers == ["INV-00001", "INV-00002", "INV-00003", "INV-00004"]


def test_a_deleted_draft_is_not_made_again(recurring: Recurring) -> None:
    recurring.schedule(then="DRAFT")
    recurring.make_due("2100-02-01T09:00")
    recurring.org.delete(f"/invoices/{recurring.invoices()[0]['id']}")
    recurring.make_due("2100-02-01T10:00")
    assert recurring.days() == []


def test_it_is_made_by_who_made_the_schedule_and_the_trail_tells_for_which(recurring: Recurring) -> None:
    id = recurring.schedule()
    recurring.make_due("2100-02-01T09:00")
    (invoice,) = recurring.invoices()
    assert invoice["createdBy"] == recurring.org.user_id
    told = recurring.org.read(f"/audit?requestId={id}&table=invoices")
    assert [(row["recordId"], row["userId"]) for row in told] == [(invoice["id"], recurring.org.user_id)]


def test_the_database_takes_no_second_invoice_of_a_day(recurring: Recurring) -> None:
    id = recurring.schedule()
    recurring.make_due("2100-02-01T09:00")
    again = (recurring.org.organization_id, id, "2100-02-01", "inv_other")
    with psycopg.connect(recurring.service.url) as owner, pytest.raises(psycopg.errors.UniqueViolation):
        owner.execute(
            "INSERT INTO recurring_invoice_days (organization_id, recurring_invoice_id, due_date, invoice_id)"
            " VALUES (%s, %s, %s, %s)",
            again,
        )
