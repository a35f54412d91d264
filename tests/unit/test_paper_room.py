"""Room on papers: numbers stay whole, text stays on the page, totals are carried rightly."""

import re
from decimal import Decimal
from io import BytesIO
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.printing.content.formatting import Context
from app.printing.content.statement_context import statement_context
from app.printing.pdf.sample_rows import customer_record, invoice_record, line, worked_out
from app.tax.gst import DocumentAdjustments
from tests.unit.printed_samples import invoice, pages, printed

pytestmark = pytest.mark.slow

POINTS = 72 / 25.4
LONG = {
    "a word": "W" * 10_000,
    "a link": "https://shop.example/" + "a-very-long-path/" * 40,
    "words": "Goods once sold " * 600,
    "Hindi": "हाथकरघा" * 300,
}


def words(context: Context, kind: Any = "invoice") -> set[str]:
    return set(" ".join(pages(context, kind)).split())


def figures(context: Context) -> set[str]:
    """The numbers that an invoice shows in columns."""
    taxes = [tax["key"] for tax in context["taxes"]]
    lines, summary, amounts = context["lines"], context["hsn_summary"], context["amounts"]
    shown = {row[name] for row in lines for name in ("rate", "quantity", "hsn")}
    shown |= {row[name]["text"] for row in lines for name in (["taxable", "total"] if taxes else ["total"])}
    shown |= {row[name]["text"] for row in summary for name in ("taxable", "tax")}
    shown |= {row[tax]["amount"]["text"] for row in [*lines, *summary] for tax in taxes}
    shown |= {row["amount"]["text"] for row in context["totals"]}
    if owed := context["owed_by_recipient"]:
        keys = [tax["key"] for tax in owed["taxes"]]
        shown |= {
            row[name]["text"] for row in [*owed["rows"], owed] for name in ("taxable", "tax") if name in row
        }
        shown |= {row[key]["amount"]["text"] for row in owed["rows"] for key in keys}
    return shown | {amounts[name]["text"] for name in ("total", "balance_due")}


def of_size(digits: int, places: str, **record: Any) -> Context:
    """An invoice of a large and a small line."""
    rate = Decimal("1" + "8" * (digits - 1) + f".{places}")
    lines = [
        line(2, rate=rate, quantity=Decimal(1), discount=Decimal("0.01")),
        line(0, rate=Decimal("123.456789"), quantity=Decimal("46.500093")),
    ]
    return worked_out(invoice_record(**record), lines, DocumentAdjustments(Decimal("0.50")))


@pytest.mark.parametrize("digits", [1, 6, 7, 9, 11, 13])
def test_numbers_of_any_size_stay_whole(digits: int) -> None:
    context = of_size(digits, "99")
    assert figures(context) - words(context) == set()


@settings(max_examples=4, deadline=None)
@given(
    st.integers(1, 13),
    st.sampled_from(["00", "25", "123456"]),
    st.sampled_from(
        [{}, {"place_of_supply_state_code": "29"}, {"seller_gstin": None}, {"currency_code": "USD"}]
    ),
)
def test_numbers_stay_whole_in_every_kind_of_invoice(
    digits: int, places: str, record: dict[str, Any]
) -> None:
    facts = {"exchange_rate": Decimal("84.25")} | record
    context = of_size(digits, places, **facts)
    assert figures(context) - words(context) == set()


@pytest.mark.parametrize("digits", [6, 9, 11, 13])
@pytest.mark.parametrize("reverse_charge", [True, False])
def test_numbers_of_cess_and_of_reverse_charge_stay_whole(digits: int, reverse_charge: bool) -> None:
    rate = Decimal("1" + "8" * (digits - 1) + ".99")
    lines = [line(2, rate=rate, quantity=Decimal(1), cess_rate_percent=Decimal(cess)) for cess in (12, 100)]
    context = invoice(*lines, reverse_charge=reverse_charge)
    assert figures(context) - words(context) == set()


def test_codes_of_eight_digits_and_numbers_of_many_lines_stay_whole() -> None:
    context = invoice(*(line(number, hsn_or_sac="84713010") for number in range(100)))
    assert figures(context) - words(context) == set()


@pytest.mark.parametrize("digits", [1, 6, 7, 9, 11, 13])
def test_the_numbers_of_a_statement_stay_whole(digits: int) -> None:
    amount = Decimal("1" + "8" * (digits - 1) + ".99")
    facts: dict[str, Any] = {"type": "invoice", "date": customer_record()["today"], "number": "INV-1"}
    entries = [
        facts | {"debit": debit, "credit": credit}
        for debit, credit in ((amount, Decimal(0)), (Decimal(0), Decimal("0.01")), (Decimal(0), amount))
    ]
    record = customer_record(opening=-amount, outstanding=-amount, aging=[amount] * 5)
    context = statement_context(record, entries)
    shown = {context[name]["text"] for name in ("opening", "debit", "credit", "closing", "outstanding")}
    shown |= {bucket["amount"]["text"] for bucket in context["aging"]}
    shown |= {
        entry[name]["text"]
        for entry in context["entries"]
        for name in ("debit", "credit", "balance")
        if entry[name]
    }
    assert shown - words(context, "statement") == set()


def outside(pdf: bytes) -> list[str]:
    """The characters that do not lie between the margins."""
    found = []
    for page in pypdfium2.PdfDocument(BytesIO(pdf)):
        text = page.get_textpage()
        for index in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(index)
            if right > left and not (
                left >= 13.5 * POINTS
                and right <= 196.5 * POINTS
                and bottom >= 4 * POINTS
                and top <= 292 * POINTS
            ):
                found.append(text.get_text_range(index, 1))
    return found


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@pytest.mark.parametrize("place", ["notes", "terms_and_conditions", "bank", "seller_address"])
def test_no_text_leaves_the_page(text: str, place: str) -> None:
    if place in {"bank", "seller_address"}:
        text = text[:500]
    assert outside(printed(invoice(**{place: text}))) == []


def test_no_name_or_amount_leaves_the_page() -> None:
    word = "W" * 200
    buyer = {"displayName": word, "billingAddress": {"line1": word, "city": word, "country": word}}
    rows = [line(0, description=word, hsn_or_sac=word[:30], unit=word[:30])]
    facts = {"seller_legal_name": word, "organization_email": word, "adjustment_label": word, "upi_id": word}
    context = worked_out(
        invoice_record(buyer=buyer, **facts), rows, DocumentAdjustments(adjustment_amount=Decimal("9.00"))
    )
    assert outside(printed(context)) == []
    assert outside(printed(of_size(13, "999999"))) == []


def test_empty_lines_keep_paragraphs_apart() -> None:
    def height(notes: str) -> float:
        page = pypdfium2.PdfDocument(BytesIO(printed(invoice(notes=notes))))[0].get_textpage()
        (first,), (second,) = (
            [page.get_charbox(found[0]) for found in [page.search(word).get_next()] if found]
            for word in ("Eins", "Zwei")
        )
        return float(first[1] - second[1])

    assert height("Eins\n\nZwei") > 1.8 * height("Eins\nZwei")


def test_a_row_taller_than_a_page_counts_where_its_amount_stands() -> None:
    tall = line(0, description="\n".join(f"part {number}" for number in range(400)))
    context = invoice(line(1), tall, line(2))
    read = pages(context)
    so_far = [item["so_far"]["text"] for item in context["lines"]]
    carried = [re.findall(r"Carried forward ([\d,.]+)", page) for page in read]
    amounts = [item["total"]["text"] for item in context["lines"]]
    first, second = (
        next(number for number, page in enumerate(read) if amount in page) for amount in amounts[1:]
    )
    last = next(number for number, page in enumerate(read) if "Total in words" in page)
    assert second - first >= 3
    assert carried[first:second] == [[so_far[1]]] * (second - first)
    assert carried[second:last] == [[so_far[2]]] * (last - second)
    assert not any(carried[last:])


def test_totals_on_a_page_of_their_own_say_what_was_brought_forward() -> None:
    rows = [line(0, discount=Decimal("1.00")) for _ in range(15)]
    context = invoice(*rows)
    first, second = pages(context)
    so_far = context["lines"][-1]["so_far"]["text"]
    assert "Total in words" not in first
    assert f"Carried forward {so_far}" in first
    assert f"Brought forward {so_far}" in second
