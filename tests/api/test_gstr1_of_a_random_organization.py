"""Two months of a random organization in two states: its returns are those that the wire alone gives."""

from decimal import Decimal
from random import Random
from typing import Any

import pytest

from tests.api import returns_of_the_wire as wire
from tests.api.filing import ABROAD, GOODS, SERVICE, business, consumer, gstr_1, tied, told
from tests.selling import LATER, Books, customer
from tests.service import Client, Service

Record = dict[str, Any]
MONTHS = ("2026-05", "2026-06")


@pytest.mark.parametrize("seed", [1, 2])
def test_the_returns_are_those_of_the_wire(seed: int, org: Client, service: Service) -> None:
    branch = Books(service, org).registration("29")
    seller = {None: "27AAPFU0939F1ZV"} | {each["id"]: each["gstin"] for each in org.read("/registrations")}
    fill(org, Random(seed), branch)  # noqa: S311 - not a secret
    invoices, notes = everything(org, "/invoices"), everything(org, "/credit-notes")
    originals = {each["id"]: each for each in invoices}
    for month in MONTHS:
        for registration in (None, branch):
            asked = {} if registration is None else {"registrationId": registration}
            issued = [
                each
                for each in invoices + notes
                if each["status"] not in ("VOID", "DRAFT")
                and each["sellerGstin"] == seller[registration]
                and (each.get("invoiceDate") or each["creditNoteDate"]).startswith(month)
            ]
            assert issued
            same(issued, originals, gstr_1(org, month, **asked), tied(org, month, **asked))
            assert told(org, "/gst/gstr-3b", month, **asked)["problems"] == []
            outward(issued, told(org, "/gst/gstr-3b", month, **asked)["document"]["sup_details"])


def same(
    issued: list[Record], originals: dict[str, Record], document: Record, summary: dict[str, Record]
) -> None:
    """The return names each document in its section, and its sums are those of the lines."""
    sums = wire.sections(issued, originals)
    told = {
        section: [Decimal(str(row[name])) for name in ("taxableValue", "igst", "cgst", "sgst", "cess")]
        for section, row in summary.items()
    }
    assert {section: amounts for section, amounts in told.items() if any(amounts)} == {
        section: amounts for section, amounts in sums.items() if any(amounts)
    }
    named = wire.filed(document)
    for each in issued:
        number = each.get("invoiceNumber") or each["creditNoteNumber"]
        section = wire.section_of(each, originals.get(each.get("invoiceId") or ""))
        found = {name for name, numbers in named.items() if number in numbers}
        assert found == ({section} if section in named else set())
    for section, numbers in named.items():
        assert sum(numbers.values()) == abs(sums[section][0])
    rows = [(name, row) for name in ("hsn_b2b", "hsn_b2c") for row in document["hsn"][name]]
    values: dict[tuple[str, str, float], Decimal] = {}
    for name, row in rows:
        key = (name, row["hsn_sc"], row["rt"])
        values[key] = values.get(key, Decimal(0)) + Decimal(str(row["txval"]))
    assert {key: value for key, value in values.items() if value} == wire.by_hsn(issued)


def outward(issued: list[Record], details: Record) -> None:
    """GSTR-3B has the same supplies by their kind."""
    value = sum(
        (-1 if "creditNoteNumber" in each else 1) * wire.rupees(line["taxableAmount"], each)
        for each in issued
        for line in wire.lines_of(each)
    )
    told = [details[row]["txval"] for row in ("osup_det", "osup_zero", "osup_nil_exmp", "osup_nongst")]
    assert sum(Decimal(str(amount)) for amount in told) == value


def everything(org: Client, path: str) -> list[Record]:
    return [org.read(f"{path}/{each['id']}") for each in org.read(f"{path}?limit=200")]


def fill(org: Client, dice: Random, branch: str) -> None:
    """Documents of all kinds over two months: some void, some drafts, some noted in part."""
    abroad = customer(org, billingAddress=ABROAD)
    buyers = [business(org), business(org, "29"), business(org, "33", gstCategory="SEZ"), abroad]
    buyers += [
        consumer(org),
        consumer(org, "29"),
        consumer(org, "33"),
        business(org, gstCategory="DEEMED_EXPORT"),
    ]
    bodies = [_invoice(dice, dice.choice(buyers), branch, abroad) for _ in range(60)]
    made = org.post("/invoices/bulk", {"records": bodies}).json["data"]["results"]
    assert {each["status"] for each in made} == {201}, made
    for each in dice.sample(made, 18):
        original = org.read(f"/invoices/{each['data']['id']}")
        if original["status"] == "DRAFT":
            continue
        if dice.random() < 0.3:
            assert org.post(f"/invoices/{original['id']}/void").status_int == 200
            continue
        part = {"originalInvoiceItemId": original["lines"][0]["id"], "quantity": 1}
        facts = {"customerId": original["customerId"], "invoiceId": original["id"], "lines": [part]}
        currency = {name: original[name] for name in ("currencyCode", "exchangeRate")}
        org.make("/credit-notes", facts | currency | {"creditNoteDate": "2026-06-30", "status": "OPEN"})


def _invoice(dice: Random, buyer: str, branch: str, abroad: str) -> Record:
    rate = dice.choice([99.99, 1000, 45_678.9])
    untaxed = {"taxRatePercent": 0, "taxability": dice.choice(["NIL_RATED", "EXEMPT", "NON_GST"])}
    kinds: list[Record] = [SERVICE, GOODS, GOODS | untaxed, SERVICE | {"cessRatePercent": 1}]
    lines = [
        dice.choice(kinds) | {"rate": rate, "quantity": dice.choice([1, 3])}
        for _ in range(dice.randint(1, 4))
    ]
    foreign = {"currencyCode": "USD", "exchangeRate": 83.123456} if buyer == abroad else {}
    seller = {"sellerRegistrationId": branch} if dice.random() < 0.4 else {}
    return {
        "customerId": buyer,
        "invoiceDate": f"{dice.choice(MONTHS)}-{dice.randint(1, 28):02}",
        "dueDate": LATER,
        "status": dice.choice(["SENT"] * 9 + ["DRAFT"]),
        "exportWithPayment": dice.choice([None, False]),
        "lines": lines,
        **foreign,
        **seller,
    }
