"""GST identification numbers."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tax.gstin import check_digit, gstin_warnings, is_valid, state_of_gstin
from app.tax.states import state_number

CHARACTERS = string.digits + string.ascii_uppercase

# Numbers that other validators are commonly tested with.
REAL = ["27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "27AAACR5055K1Z7", "07AAPFU0939F1ZX"]


@pytest.mark.parametrize("gstin", REAL)
def test_real_numbers_end_in_the_digit_worked_out_from_the_rest(gstin: str) -> None:
    assert check_digit(gstin[:-1]) == gstin[-1]
    assert is_valid(gstin)


def test_the_check_digit_of_a_short_text_worked_by_hand() -> None:
    # 2x1 = 2 -> 2; 7x2 = 14 -> 0 + 14; Ax1 = 10 -> 10; Zx2 = 70 -> 1 + 34; the sum 61 lacks 11 to 72: B
    assert check_digit("27AZ") == "B"


def test_one_wrong_character_is_noticed_wherever_it_stands() -> None:
    right = "27AAPFU0939F1ZV"
    for place, char in enumerate(right):
        other = {"9": "8", "Z": "Y"}.get(char) or (
            str(int(char) + 1) if char.isdigit() else chr(ord(char) + 1)
        )
        assert not is_valid(right[:place] + other + right[place + 1 :])


def test_two_neighbours_swapped_are_noticed() -> None:
    assert not is_valid("72AAPFU0939F1ZV")
    assert not is_valid("27AAPFU9039F1ZV")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "27",
        "27aapfu0939f1zv",
        "27AAPFU0939F1ZV ",
        "27AAPFU0939F1Z",
        "٢٧AAPFU0939F1ZV",
        "27AAPFU0939F1Z\n",
    ],
)
def test_text_of_another_shape_is_no_gstin(text: str) -> None:
    assert not is_valid(text)


def taxpayers_number(state: int, pan: str, entity: str) -> str:
    first = f"{state:02}{pan}{entity}Z"
    return first + check_digit(first)


VALID = st.builds(
    taxpayers_number,
    st.integers(1, 38).filter(lambda number: state_number(f"{number:02}") is not None),
    st.from_regex(r"[A-Z]{5}[0-9]{4}[A-Z]", fullmatch=True),
    st.sampled_from(CHARACTERS),
)


def codes(gstin: str, state: str | None = None) -> list[str]:
    return [warning.code for warning in gstin_warnings(gstin, state)]


@given(VALID)
def test_nothing_is_told_of_a_valid_number_however_it_is_written(gstin: str) -> None:
    assert codes(gstin) == codes(gstin.lower()) == codes(f" {gstin} ") == []
    assert codes(gstin, gstin[:2]) == []


@given(VALID, st.integers(0, 14), st.sampled_from(CHARACTERS))
def test_any_single_character_that_is_another_is_told(gstin: str, place: int, char: str) -> None:
    changed = gstin[:place] + char + gstin[place + 1 :]
    assert bool(codes(changed)) == (changed != gstin)


@given(VALID, st.integers(0, 14))
def test_a_character_that_is_missing_or_there_twice_is_told(gstin: str, place: int) -> None:
    assert codes(gstin[:place] + gstin[place + 1 :]) == ["gstin_malformed"]
    assert codes(gstin[:place] + gstin[place] + gstin[place:]) == ["gstin_malformed"]


@given(VALID, VALID)
def test_another_state_than_the_addresss_is_told(gstin: str, other: str) -> None:
    state, elsewhere = state_of_gstin(gstin), state_of_gstin(other)
    same = state_number(state) == state_number(elsewhere)
    assert codes(gstin, elsewhere) == ([] if same else ["gstin_state_mismatch"])
    assert codes(gstin, "nowhere") == []


@given(st.text(max_size=20))
def test_any_text_is_taken_and_told_of_by_its_field(text: str) -> None:
    assert {warning.field for warning in gstin_warnings(text, text)} <= {"gstin"}
