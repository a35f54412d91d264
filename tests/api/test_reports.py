"""Reports: sales, HSN, tax deducted, dues of micro and small enterprises."""

import csv
from io import StringIO

import pytest

from tests.api.paying import post as pay
from tests.api.reporting import LINES, MAY, TAXES, customer, invoice, note, report
from tests.refusals import refused
from tests.service import Client


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


def test_tax_deducted_in_another_currency_is_told_in_rupees(org: Client) -> None:
    dollars = {"currencyCode": "USD", "exchangeRate": 83.335, "amount": 90, "tdsAmount": 10}
    for amounts in (dollars, dollars | {"amount": 99.99, "tdsAmount": 0.01}):
        org.make(
            "/payments-received", {"customerId": customer(org, "Acme"), "paymentDate": "2026-05-04"} | amounts
        )
    # 100 dollars twice; 10 are 833.35 rupees, a cent 0.83.
    assert report(org, f"tds?{MAY}")["totals"] == {"payments": 2, "settled": 16667, "tdsAmount": 834.18}


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
    "path",
    [
        *(f"sales?{WHOLE}&by={by}" for by in ("customer", "item", "day", "month")),
        f"hsn?{WHOLE}",
        f"tds?{WHOLE}",
        "receivables",
        "msme-dues?asOf=2026-06-16&bankRatePercent=6.5",
    ],
)
def test_every_report_is_the_same_as_csv(path: str, sold: Client, owing: Client) -> None:
    paid = {"customerId": customer(sold, "Payer"), "paymentDate": "2026-05-04", "amount": 90, "tdsAmount": 10}
    sold.make("/payments-received", paid | {"tdsSectionCode": "194Q"})
    headers = {"Authorization": f"Bearer {owing.token}", "Accept": "text/csv"}
    answer = sold.web.get(f"/api/v1/reports/{path}", headers=headers)
    rows, shown = list(csv.DictReader(StringIO(answer.text))), report(sold, path)["rows"]
    assert shown
    assert [list(row) for row in rows] == [list(row) for row in shown]
    for row, fields in zip(rows, shown, strict=True):
        for name, value in fields.items():
            same = float(row[name]) == value if isinstance(value, int | float) else row[name] == (value or "")
            assert same, (name, row[name], value)


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
