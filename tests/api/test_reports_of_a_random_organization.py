"""Two months of a random organization: its reports are what the wire alone comes to."""

from collections import defaultdict
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from tests.api import returns_of_the_wire as wire
from tests.api.filing import business
from tests.api.random_trade import BRANCH, MONTHS, fill
from tests.api.reporting import report
from tests.selling import Books, pay
from tests.service import Client, Service

pytestmark = pytest.mark.slow

Record = dict[str, Any]
BOTH = f"from={MONTHS[0]}-01&to={MONTHS[1]}-30"
TAXES = ("taxableValue", "igst", "cgst", "sgst", "cess")
OF_LINE = ("taxableAmount", "igstAmount", "cgstAmount", "sgstAmount", "cessAmount")
SECTIONS = ("194C", "194J", None)


@pytest.fixture
def trader(service: Service) -> Client:
    org = service.organization(round_off=True)
    fill(org, Random(5), Books(service, org).registration(BRANCH))  # noqa: S311 - not a secret
    return org


@pytest.fixture
def sold(trader: Client) -> list[Record]:
    """Invoices and notes that are issued and not void."""
    read = [
        trader.read(f"{path}/{each['id']}")
        for path in ("/invoices", "/credit-notes")
        for each in trader.read(f"{path}?limit=200")
    ]
    return [each for each in read if each["status"] not in ("DRAFT", "VOID")]


def figures(document: Record, line: Record) -> list[Decimal]:
    """The amounts of a line in rupees, below 0 of a note."""
    return [wire.sign(document) * wire.rupees(line[name], document) for name in OF_LINE]


def lines(document: Record) -> list[Record]:
    found: list[Record] = document["items"] if wire.is_note(document) else document["lines"]
    return found


def exact(row: Record, names: tuple[str, ...]) -> list[Decimal]:
    return [wire.exact(row[name]) for name in names]


def test_hsn_is_the_sum_of_the_lines_by_code_unit_and_rate(trader: Client, sold: list[Record]) -> None:
    expected: dict[Any, list[Decimal]] = defaultdict(lambda: [Decimal(0)] * 6)
    for document in sold:
        for line in lines(document):
            key = (line["hsnOrSac"], line["unit"], line["taxRatePercent"])
            quantity = wire.sign(document) * wire.exact(line["quantity"])
            added = [quantity, *figures(document, line)]
            expected[key] = [a + b for a, b in zip(expected[key], added, strict=True)]
    told = report(trader, f"hsn?{BOTH}")
    names = ("quantity", *TAXES)
    rows = {(row["hsnOrSac"], row["unit"], row["taxRatePercent"]): exact(row, names) for row in told["rows"]}
    assert rows == dict(expected)
    assert len(rows) == len(told["rows"]) > 2


def test_sales_come_to_the_documents_however_they_are_told(trader: Client, sold: list[Record]) -> None:
    each = [figures(document, line) for document in sold for line in lines(document)]
    expected = [sum(column, Decimal(0)) for column in zip(*each, strict=True)]
    notes = sum(map(wire.is_note, sold))
    for by in ("customer", "item", "day", "month"):
        told = report(trader, f"sales?{BOTH}&by={by}")
        assert exact(told["totals"], TAXES) == expected
        rows = [exact(row, TAXES) for row in told["rows"]]
        assert [sum(column, Decimal(0)) for column in zip(*rows, strict=True)] == expected
        if by != "item":  # A document of several items counts in each.
            assert sum(row["invoices"] for row in told["rows"]) == len(sold) - notes
            assert sum(row["creditNotes"] for row in told["rows"]) == notes


def test_tax_deducted_is_the_sum_of_the_payments_by_section_and_customer(service: Service) -> None:
    org, dice = service.organization(), Random(9)  # noqa: S311 - not a secret
    payers = [business(org), business(org, "29")]
    expected: dict[Any, list[Decimal]] = defaultdict(lambda: [Decimal(0)] * 3)
    for _ in range(25):
        payer, section = dice.choice(payers), dice.choice(SECTIONS)
        amount, deducted = dice.randint(1, 99999) / 100, dice.choice([0, dice.randint(1, 9999) / 100])
        day = f"{dice.choice((*MONTHS, '2026-07'))}-{dice.randint(1, 28):02}"
        abroad = {"currencyCode": "USD", "exchangeRate": 84.257} if dice.random() < 0.3 else {}
        said = {"tdsSectionCode": section} if section and deducted else {}
        paid = pay(org, payer, amount, paymentDate=day, tdsAmount=deducted, **said, **abroad)
        is_gone = dice.random() < 0.2
        if is_gone:
            assert org.delete(f"/payments-received/{paid['id']}").status_int == 200
        if is_gone or not deducted or day > f"{MONTHS[1]}-30":
            continue
        rate = wire.exact(abroad.get("exchangeRate", 1))
        whole, part = wire.exact(amount) + wire.exact(deducted), wire.exact(deducted)
        added = [Decimal(1), wire.paise(whole * rate), wire.paise(part * rate)]
        key = (said.get("tdsSectionCode"), payer)
        expected[key] = [a + b for a, b in zip(expected[key], added, strict=True)]
    told = report(org, f"tds?{BOTH}")
    names = ("payments", "settled", "tdsAmount")
    assert {(row["tdsSectionCode"], row["customerId"]): exact(row, names) for row in told["rows"]} == dict(
        expected
    )
    assert exact(told["totals"], names) == [
        sum(column, Decimal(0)) for column in zip(*expected.values(), strict=True)
    ]
