"""Every write of a document that can look wrong tells so: as a draft, issued, changed, moved, and among many."""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.refusals import refused
from tests.selling import Body, customer, line, sent, vendor
from tests.service import Client, Service

DAY, AHEAD, GSTIN = "2026-05-04", "2999-01-01", "27AAPFU0939F1ZV"
TAXED = line(taxRatePercent=18, hsnOrSac="731815")


@dataclass(frozen=True)
class Kind:
    """A kind of document: its fields, and the move that puts a draft in force."""

    path: str
    party: str
    day: str
    issued: str
    move: str

    def body(self, party: str, **fields: Any) -> Body:
        given = {self.party: party, self.day: DAY, "lines": [TAXED]}
        return given | {self.day if name == "day" else name: value for name, value in fields.items()}


QUOTE = Kind("/quotes", "customerId", "quoteDate", "SENT", "send")
SALES_ORDER = Kind("/sales-orders", "customerId", "orderDate", "CONFIRMED", "confirm")
INVOICE = Kind("/invoices", "customerId", "invoiceDate", "SENT", "send")
CREDIT_NOTE = Kind("/credit-notes", "customerId", "creditNoteDate", "OPEN", "open")
PURCHASE_ORDER = Kind("/purchase-orders", "vendorId", "orderDate", "ISSUED", "issue")
BILL = Kind("/bills", "vendorId", "billDate", "OPEN", "open")
DEBIT_NOTE = Kind("/debit-notes", "vendorId", "debitNoteDate", "OPEN", "open")

KINDS = (QUOTE, SALES_ORDER, INVOICE, CREDIT_NOTE, PURCHASE_ORDER, BILL, DEBIT_NOTE)
SALES = (QUOTE, SALES_ORDER, INVOICE, CREDIT_NOTE)
ADJUSTED = (QUOTE, SALES_ORDER, INVOICE, PURCHASE_ORDER, BILL)

WRITES = frozenset({"draft", "issued", "change", "bulk", "all or nothing"})
# What lines say was looked at when they were written; a draft may still have to wait for its day.
ALWAYS, ISSUED = WRITES | {"move"}, frozenset({"issued", "move", "bulk", "all or nothing"})
ABOUT_LINES = [
    ("hsn_malformed", "hsnOrSac", "1", KINDS),
    ("hsn_too_short", "hsnOrSac", "7318", SALES),
    ("unit_unknown", "unit", "heap", KINDS),
    ("rate_unusual", "taxRatePercent", 13, KINDS),
]
ODD: list[tuple[str, str, Body, frozenset[str], tuple[Kind, ...]]] = [
    *(
        (code, f"lines.0.{field}", {"lines": [TAXED | {field: value}]}, WRITES, kinds)
        for code, field, value, kinds in ABOUT_LINES
    ),
    *(
        (
            "adjustment_untaxed",
            "adjustments.adjustmentAmount",
            {"adjustments": {"adjustmentAmount": amount}},
            ALWAYS,
            ADJUSTED,
        )
        for amount in (5, -105)
    ),
    ("date_in_future", "{day}", {"day": AHEAD}, ISSUED, KINDS),
    ("recipient_address_missing", "customerId", {"lines": [TAXED | {"rate": 60_000}]}, ALWAYS, (INVOICE,)),
    ("credit_note_late", "creditNoteDate", {"invoiceId": "old"}, ALWAYS, (CREDIT_NOTE,)),
    ("supplier_bill_duplicate", "vendorBillNumber", {"vendorBillNumber": "A-1"}, ALWAYS, (BILL,)),
]
CASES = [
    pytest.param(kind, code, field.format(day=kind.day), fields, ways, id=f"{kind.path[1:]}-{code}-{place}")
    for place, (code, field, fields, ways, kinds) in enumerate(ODD)
    for kind in kinds
]
CHECKS = {"warn": 201, "refuse": 422}


def party_of(org: Client, kind: Kind) -> str:
    return customer(org) if kind.party == "customerId" else vendor(org, gstin=GSTIN)


def told(answer: Any) -> list[tuple[str, str]]:
    """The (code, field) of each warning of an answer, or of the only result of many."""
    assert answer.status_int in (200, 201), answer.text
    data = answer.json["data"]
    rows = data["results"][0] if "results" in data else answer.json
    return [(row["code"], row["field"]) for row in rows.get("warnings", [])]


@pytest.mark.parametrize("checks", CHECKS)
@pytest.mark.parametrize(("kind", "code", "field", "fields", "ways"), CASES)
def test_what_looks_wrong_is_told_or_refused_by_every_write(
    service: Service, kind: Kind, code: str, field: str, fields: Body, ways: frozenset[str], checks: str
) -> None:
    org = service.organization()
    service.describe(org, checks="warn", turnover_above_5_crore=True)
    party = party_of(org, kind)
    if code == "credit_note_late":
        fields = {"invoiceId": sent(org, party, invoiceDate="2024-05-01")["id"]}
    if code == "supplier_bill_duplicate":
        org.make(kind.path, kind.body(party, **fields))
    odd, right = kind.body(party, **fields), kind.body(party)
    draft, other = org.make(kind.path, odd)["id"], org.make(kind.path, right)["id"]
    issued = odd | {"status": kind.issued}
    service.describe(org, checks=checks, turnover_above_5_crore=True)
    # A draft of another fiscal year than its number's cannot be changed; that is told by its own tests.
    changed = odd | {kind.day: DAY} if code == "date_in_future" else odd
    asked = {
        "draft": lambda: org.post(kind.path, odd),
        "issued": lambda: org.post(kind.path, issued),
        "change": lambda: org.patch(f"{kind.path}/{other}", changed),
        "move": lambda: org.post(f"{kind.path}/{draft}/{kind.move}"),
        "bulk": lambda: org.post(kind.path + "/bulk", {"records": [issued]}),
        "all or nothing": lambda: org.post(kind.path + "/bulk", {"records": [issued], "allOrNothing": True}),
    }
    for way, ask in asked.items():
        answer, wrong = ask(), way in ways
        if checks == "warn" or not wrong:
            assert told(answer) == ([(code, field)] if wrong else []), way
        elif way == "bulk":
            (result,) = answer.json["data"]["results"]
            assert [row["field"] for row in result["error"]["details"]] == [field]
        else:
            assert refused(answer) == {f"records.0.{field}" if way == "all or nothing" else field}, way


@pytest.mark.parametrize("checks", CHECKS)
def test_what_a_quote_or_an_order_becomes_is_told_or_refused(service: Service, checks: str) -> None:
    org = service.organization()
    buyer, dear = customer(org), [TAXED | {"rate": 60_000}]
    quote = org.make("/quotes", QUOTE.body(buyer, lines=dear, status="SENT"))["id"]
    order = org.make("/sales-orders", SALES_ORDER.body(buyer, lines=dear, status="CONFIRMED"))["id"]
    service.describe(org, checks=checks, turnover_above_5_crore=True)
    for path, asked in ((f"/quotes/{quote}", {"type": "INVOICE"}), (f"/sales-orders/{order}", {})):
        before = org.read(path)
        answer = org.post(f"{path}/convert", asked)
        assert answer.status_int == CHECKS[checks]
        if checks == "refuse":
            assert refused(answer) == {"customerId"}
            assert org.read(path) == before
        else:
            assert told(answer) == [("recipient_address_missing", "customerId")]


def test_what_stands_in_the_way_of_a_conversion_is_a_conflict_beside_what_looks_wrong(
    service: Service,
) -> None:
    org = service.organization()
    buyer = customer(org)
    adjusted = SALES_ORDER.body(buyer, status="CONFIRMED", adjustments={"adjustmentAmount": 5})
    order = org.make("/sales-orders", adjusted)["id"]
    assert org.delete(f"/customers/{buyer}").status_int == 200
    service.describe(org, checks="refuse", turnover_above_5_crore=True)
    assert org.post(f"/sales-orders/{order}/convert", {}).status_int == 409
