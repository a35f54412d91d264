"""The pages that the built-in templates make, read as text and drawn."""

import re
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest

from app.printing.pdf import samples
from app.printing.pdf.sample_rows import line
from tests.unit.printed_samples import invoice, pages

pytestmark = pytest.mark.slow

HEAD = "# Description HSN/SAC Quantity Rate Taxable value"


@pytest.fixture(scope="module")
def tax_invoice() -> list[str]:
    return pages(samples.tax_invoice())


# What rule 46 of the CGST Rules asks of a tax invoice, and what a buyer looks for beside it.
PARTICULARS = {
    "what it is": "TAX INVOICE",
    "which copy": "ORIGINAL FOR RECIPIENT",
    "seller's name": "Sahyadri Traders Private Limited",
    "seller's address": "Unit 3, Parvati Industrial Estate Pune 411009, Maharashtra",
    "seller's GSTIN": "GSTIN 27AAPFU0939F1ZV",
    "seller's state": "State 27 Maharashtra",
    "seller's telephone and mail": "+91 20 2445 6677 · accounts@sahyadri.example",
    "number": "Invoice number INV-26-27-00042",
    "date": "Date 14 Nov 2026",
    "due date": "Due date 14 Dec 2026",
    "buyer's name": "Bill to Deccan Home Stores LLP",
    "buyer's address with the state's code": "Shop 14, Laxmi Road Opposite City Post Pune 411030, Maharashtra (27)",
    "buyer's GSTIN": "GSTIN 27AAGFD1234K1Z5",
    "buyer's PAN": "PAN AAGFD1234K",
    "address of delivery": "Ship to Godown 7, Market Yard Gate 2 Pune 411037, Maharashtra (27)",
    "place of supply": "Place of supply 27 Maharashtra",
    "reverse charge": "Reverse charge No",
    "description": "Assam tea, whole leaf, CTC blend",
    "HSN": "73239390",
    "quantity and unit": "5 KG 412.75",
    "area": "1200 × 900 mm × 4",
    "a price with tax": "385.50 with tax",
    "gross value and discounts": "Gross 2,560.00, discount 120.00, share 122.00",
    "taxable value, rates and amounts of tax, total": "2,318.00 9% 208.62 9% 208.62 2,735.24",
    "summary by HSN": "63026090 at 5% 6 PCS 2,145.04 53.63 53.63 107.26",
    "lines without a code in the summary": "No code at 0% 2 TRIP 2,373.10",
    "sum of the summary": "Total 17,356.68 927.41 927.41 1,854.82",
    "sub total": "Sub total 18,390.18",
    "discount": "Discount -1,033.50",
    "taxable value": "Taxable value 17,356.68",
    "central tax": "CGST 927.41",
    "state tax": "SGST 927.41",
    "adjustment": "Packing 150.00",
    "round off": "Round off 0.50",
    "total": "Total ₹ 19,362.00",
    "total in words": "Rupees Nineteen Thousand Three Hundred Sixty-Two Only",
    "paid": "Paid 5,000.00",
    "balance due": "Balance due ₹ 14,362.00",
    "bank account": "Bank account Example Bank, Camp, Pune A/c 000012345678 · IFSC EXMP0000411",
    "UPI id": "sahyadri.traders@okexample",
    "signature": "For Sahyadri Traders Private Limited Authorised signatory",
    "notes": "Notes Goods were checked and packed",
    "terms": "Terms and conditions Payment within 30 days.",
    "page": "Page 1 of 1",
}


@pytest.mark.parametrize("part", PARTICULARS)
def test_a_tax_invoice_has(part: str, tax_invoice: list[str]) -> None:
    assert PARTICULARS[part] in tax_invoice[0]


def test_an_invoice_to_another_state_has_igst_and_the_buyers_state() -> None:
    first, last = pages(samples.many_lines())
    assert "Place of supply 29 Karnataka" in first
    assert "Bengaluru 560001, Karnataka (29) GSTIN Unregistered" in first
    assert "IGST Amount" in first
    assert "CGST" not in first + last


def test_an_export_has_its_endorsement_country_currency_and_rate() -> None:
    (page,) = pages(samples.export())
    for part in (
        "EXPORT INVOICE",
        "Country of destination United States Shipping bill 4471829 Date of shipping bill 14 Nov 2026 Port code INNSA1",
        "SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX",
        "Place of supply 96 Other Countries",
        "San Diego CA 92101, California United States",
        "Total $ 75.08",
        "US Dollars Seventy-Five and Eight Cents Only",
        "1 USD = 84.25 INR. In INR the total is ₹ 6,325.49.",
    ):
        assert part in page
    assert "Unregistered" not in page
    assert "UPI" not in page


def test_a_bill_of_supply_of_a_composition_taxable_person_says_so_at_the_top() -> None:
    (page,) = pages(samples.of_composition())
    words = "composition taxable person, not eligible to collect tax on supplies"
    assert f"Page 1 of 1 {words} Sahyadri Traders Private Limited" in page
    assert "BILL OF SUPPLY" in page
    assert "CGST" not in page


def test_a_supply_to_a_zone_has_its_endorsement_and_a_column_of_cess_that_ties_to_the_total() -> None:
    (page,) = pages(samples.to_a_zone())
    for part in (
        "SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS ON PAYMENT OF INTEGRATED TAX",
        "Taxable value IGST Cess Amount",
        "2,560.00 28% 716.80 12% 307.20 3,584.00",
        "22021010 at 28% 4 PCS 2,560.00 716.80 307.20 1,024.00",
        "Sub total 5,058.00 IGST 841.70 Cess 307.20 Total ₹ 6,206.90",
    ):
        assert part in page


def test_an_invoice_under_reverse_charge_tells_the_recipients_tax_and_charges_none() -> None:
    (page,) = pages(samples.under_reverse_charge())
    for part in (
        "TAX INVOICE",
        "Reverse charge Yes",
        "Sub total 8,774.50 Total ₹ 8,774.50",
        "Tax is payable on reverse charge: Yes",
        "28% 2,560.00 358.40 14% 358.40 14% 307.20 12% 1,024.00",
        "Total 1,667.52",
    ):
        assert part in page


def test_taxed_and_exempt_lines_to_a_person_are_told_apart() -> None:
    (page,) = pages(samples.taxed_and_exempt())
    assert "INVOICE-CUM-BILL OF SUPPLY" in page
    assert "Fresh milk, 1 litre Exempt" in page


def test_an_invoice_of_an_unregistered_seller_names_no_tax() -> None:
    (page,) = pages(samples.unregistered())
    assert "Limited INVOICE ORIGINAL" in page
    for word in ("GSTIN 27AAPFU", "CGST", "SGST", "IGST", "Taxable", "Bank account", "UPI", "None"):
        assert word not in page


@pytest.mark.parametrize(("sample", "word"), [(samples.draft, "DRAFT"), (samples.void, "VOID")])
def test_a_word_lies_across_drafts_and_void_ones(sample: Any, word: str) -> None:
    (page,) = pages(sample())
    assert f" {word} " in f" {page} "
    assert "ORIGINAL" not in page
    assert ("Balance due" in page) == (word == "DRAFT")


@pytest.mark.parametrize("count", [1, 8, 15])
def test_fifteen_lines_are_one_page(count: int) -> None:
    assert (
        len(pages(invoice(*map(line, range(count)), notes="Thank you.", terms_and_conditions="Net 30."))) == 1
    )


def test_many_lines_go_over_pages_that_each_have_the_head_and_say_which_they_are() -> None:
    read = pages(invoice(*map(line, range(80))))
    assert len(read) >= 3
    with_rows = [page for page in read if HEAD in page]
    assert with_rows == read[: len(with_rows)]
    for number, page in enumerate(read, 1):
        assert f"Page {number} of {len(read)}" in page
        assert ("INV-26-27-00042, continued" in page) == (number > 1)
    numbers = [
        int(number)
        for page in with_rows
        for number in re.findall(r"(?<= )(\d+) (?=Cotton|Handloom|Steel|Assam|Cedar)", page)
    ]
    assert numbers == list(range(1, 81))


def test_what_a_page_carries_forward_is_what_its_rows_come_to() -> None:
    context = invoice(*map(line, range(80)))
    read = pages(context)
    carried = [re.findall(r"Carried forward ([\d,.]+)", page) for page in read]
    brought = [re.findall(r"Brought forward ([\d,.]+)", page) for page in read]
    rows = [page for page in read if HEAD in page]
    assert carried[: len(rows) - 1] == brought[1 : len(rows)]
    assert not any(carried[len(rows) - 1 :]) and not any(brought[:1] + brought[len(rows) :])
    last_of_page = [max(_numbers(page)) for page in rows[:-1]]
    assert [text for (text,) in carried[: len(rows) - 1]] == [
        context["lines"][number - 1]["so_far"]["text"] for number in last_of_page
    ]


def _numbers(page: str) -> list[int]:
    return [int(number) for number in re.findall(r"(?<= )(\d+) (?=Cotton|Handloom|Steel|Assam|Cedar)", page)]


def test_a_party_without_an_address_has_no_heading_for_one() -> None:
    (page,) = pages(samples.draft())
    assert "Bill to" in page
    assert "Ship to" not in page


@pytest.mark.parametrize("count", range(12, 24))
def test_the_signature_is_never_alone_on_a_page(count: int) -> None:
    lines = [line(number, hsn_or_sac=str(10_000_000 + number)) for number in range(count)]
    last = pages(invoice(*lines))[-1]
    assert "Total" in last
    assert "10000" in last


def test_two_hundred_lines_of_large_amounts_take_seven_pages() -> None:
    lines = [line(number, quantity=Decimal(number % 7 + 2) * 1000) for number in range(200)]
    assert len(pages(invoice(*lines))) <= 7


def test_quantities_are_grouped_in_lines_and_in_the_summary() -> None:
    (page,) = pages(invoice(*(line(0, quantity=Decimal("123456.5")) for _ in range(2))))
    assert "63041910 1,23,456.5 PCS" in page
    assert "63041910 at 5% 2,46,913 PCS" in page


def test_a_single_page_carries_nothing() -> None:
    (page,) = pages(samples.tax_invoice())
    assert "forward" not in page


def test_a_statement_has_its_parts() -> None:
    (page,) = pages(samples.statement(), "statement")
    for part in (
        "STATEMENT OF ACCOUNT",
        "Sahyadri Traders Private Limited",
        "Period 01 Apr 2026 – 14 Nov 2026",
        "Account of Deccan Home Stores LLP",
        "01 Apr 2026 Opening balance 12,500.00",
        "01 Apr 2026 Invoice INV-26-27-00010 18,250.50 30,750.50",
        "10 Apr 2026 Payment PAY-26-27-00011 15,000.00 15,750.50",
        "19 Apr 2026 Credit note CN-26-27-00012 1,250.00 14,500.50",
        "Closing balance 1,48,023.00 97,500.00 63,023.00",
        "Current 1–30 days 31–60 days 61–90 days Over 90 days",
        "24,670.50 18,250.50 6,420.00 0.00 15,932.00 -2,250.00 63,023.00",
    ):
        assert part in page


def test_a_long_statement_carries_its_balance_over_the_pages() -> None:
    context = samples.statement(130)
    read = pages(context, "statement")
    balances = {entry["balance"]["text"] for entry in context["entries"]}
    for before, after in pairwise(read[:-1]):
        (carried,), (brought,) = (
            re.findall(r"Carried forward ([\d,.]+)", before),
            re.findall(r"Brought forward ([\d,.]+)", after),
        )
        assert carried == brought
        assert carried in balances
        assert "Date Entry Number Debit Credit Balance" in after


def test_a_template_may_have_xhtml2pdfs_own_count_of_pages_as_well() -> None:
    html = (
        "<style>@page { @frame a { left: 1cm; top: 1cm; height: 20cm } @frame b { -pdf-frame-content: foot; left: 1cm;"
        ' bottom: 1cm; height: 1cm } }</style><div id="foot">a <pdf:pagecount></pdf:pagecount>'
        ' <pdf:pages label="Page"></pdf:pages></div><p>1</p><pdf:nextpage></pdf:nextpage><p>2</p>'
    )
    read = pages(samples.draft(), template=html)
    assert ["a 2" in page and f"Page {number} of 2" in page for number, page in enumerate(read, 1)] == [
        True,
        True,
    ]
