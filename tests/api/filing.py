"""Requests for returns, and the customers whose invoices stand in them."""

from typing import Any

from app.tax.gstin import check_digit
from tests.selling import customer
from tests.service import Client

Body = dict[str, Any]
MONTH = "2026-05"
GOODS = {
    "description": "Shirts",
    "hsnOrSac": "6105",
    "unit": "PCS",
    "quantity": 2,
    "rate": 500,
    "taxRatePercent": 5,
}
SERVICE = {
    "description": "Work",
    "hsnOrSac": "998313",
    "unit": "HRS",
    "quantity": 1,
    "rate": 1000,
    "taxRatePercent": 18,
}
ABROAD = {"line1": "1 Main Street", "city": "Berlin", "country": "Germany"}


def gstin_of(state: str, pan: str = "AAGCB7383J") -> str:
    """A GSTIN of a state that the portal would take."""
    first = f"{state}{pan}1Z"
    return first + check_digit(first)


def business(org: Client, state: str = "27", **fields: Any) -> str:
    """A new customer with a GSTIN of a state; its id."""
    return customer(org, gstin=gstin_of(state), **fields)


def consumer(org: Client, state: str = "27", **fields: Any) -> str:
    """A new customer without a GSTIN in a state; its id."""
    return customer(org, placeOfSupplyStateCode=state, **fields)


def gstr_1(org: Client, period: str = MONTH, **asked: str) -> Body:
    """GSTR-1, in which nothing is amiss."""
    answer = told(org, "/gst/gstr-1", period, **asked)
    assert answer["problems"] == []
    document: Body = answer["document"]
    return document


def told(org: Client, path: str, period: str = MONTH, **asked: str) -> Body:
    """Return the answer to a request for a return."""
    query = "".join(f"&{name}={value}" for name, value in asked.items())
    data: Body = org.read(f"{path}?period={period}{query}")
    return data


def tied(org: Client, period: str = MONTH, **asked: str) -> dict[str, Body]:
    """The sections of the summary, which must equal the books; those that have something."""
    summary = told(org, "/gst/gstr-1/summary", period, **asked)
    assert summary["difference"] == 0, summary
    figures = ("documents", "taxableValue", "igst", "cgst", "sgst", "cess")
    sums = {name: round(sum(section[name] for section in summary["sections"]), 2) for name in figures}
    assert sums == summary["books"]
    return {
        section["section"]: section
        for section in summary["sections"]
        if any(section[name] for name in figures)
    }


def credited(org: Client, customer_id: str, *lines: Body, **fields: Any) -> Body:
    """A new credit note in force, as it reads."""
    facts = {
        "customerId": customer_id,
        "creditNoteDate": "2026-05-20",
        "status": "OPEN",
        "lines": list(lines),
    }
    record: Body = org.read(f"/credit-notes/{org.make('/credit-notes', facts | fields)['id']}")
    return record


def part_of(original: Body, quantity: float = 1) -> Body:
    """A line of a note that gives back a part of an invoice's first line."""
    return {"originalInvoiceItemId": original["lines"][0]["id"], "quantity": quantity}
