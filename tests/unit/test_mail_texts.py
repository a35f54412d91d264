"""Texts of mails: what stands for what, and which texts of organizations can be used."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.mailing.mail_addresses import is_address
from app.mailing.mail_texts import (
    LONGEST_SUBJECT,
    MAIL_KINDS,
    NAMES,
    MailKind,
    built_in_text,
    faults_of_text,
    filled_text,
)

VALUES = {"number": "INV-1", "date": "05 Apr 2026", "seller": "Sahyadri", "customer": "Acme", "dueDate": None}


@pytest.mark.parametrize("kind", MAIL_KINDS)
def test_the_built_in_texts_are_without_fault_and_fill_every_name(kind: MailKind) -> None:
    text = built_in_text(kind)
    assert faults_of_text(kind, text) == []
    filled = filled_text(text, dict.fromkeys(NAMES[kind], "X"))
    assert "{" not in filled.subject + filled.message


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Dear {customer}", "first line"),
        ("Subject:  \n\nHello", "first line"),
        ("Subject: Hello\n\n", "no message"),
        ("Subject: Hello\n\n{amount} {number}", "no {amount}"),
        ("Subject: {password}\n\nHello", "no {password}"),
        ("Subject: " + "x" * 200 + "\n\nHello", "longer than 200"),
        ("Subject: Hello\n\n" + "x" * 10_001, "longer than 10000"),
    ],
)
def test_a_text_that_cannot_be_used_is_told_why(text: str, fault: str) -> None:
    assert any(fault in told for told in faults_of_text("invoice", text))


def test_a_line_with_a_name_that_has_no_value_is_left_out() -> None:
    filled = filled_text("Subject: {number}\n\nFirst\nDue on {dueDate}\nLast", VALUES)
    assert filled == ("INV-1", "First\nLast\n")


def test_a_value_is_not_read_again() -> None:
    filled = filled_text("Subject: {customer}\n\n{customer}", VALUES | {"customer": "{seller} {x}"})
    assert filled == ("{seller} {x}", "{seller} {x}\n")


@given(st.text(), st.text())
def test_a_subject_is_one_short_line_whatever_the_names_are(seller: str, number: str) -> None:
    filled = filled_text(
        "Subject: {number} from {seller}\n\nHello", VALUES | {"seller": seller, "number": number}
    )
    assert len(filled.subject) <= LONGEST_SUBJECT
    assert len(filled.subject.splitlines()) <= 1


@given(st.text(max_size=300))
def test_what_is_an_address_has_one_at_sign_and_nothing_that_ends_a_header(text: str) -> None:
    if is_address(text):
        assert text.isascii()
        assert text.count("@") == 1
        assert not set(text) & set('\r\n\0 ,;:<>()[]"\\')


@pytest.mark.parametrize("text", ["a@example.com", "a.b+c@x-y.example", "o'neil@example.co.in", "1@2.in"])
def test_usual_addresses_are_addresses(text: str) -> None:
    assert is_address(text)
