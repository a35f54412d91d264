"""Warnings of records that are written: beside the answer, or as a refusal where the organization says so."""

from typing import Any

import pytest

from tests.api.series import today
from tests.refusals import refused
from tests.selling import VENDOR, body, customer, invoice, item, line
from tests.service import Client, Service

PUNE = {"line1": "1 Main Road", "city": "Pune", "stateCode": "27"}
GSTIN = "27AAPFU0939F1ZV"


def told(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_int in (200, 201), answer.text
    return [(row["code"], row["field"]) for row in answer.json.get("warnings", [])]


def of_party(**fields: Any) -> dict[str, Any]:
    return {"displayName": "Acme"} | fields


# What is sent, and the (code, field) of each warning.
PARTIES = [
    (of_party(gstin="27AAPFU09"), [("gstin_malformed", "gstin")]),
    (of_party(gstin="27AAPFU0939F1ZX"), [("gstin_check_character", "gstin")]),
    (of_party(gstin=GSTIN, billingAddress={"stateCode": "29"}), [("gstin_state_mismatch", "gstin")]),
    (of_party(gstin=GSTIN, billingAddress={"state": "Karnataka"}), [("gstin_state_mismatch", "gstin")]),
    (of_party(pan="AAPFU0939"), [("pan_malformed", "pan")]),
    (of_party(gstin=GSTIN, pan="AAPFU0939G"), [("pan_not_of_gstin", "pan")]),
    (of_party(gstin=GSTIN.lower(), pan="AAPFU0939F", billingAddress=PUNE), []),
    (of_party(gstin="0717USA00012UN2"), []),
    (of_party(), []),
]
ITEMS = [
    ({"hsnOrSac": "61"}, [("hsn_malformed", "hsnOrSac")]),
    ({"hsnOrSac": "610510", "type": "SERVICE"}, [("hsn_malformed", "hsnOrSac")]),
    ({"hsnOrSac": "998311"}, [("hsn_malformed", "hsnOrSac")]),
    ({"hsnOrSac": "7705"}, [("hsn_malformed", "hsnOrSac")]),
    ({"hsnOrSac": "998311", "type": "SERVICE"}, []),
    ({"hsnOrSac": "9983", "type": "SERVICE"}, []),
    ({"hsnOrSac": "6105", "unit": "kg"}, []),
    ({"unit": "BUSHEL"}, [("unit_unknown", "unit")]),
    ({"unit": "SQFT", "pricingMode": "AREA"}, []),
]


@pytest.fixture(params=["warn", "refuse"])
def checks(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def org(service: Service, checks: str) -> Client:
    made = service.organization()
    service.describe(made, checks=checks)
    return made


def holds(checks: str, answer: Any, wanted: list[tuple[str, str]]) -> None:
    """With `warn` each is told beside the answer; with `refuse` each is a fault and nothing is written."""
    if checks == "refuse" and wanted:
        assert refused(answer) == {field for _, field in wanted}
    else:
        assert told(answer) == wanted


@pytest.mark.parametrize(("sent", "wanted"), PARTIES)
def test_customers_and_vendors(org: Client, checks: str, sent: dict[str, Any], wanted: Any) -> None:
    holds(checks, org.post("/customers", sent), wanted)
    holds(checks, org.post("/vendors", sent | VENDOR), wanted)
    kept = bool(wanted) and checks == "refuse"
    assert len(org.read("/customers")) == (0 if kept else 1)


@pytest.mark.parametrize(("sent", "wanted"), PARTIES)
def test_changes_of_customers(org: Client, checks: str, sent: dict[str, Any], wanted: Any) -> None:
    id = customer(org)
    holds(checks, org.patch(f"/customers/{id}", sent), wanted)
    assert told(org.patch(f"/customers/{id}", {"displayName": "Same", "notes": "n"})) == []


@pytest.mark.parametrize(("sent", "wanted"), ITEMS)
def test_items(org: Client, checks: str, sent: dict[str, Any], wanted: Any) -> None:
    holds(checks, org.post("/items", {"name": "Bolt"} | sent), wanted)
    made = item(org)
    holds(checks, org.patch(f"/items/{made['id']}", {"name": "Bolt"} | sent), wanted)


def test_an_item_of_an_unusual_rate(org: Client, checks: str) -> None:
    rate = org.make("/tax-rates", {"name": "Odd", "ratePercent": 13})["id"]
    holds(checks, org.post("/items", {"name": "Bolt", "taxRateId": rate}), [("rate_unusual", "taxRateId")])
    other = org.make("/tax-rates", {"name": "Not GST", "ratePercent": 13, "isGST": False})["id"]
    assert told(org.post("/items", {"name": "Bolt", "taxRateId": other})) == []


def test_short_codes_where_the_turnover_is_above_5_crore(service: Service, org: Client, checks: str) -> None:
    service.describe(org, turnover_above_5_crore=True)
    holds(checks, org.post("/items", {"name": "Bolt", "hsnOrSac": "7318"}), [("hsn_too_short", "hsnOrSac")])
    assert told(org.post("/items", {"name": "Bolt", "hsnOrSac": "731815"})) == []
    short = line(hsnOrSac="7318")
    answer = org.post("/invoices", body(customer(org), line(), short))
    holds(checks, answer, [("hsn_too_short", "lines.1.hsnOrSac")])


INVOICES: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({"lines": [line(hsnOrSac="1")]}, [("hsn_malformed", "lines.0.hsnOrSac")]),
    ({"lines": [line(), line(unit="heap")]}, [("unit_unknown", "lines.1.unit")]),
    ({"lines": [line(taxRatePercent=13)]}, [("rate_unusual", "lines.0.taxRatePercent")]),
    ({"lines": [line(taxRatePercent=0.25)]}, []),
    (
        {"lines": [line(taxRatePercent=18)], "adjustments": {"adjustmentAmount": 1}},
        [("adjustment_untaxed", "adjustments.adjustmentAmount")],
    ),
    ({"adjustments": {"adjustmentAmount": 1}}, []),
    (
        {"reverseCharge": True, "adjustments": {"adjustmentAmount": 1}},
        [("adjustment_untaxed", "adjustments.adjustmentAmount")],
    ),
    (
        {"lines": [line(taxRatePercent=18)], "adjustments": {"adjustmentAmount": -101}},
        [("adjustment_untaxed", "adjustments.adjustmentAmount")],
    ),
    ({"lines": [line(taxRatePercent=18)], "adjustments": {"adjustmentAmount": -100}}, []),
    ({"lines": [line(rate=50_000)]}, [("recipient_address_missing", "customerId")]),
    ({"lines": [line(rate=49_999.99)]}, []),
    (
        {"lines": [line(rate=600)], "currencyCode": "USD", "exchangeRate": 84},
        [("recipient_address_missing", "customerId")],
    ),
    ({"invoiceDate": "2999-01-01", "status": "SENT"}, [("date_in_future", "invoiceDate")]),
    ({"invoiceDate": "2999-01-01"}, []),
]


@pytest.mark.parametrize(("sent", "wanted"), INVOICES)
def test_invoices(org: Client, checks: str, sent: dict[str, Any], wanted: Any) -> None:
    given = body(customer(org)) | sent
    holds(checks, org.post("/invoices", given), wanted)
    holds(checks, org.post("/invoices/calculate", given), wanted)
    made = invoice(org, given["customerId"])
    if sent.get("status") != "SENT":
        holds(checks, org.patch(f"/invoices/{made['id']}", given), wanted)


def test_a_registered_buyer_and_one_with_an_address_need_none(org: Client) -> None:
    for facts in ({"gstin": GSTIN}, {"billingAddress": PUNE}):
        assert told(org.post("/invoices", body(customer(org, **facts), line(rate=60_000)))) == []


def test_sending_tells_what_a_draft_could_not(org: Client, checks: str) -> None:
    made = invoice(org, customer(org), invoiceDate="2999-01-01")
    holds(checks, org.post(f"/invoices/{made['id']}/send"), [("date_in_future", "invoiceDate")])
    state = org.read(f"/invoices/{made['id']}")["status"]
    assert state == ("DRAFT" if checks == "refuse" else "SENT")


def test_the_profile_says_what_becomes_of_them(org: Client, checks: str) -> None:
    assert org.read("/me/organization")["checks"] == checks


def test_an_answer_that_comes_again_has_its_warnings(service: Service) -> None:
    org = service.organization()
    sent = {"displayName": "Acme", "gstin": "wrong"}
    first, again = (org.post("/customers", sent, **{"Idempotency-Key": "k"}) for _ in range(2))
    assert told(first) == [("gstin_malformed", "gstin")]
    assert first.body == again.body


@pytest.mark.parametrize(
    ("prefix", "fits"),
    [
        ("INV-", True),
        ("INV/{FY}/", True),
        ("LONG-INVOICE-", False),
        ("A#", False),
        ("-", False),
        ("0", False),
    ],
)
def test_series_and_the_numbers_that_they_give(org: Client, checks: str, prefix: str, fits: bool) -> None:
    sent = {"docType": "INVOICE", "prefix": prefix}
    holds(checks, org.post("/number-series", sent), [] if fits else [("number_not_rule_46", "prefix")])
    assert told(org.post("/number-series", sent | {"docType": "QUOTE"})) == []


def test_a_number_that_the_law_does_not_have(service: Service, checks: str) -> None:
    org = service.organization()
    org.post("/number-series", {"docType": "INVOICE", "prefix": "LONG-INVOICE-"})
    service.describe(org, checks=checks)
    wanted = [("number_not_rule_46", "invoiceNumber")]
    holds(checks, org.post("/invoices", body(customer(org), status="SENT")), wanted)
    draft = invoice(org, customer(org))
    holds(checks, org.post(f"/invoices/{draft['id']}/send"), wanted)
    (series,) = org.read("/number-series")
    assert series["nextNumber"] == (1 if checks == "refuse" else 3)


def test_an_invoice_dated_before_one_of_an_earlier_number(org: Client, checks: str) -> None:
    who = customer(org)
    for day in ("2026-05-04", "2026-05-06", "2026-05-06"):
        assert told(org.post("/invoices", body(who, invoiceDate=day, status="SENT"))) == []
    wanted = [("date_before_last_number", "invoiceDate")]
    holds(checks, org.post("/invoices", body(who, invoiceDate="2026-05-05", status="SENT")), wanted)
    draft = invoice(org, who, invoiceDate="2026-05-05")
    holds(checks, org.post(f"/invoices/{draft['id']}/send"), wanted)
    assert told(org.post("/invoices", body(who, invoiceDate="2026-05-07", status="SENT"))) == []
    assert told(org.post("/invoices", body(who, invoiceDate="2025-05-07", status="SENT"))) == []


def test_an_invoice_that_keeps_its_number_and_comes_before_the_one_before_it(
    org: Client, checks: str
) -> None:
    owner = customer(org)
    wanted = [("date_before_last_number", "invoiceDate")]
    for day in ("2026-05-04", "2026-05-06"):
        last = invoice(org, owner, invoiceDate=day, status="SENT")
    path = f"/invoices/{last['id']}"
    assert told(org.patch(path, body(owner, invoiceDate="2026-05-05", status="SENT"))) == []
    holds(checks, org.patch(path, body(owner, invoiceDate="2026-05-03", status="SENT")), wanted)
    assert org.patch(path, body(owner, invoiceDate="2026-05-03", status="DRAFT")).status_int == 200
    holds(checks, org.post(f"{path}/send"), wanted)


def test_no_more_warnings_are_told_than_errors(service: Service) -> None:
    org = service.organization()
    lines = [line(unit="heap") for _ in range(150)]
    assert len(told(org.post("/invoices", body(customer(org), *lines)))) == 100


def test_payments_received(org: Client, checks: str) -> None:
    who = customer(org)

    def paid(day: str) -> Any:
        return org.post(
            "/payments-received", {"customerId": who, "paymentDate": day, "amount": 1, "mode": "UPI"}
        )

    assert told(paid("2026-05-04")) == []
    holds(checks, paid("2026-05-03"), [("date_before_last_number", "paymentDate")])
    holds(checks, paid("2999-01-01"), [("date_in_future", "paymentDate")])


def test_expenses(org: Client, checks: str) -> None:
    travel = {"category": "Travel", "amount": 1}
    assert told(org.post("/expenses", travel | {"expenseDate": today().isoformat()})) == []
    wanted = [("date_in_future", "expenseDate")]
    made = org.post("/expenses", travel | {"expenseDate": "2999-01-01"})
    holds(checks, made, wanted)
    if checks == "warn":
        here = f"/expenses/{made.json['data']['id']}"
        holds(checks, org.patch(here, travel | {"expenseDate": "2999-01-02"}), wanted)
