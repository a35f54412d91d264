"""Numbers of invoices and payments: without gaps, by fiscal year, in the form of their series."""

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.api.series import issue, series
from tests.refusals import refused
from tests.selling import body, customer, edited, invoice, item, line, move, pay, sent
from tests.service import Client, Service


def today(org_zone: str = "Asia/Kolkata") -> str:
    return datetime.now(ZoneInfo(org_zone)).date().isoformat()


# Form


def test_a_series_that_does_not_exist_is_made_on_first_use(org: Client) -> None:
    assert [issue(org, today()), issue(org, today())] == ["INV-00001", "INV-00002"]
    assert pay(org, customer(org), 1, paymentDate=today())["paymentNumber"] == "PMT-00001"
    made = {row["docType"]: row for row in org.read("/number-series")}
    assert set(made) == {"INVOICE", "PAYMENT_RECEIVED"}
    facts = {"prefix": "INV-", "suffix": "", "padding": 5, "nextNumber": 3, "resetYearly": True}
    assert facts.items() <= made["INVOICE"].items()
    assert (made["PAYMENT_RECEIVED"]["prefix"], made["PAYMENT_RECEIVED"]["nextNumber"]) == ("PMT-", 2)


@pytest.mark.parametrize(
    ("form", "day", "printed"),
    [
        ({"prefix": "A/", "suffix": "/Z", "padding": 3}, "2026-05-04", "A/001/Z"),
        ({"prefix": "", "padding": 1}, "2026-05-04", "1"),
        ({"padding": 10}, "2026-05-04", "0000000001"),
        ({"prefix": "INV/{FY}/"}, "2026-04-01", "INV/26-27/00001"),
        ({"prefix": "INV/{FY}/"}, "2027-03-31", "INV/26-27/00001"),
        ({"prefix": "INV/{FY}/"}, "2026-03-31", "INV/25-26/00001"),
        ({"prefix": "{FY}/"}, "2099-05-01", "99-00/00001"),
        ({"prefix": "{YYYY}-"}, "2027-03-31", "2027-00001"),
        ({"prefix": "{YY}-"}, "2027-03-31", "27-00001"),
        ({"suffix": "/{FY}/{YYYY}/{YY}"}, "2027-01-01", "00001/26-27/2027/27"),
        ({"prefix": "{FY}{FY}{fy}{X}"}, "2026-05-04", "26-2726-27{fy}{X}00001"),
        ({"prefix": "{FY}" * 10, "suffix": "{FY}" * 5, "padding": 10}, "2026-05-04", None),
        ({"prefix": "P", "padding": 2, "nextNumber": 9_007_199_254_740_991}, None, "P9007199254740991"),
    ],
)
def test_a_number_is_printed_in_the_form_of_its_series(
    org: Client, form: Any, day: str | None, printed: str | None
) -> None:
    series(org, "INVOICE", **form)
    longest = "26-27" * 10 + "0000000001" + "26-27" * 5
    assert issue(org, day or today()) == (printed or longest)


def test_payments_have_a_series_of_their_own(org: Client) -> None:
    series(org, "PAYMENT_RECEIVED", prefix="R{FY}-", nextNumber=7, resetYearly=False)
    customer_id = customer(org)
    assert issue(org) == "INV-00001"
    assert pay(org, customer_id, 1, paymentDate="2027-03-31")["paymentNumber"] == "R26-27-00007"
    assert pay(org, customer_id, 1, paymentDate="2027-04-01")["paymentNumber"] == "R27-28-00008"


def test_a_change_of_the_series_counts_from_the_next_number_on(org: Client) -> None:
    first = sent(org, customer(org), invoiceDate=today())
    made = org.read("/number-series")[0]
    org.patch(f"/number-series/{made['id']}", {"prefix": "B", "padding": 2})
    assert issue(org, today()) == "B02"
    assert org.read(f"/invoices/{first['id']}")["invoiceNumber"] == "INV-00001"


# Fiscal years


def test_each_fiscal_year_counts_from_one_by_the_documents_date(org: Client) -> None:
    series(org, "INVOICE", prefix="{FY}/")
    days = ["2026-03-31", "2026-04-01", "2027-03-31", "2025-04-01", "2027-04-01"]
    assert [issue(org, day) for day in days] == [
        "25-26/00001",
        "26-27/00001",
        "26-27/00002",
        "25-26/00002",
        "27-28/00001",
    ]


def test_the_same_number_may_stand_in_two_fiscal_years(org: Client) -> None:
    assert issue(org, "2026-03-31") == issue(org, "2026-04-01") == "INV-00001"


@pytest.mark.parametrize(
    ("start", "day", "printed"),
    [
        (1, "2026-12-31", "26-27"),
        (1, "2027-01-01", "27-28"),
        (7, "2026-06-30", "25-26"),
        (7, "2026-07-01", "26-27"),
        (12, "2026-11-30", "25-26"),
        (12, "2026-12-01", "26-27"),
    ],
)
def test_the_fiscal_year_begins_in_the_organizations_month(
    service: Service, start: int, day: str, printed: str
) -> None:
    org = service.organization(fiscal_year_start_month=start)
    series(org, "INVOICE", prefix="{FY}/")
    assert issue(org, day) == f"{printed}/00001"
    assert issue(org, "2020-01-01").endswith("/00001")


def test_a_series_that_never_resets_counts_through_the_years(org: Client) -> None:
    series(org, "INVOICE", prefix="{FY}/", resetYearly=False)
    days = ["2026-03-31", "2026-04-01", "2030-01-01", "2020-01-01"]
    assert [issue(org, day) for day in days] == ["25-26/00001", "26-27/00002", "29-30/00003", "19-20/00004"]


def test_the_date_of_the_document_counts_and_not_the_day_it_is_sent(org: Client) -> None:
    series(org, "INVOICE", prefix="{FY}/")
    draft = invoice(org, customer(org), invoiceDate="2019-05-01")
    assert move(org, draft["id"], "send")["invoiceNumber"] == "19-20/00001"


# Drafts


def test_a_draft_takes_no_number_of_the_series(org: Client) -> None:
    customer_id = customer(org)
    drafts = [invoice(org, customer_id) for _ in range(3)]
    for draft in drafts:
        assert re.fullmatch(r"DRAFT-[0-9A-Z]{8}", draft["invoiceNumber"])
    assert len({draft["invoiceNumber"] for draft in drafts}) == 3
    assert org.read("/number-series") == []
    for place in (2, 0):
        move(org, drafts[place]["id"], "send")
    assert org.read(f"/invoices/{drafts[2]['id']}")["invoiceNumber"] == "INV-00001"
    assert org.read(f"/invoices/{drafts[0]['id']}")["invoiceNumber"] == "INV-00002"


def test_deleted_drafts_and_refused_requests_leave_no_gap(org: Client) -> None:
    customer_id = customer(org)
    assert issue(org) == "INV-00001"
    org.delete(f"/invoices/{invoice(org, customer_id)['id']}")
    refused(org.post("/invoices", body(customer_id, line(discount=101), status="SENT")))
    refused(org.post("/invoices", body("cus_x", status="SENT")))
    draft = invoice(org, customer_id, {"itemId": _of_two_variants(org), "quantity": 1})
    assert org.post(f"/invoices/{draft['id']}/send").status_int == 409
    assert issue(org) == "INV-00002"


def _of_two_variants(org: Client) -> str:
    variants = [{"size": "M"}, {"size": "L"}]
    return str(item(org, trackInventory=True, variants=variants)["id"])


def test_a_voided_invoice_keeps_its_number(org: Client) -> None:
    made = sent(org, customer(org))
    move(org, made["id"], "void")
    assert org.read(f"/invoices/{made['id']}")["invoiceNumber"] == "INV-00001"
    assert issue(org) == "INV-00002"


def test_a_refused_payment_takes_no_number(org: Client) -> None:
    customer_id = customer(org)
    pay(org, customer_id, 1)
    given = {"customerId": customer_id, "paymentDate": "2026-05-04", "amount": 1}
    refused(org.post("/payments-received", given | {"openingBalanceApplied": 1}))
    assert pay(org, customer_id, 1)["paymentNumber"] == "PMT-00002"


# nextNumber


def test_next_number_is_set_forward_and_never_back_over_a_used_number(org: Client) -> None:
    assert issue(org, today()) == "INV-00001"
    made = org.read("/number-series")[0]
    path = f"/number-series/{made['id']}"
    assert refused(org.patch(path, {"nextNumber": 1})) == {"nextNumber"}
    assert org.patch(path, {"nextNumber": 50}).json["data"]["nextNumber"] == 50
    assert issue(org, today()) == "INV-00050"
    assert refused(org.patch(path, {"nextNumber": 50})) == {"nextNumber"}
    assert refused(org.patch(path, {"nextNumber": 2})) == {"nextNumber"}
    assert org.patch(path, {"nextNumber": 51}).status_int == 200
    assert issue(org, today()) == "INV-00051"


@pytest.mark.parametrize("next_number", [1, 10001])
def test_a_next_number_that_an_old_form_printed_already_is_refused_at_once_or_later(
    org: Client, next_number: int
) -> None:
    made = series(org, "INVOICE", prefix="A1", padding=4)
    assert issue(org, today()) == "A10001"
    # `A` with five digits prints the same when it comes to 10001.
    path = f"/number-series/{made['id']}"
    answer = org.patch(path, {"prefix": "A", "padding": 5, "nextNumber": next_number})
    assert refused(answer) == {"nextNumber"}
    assert issue(org, today()) == "A10002"
    assert org.patch(path, {"prefix": "A", "padding": 5, "nextNumber": 10003}).status_int == 200
    assert issue(org, today()) == "A10003"


def test_a_form_that_payments_were_printed_in_goes_on_after_them(org: Client) -> None:
    made = series(org, "PAYMENT_RECEIVED", prefix="A1", padding=4)
    customer_id = customer(org)
    assert pay(org, customer_id, 1, paymentDate=today())["paymentNumber"] == "A10001"
    org.patch(f"/number-series/{made['id']}", {"prefix": "A", "padding": 5})
    assert pay(org, customer_id, 1, paymentDate=today())["paymentNumber"] == "A10002"


def test_a_prefix_that_was_used_before_goes_on_after_its_numbers(org: Client) -> None:
    made = series(org, "INVOICE", prefix="A-")
    path = f"/number-series/{made['id']}"
    assert [issue(org, today()), issue(org, today())] == ["A-00001", "A-00002"]
    assert org.patch(path, {"prefix": "B-", "nextNumber": 1}).status_int == 200
    assert issue(org, today()) == "B-00001"
    assert refused(org.patch(path, {"prefix": "A-", "nextNumber": 2})) == {"nextNumber"}
    assert org.patch(path, {"prefix": "A-"}).status_int == 200
    assert issue(org, today()) == "A-00003"


def test_the_number_of_a_document_whose_date_moved_to_the_next_calendar_year_is_used(org: Client) -> None:
    made = series(org, "INVOICE", prefix="A{YYYY}-")
    path = f"/number-series/{made['id']}"
    customer_id = customer(org)
    issued = sent(org, customer_id, invoiceDate="2026-12-31")
    assert issued["invoiceNumber"] == "A2026-00001"
    edited(org, issued, invoiceDate="2027-01-01")
    org.patch(path, {"prefix": "B"})
    org.patch(path, {"prefix": "A{YYYY}-"})
    assert issue(org, "2026-12-30") == "A2026-00002"


def test_a_series_made_anew_goes_on_after_the_numbers_that_were_used(org: Client) -> None:
    assert issue(org, today()) == "INV-00001"
    made = org.read("/number-series")[0]
    assert org.delete(f"/number-series/{made['id']}").status_int == 200
    assert issue(org, today()) == "INV-00002"
    again = org.read("/number-series")
    assert [(row["docType"], row["nextNumber"]) for row in again] == [("INVOICE", 3)]


def test_a_used_up_series_is_a_conflict(org: Client) -> None:
    series(org, "INVOICE", prefix="P", padding=1, nextNumber=9_007_199_254_740_991)
    assert issue(org, today()) == "P9007199254740991"
    draft = invoice(org, customer(org), invoiceDate=today())
    assert org.post(f"/invoices/{draft['id']}/send").status_int == 409


def test_organizations_count_for_themselves(service: Service) -> None:
    assert [issue(service.organization()) for _ in range(2)] == ["INV-00001", "INV-00001"]


def test_an_edit_into_sent_counts_by_the_date_that_it_brings(org: Client) -> None:
    series(org, "INVOICE", prefix="{FY}/")
    draft = invoice(org, customer(org), invoiceDate="2019-05-01")
    assert edited(org, draft, invoiceDate="2020-05-01", status="SENT")["invoiceNumber"] == "20-21/00001"
