"""The text of the QR code for UPI."""

from decimal import Decimal
from urllib.parse import parse_qs, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from app.printing.content.upi import payment_uri

TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60)


def test_it_is_a_upi_address_with_amount_and_payee() -> None:
    assert payment_uri("shop@bank", "Sahyadri & Sons", Decimal("1234.5"), "INV/26-27/1") == (
        "upi://pay?pa=shop@bank&pn=Sahyadri%20%26%20Sons&am=1234.50&cu=INR&tn=INV%2F26-27%2F1"
    )


def test_a_reference_is_the_merchant_s_own_for_the_payment() -> None:
    uri = payment_uri("a@b", "S", Decimal(1), "Note", "INV/1" + "x" * 40)
    assert parse_qs(urlsplit(uri).query)["tr"] == ["INV/1" + "x" * 30]


def test_an_amount_above_a_lakh_is_left_to_the_payer() -> None:
    assert "am=100000.00" in payment_uri("a@b", "S", Decimal(100_000), "N")
    assert "am" not in parse_qs(urlsplit(payment_uri("a@b", "S", Decimal("100000.01"), "N")).query)


@given(TEXT, TEXT)
def test_whatever_the_names_are_each_part_reads_back(payee: str, note: str) -> None:
    read = parse_qs(urlsplit(payment_uri("a@b", payee, Decimal(1), note)).query, strict_parsing=True)
    assert read == {"pa": ["a@b"], "pn": [payee], "am": ["1.00"], "cu": ["INR"], "tn": [note[:50]]}
