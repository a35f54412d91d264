"""Reports: sales, HSN, tax deducted, dues of micro and small enterprises."""

import csv
from io import StringIO
from typing import Any

import pytest

from tests.api.paying import post as pay
from tests.refusals import refused
from tests.service import Client

MAY = "from=2026-05-01&to=2026-05-31"
Body = dict[str, Any]
LINES = [
    {
        "description": "Desk",
        "hsnOrSac": "9403",
        "unit": "PCS",
        "quantity": 2,
        "rate": 1000,
        "taxRatePercent": 18,
    },
    {"description": "Repair", "hsnOrSac": "998719", "quantity": 1, "rate": 500, "taxRatePercent": 5},
]
TAXES = ("taxableValue", "igst", "cgst", "sgst", "cess", "total")


def report(org: Client, path: str) -> Body:
    return dict(org.read(f"/reports/{path}"))


def customer(org: Client, name: str, **more: Any) -> str:
    return str(org.make("/customers", {"displayName": name, "placeOfSupplyStateCode": "27"} | more)["id"])


def invoice(org: Client, owner: str, day: str = "2026-05-04", **more: Any) -> Body:
    body = {"customerId": owner, "invoiceDate": day, "status": "SENT", "lines": LINES}
    return org.make("/invoices", body | more)


def note(org: Client, owner: str, of: Body, day: str, quantity: float = 1) -> Body:
    line = org.read(f"/invoices/{of['id']}")["lines"][0]
    lines = [{"originalInvoiceItemId": line["id"], "description": "Desk", "quantity": quantity}]
    body = {
        "customerId": owner,
        "invoiceId": of["id"],
        "creditNoteDate": day,
        "status": "OPEN",
        "lines": lines,
    }
    return org.make("/credit-notes", body)


@pytest.fixture
def sold(org: Client) -> Client:
    """Two invoices of two days and months, one of dollars, a note, and what is no sale: a draft and a void invoice."""
    acme, zenith = customer(org, "Acme"), customer(org, "Zenith", placeOfSupplyStateCode="29")
    first = invoice(org, acme, adjustments={"adjustmentAmount": 10})
    note(org, acme, first, "2026-05-20")
    invoice(org, zenith, "2026-06-01")
    invoice(org, zenith, "2026-06-02", currencyCode="USD", exchangeRate=80.5)
    invoice(org, acme, status="DRAFT")
    void = invoice(org, acme)
    assert org.post(f"/invoices/{void['id']}/void").status_int == 200
    return org


WHOLE = "from=2026-05-01&to=2026-06-30"


def test_sales_by_customer_are_invoices_less_notes_in_rupees(sold: Client) -> None:
    told = report(sold, f"sales?{WHOLE}&by=customer")
    acme, zenith = told["rows"]
    # 2,500 and a desk of 1,000 less; 18 % of 2,000 and 5 % of 500, less 18 % of 1,000; 10 of packing.
    assert [
        acme[name] for name in ("name", "invoices", "creditNotes", "taxableValue", "cgst", "sgst", "igst")
    ] == [*("Acme", 1, 1, 1500, 102.5, 102.5, 0)]
    assert (acme["otherCharges"], acme["total"]) == (10, 1715)
    assert (zenith["invoices"], zenith["taxableValue"], zenith["igst"]) == (2, 2500 * 81.5, 385 * 81.5)
    assert told["totals"]["total"] == acme["total"] + zenith["total"]


def test_however_sales_are_told_they_come_to_one_total(sold: Client) -> None:
    totals = [report(sold, f"sales?{WHOLE}&by={by}")["totals"] for by in ("customer", "item", "day", "month")]
    assert totals[1:] == totals[:1] * 3
    hsn = report(sold, f"hsn?{WHOLE}")["totals"]
    assert {name: hsn[name] for name in TAXES[:-1]} == {name: totals[0][name] for name in TAXES[:-1]}
    assert hsn["total"] + totals[0]["otherCharges"] == totals[0]["total"]
    invoices = [row for row in sold.read("/invoices") if row["status"] not in ("DRAFT", "VOID")]
    in_rupees = sum(row["total"] * (80.5 if row["currencyCode"] == "USD" else 1) for row in invoices)
    notes = sum(row["total"] for row in sold.read("/credit-notes"))
    assert totals[0]["total"] == pytest.approx(in_rupees - notes, abs=0.005)


def test_sales_by_day_and_month_name_what_they_are_of(sold: Client) -> None:
    days = report(sold, f"sales?{WHOLE}&by=day")["rows"]
    assert [row["day"] for row in days] == [
        f"2026-{day}T00:00:00Z" for day in ("05-04", "05-20", "06-01", "06-02")
    ]
    months = report(sold, f"sales?{WHOLE}&by=month")["rows"]
    assert [(row["month"], row["invoices"], row["creditNotes"]) for row in months] == [
        ("2026-05", 1, 1),
        ("2026-06", 2, 0),
    ]


def test_sales_by_item_tell_apart_what_is_of_none(org: Client) -> None:
    desk = org.make("/items", {"name": "Desk", "unit": "PCS"})["id"]
    acme = customer(org, "Acme")
    lines = [LINES[0] | {"itemId": desk}, LINES[1]]
    invoice(org, acme, lines=lines, adjustments={"adjustmentAmount": 10})
    of_desk, of_none = report(org, f"sales?{MAY}&by=item")["rows"]
    assert (of_desk["itemId"], of_desk["name"], of_desk["quantity"], of_desk["total"]) == (
        desk,
        "Desk",
        2,
        2360,
    )
    assert (of_none["itemId"], of_none["name"], of_none["quantity"]) == (None, None, None)
    assert (of_none["total"], of_none["otherCharges"], of_none["invoices"]) == (535, 10, 1)


def test_only_the_days_asked_for_count(sold: Client) -> None:
    assert report(sold, "sales?from=2026-05-05&to=2026-05-19&by=day")["rows"] == []
    (only,) = report(sold, "sales?from=2026-05-20&to=2026-05-20&by=month")["rows"]
    assert (only["invoices"], only["creditNotes"], only["total"]) == (0, 1, -1180)


def test_hsn_sums_lines_of_one_code_unit_and_rate(sold: Client) -> None:
    repair, desk = sorted(report(sold, f"hsn?{MAY}")["rows"], key=lambda row: row["taxableValue"])
    assert (desk["hsnOrSac"], desk["unit"], desk["taxRatePercent"], desk["quantity"]) == (
        "9403",
        "PCS",
        18,
        1,
    )
    assert (desk["taxableValue"], desk["cgst"], desk["total"]) == (1000, 90, 1180)
    assert (repair["hsnOrSac"], repair["taxRatePercent"], repair["taxableValue"]) == ("998719", 5, 500)


def test_tax_deducted_is_told_by_section_and_customer(org: Client) -> None:
    acme, zenith = customer(org, "Acme", pan="AAPFU0939F"), customer(org, "Zenith")
    for owner, amount, deducted, section in (
        (acme, 900, 100, "194Q"),
        (acme, 1800, 200, "194Q"),
        (acme, 95, 5, "194J"),
        (zenith, 98, 2, None),
        (zenith, 50, 0, None),
    ):
        more = {"tdsSectionCode": section} if section else {}
        paid = {"customerId": owner, "paymentDate": "2026-05-04", "amount": amount, "tdsAmount": deducted}
        org.make("/payments-received", paid | more)
    told = report(org, f"tds?{MAY}")
    assert [(row["tdsSectionCode"], row["name"], row["pan"], row["payments"]) for row in told["rows"]] == [
        ("194J", "Acme", "AAPFU0939F", 1),
        ("194Q", "Acme", "AAPFU0939F", 2),
        (None, "Zenith", None, 1),
    ]
    assert told["totals"] == {"payments": 4, "settled": 3200, "tdsAmount": 307}


@pytest.fixture
def owing(org: Client) -> Client:
    """Bills of 2,000 of 1 May: of a micro and a small vendor, of a medium one, and of one that is none."""
    registered = {"udyamNumber": "UDYAM-MH-16-0000001", "leadTimeDays": 1, "msmeAgreedCreditDays": 45}
    for name, more in {
        "Micro": registered | {"msmeType": "MICRO", "msmeHasAgreement": False},
        "Small": registered | {"msmeType": "SMALL", "msmeHasAgreement": True},
        "Medium": registered | {"msmeType": "MEDIUM", "msmeHasAgreement": True},
        "Large": dict.fromkeys(registered) | {"leadTimeDays": 1, "msmeType": None},
    }.items():
        vendor = org.make("/vendors", {"displayName": name, "placeOfSupplyStateCode": "27"} | more)["id"]
        body = {"vendorId": vendor, "billDate": "2026-05-01", "status": "OPEN", "vendorBillNumber": name}
        org.make("/bills", body | {"lines": LINES[:1]})
    return org


def test_who_owes_most_comes_first_and_together_it_is_what_the_dashboard_tells(org: Client) -> None:
    acme, zenith, paid = (customer(org, name) for name in ("Acme", "Zenith", "Paid"))
    invoice(org, acme, "2026-05-04", dueDate="2026-05-14")
    invoice(org, acme, "2026-05-05", dueDate="2999-12-31", currencyCode="USD", exchangeRate=80)
    settled = invoice(org, paid)
    half = invoice(org, zenith, "2026-05-06", dueDate="2999-12-31")
    invoice(org, zenith, status="DRAFT")
    org.post(f"/invoices/{invoice(org, zenith)['id']}/void")
    assert pay(org, paid, settled["total"], (settled["id"], settled["total"])).status_int == 201
    assert pay(org, zenith, 885, (half["id"], 885)).status_int == 201

    told = report(org, "receivables")
    one = settled["total"]
    first, second = told["rows"]
    assert (first["customerId"], first["name"], first["invoices"]) == (acme, "Acme", 2)
    assert (first["outstanding"], first["overdue"]) == (one * 81, one)
    assert first["oldestDueDate"] == "2026-05-14T00:00:00Z"
    assert (second["name"], second["outstanding"], second["overdue"]) == ("Zenith", one - 885, 0)
    shown = org.read("/dashboard/receivables")
    assert told["totals"] == {
        "invoices": 3,
        "outstanding": shown["totalOutstanding"],
        "overdue": shown["overdueAmount"],
    }


def dues(org: Client, as_of: str) -> dict[str, Body]:
    told = report(org, f"msme-dues?asOf={as_of}&bankRatePercent=6.5")
    assert told["totals"]["interest"] == round(sum(row["interest"] for row in told["rows"]), 2)
    return {row["vendorName"]: row for row in told["rows"]}


def test_dues_are_those_of_micro_and_small_vendors_by_their_statutory_day(owing: Client) -> None:
    told = dues(owing, "2026-06-16")
    assert told.keys() == {"Micro", "Small"}
    assert (told["Micro"]["statutoryDay"], told["Small"]["statutoryDay"]) == (
        "2026-05-16T00:00:00Z",
        "2026-06-15T00:00:00Z",
    )
    assert (told["Micro"]["agreedDays"], told["Small"]["agreedDays"]) == (None, 45)
    assert (told["Micro"]["daysOver"], told["Small"]["daysOver"]) == (31, 1)
    assert told["Micro"]["outstanding"] == told["Micro"]["disallowed"] == 2000
    # A month at three times 6.5 % a year: 2,000 × 1.625 %.
    assert told["Micro"]["interest"] == 32.5
    assert dues(owing, "2026-05-16")["Micro"]["disallowed"] == 0
    assert dues(owing, "2026-04-30") == {}


def test_what_was_paid_after_the_day_is_open_on_it(owing: Client) -> None:
    bill = next(row for row in owing.read("/bills") if row["vendorBillNumber"] == "Micro")
    paid = {"vendorId": bill["vendorId"], "paymentDate": "2026-06-10", "amount": 2000}
    owing.make("/payments-made", paid | {"allocations": [{"billId": bill["id"], "amount": 2000}]})
    assert dues(owing, "2026-06-09")["Micro"]["outstanding"] == 2000
    assert "Micro" not in dues(owing, "2026-06-10")


def test_a_report_as_csv_is_its_rows(sold: Client) -> None:
    answer = sold.web.get(
        f"/api/v1/reports/sales?{WHOLE}&by=customer",
        headers={"Authorization": f"Bearer {sold.token}", "Accept": "text/csv"},
    )
    assert answer.headers["Content-Type"].startswith("text/csv")
    assert 'filename="sales.csv"' in answer.headers["Content-Disposition"]
    rows = list(csv.DictReader(StringIO(answer.text)))
    shown = report(sold, f"sales?{WHOLE}&by=customer")["rows"]
    assert [row["name"] for row in rows] == ["Acme", "Zenith"]
    assert [float(row["total"]) for row in rows] == [row["total"] for row in shown]
    assert list(rows[0]) == list(shown[0])


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("sales", {"by"}),
        ("sales?by=moon", {"by"}),
        ("sales?by=day&by=month", {"by"}),
        ("sales?by=day&from=today", {"from"}),
        ("sales?by=day&from=2026-05-02&to=2026-05-01", {"from"}),
        ("sales?by=day&from=2026-05-01&to=2027-05-02", {"to"}),
        ("sales?by=day&to=2999-12-31&from=1900-01-01", {"to"}),
        ("hsn?from=2026-02-30", {"from"}),
        ("hsn?by=day", {"by"}),
        ("tds?to=x", {"to"}),
        ("msme-dues", {"bankRatePercent"}),
        ("msme-dues?bankRatePercent=-1&asOf=x", {"bankRatePercent", "asOf"}),
        ("msme-dues?bankRatePercent=20.5", {"bankRatePercent"}),
        ("msme-dues?bankRatePercent=1e1", {"bankRatePercent"}),
        ("msme-dues?bankRatePercent=0.1234567", {"bankRatePercent"}),
    ],
)
def test_a_parameter_that_is_wrong_or_missing_is_named(path: str, fields: set[str], org: Client) -> None:
    assert refused(org.get(f"/reports/{path}")) == fields


def test_days_that_are_left_out_are_those_of_this_month(org: Client) -> None:
    invoice(org, customer(org, "Acme"), "2026-05-04")
    assert report(org, "sales?by=day") == {
        "rows": [],
        "totals": dict.fromkeys((*TAXES[:-1], "otherCharges", "total"), 0),
    }
    assert report(org, "msme-dues?bankRatePercent=0")["rows"] == []
