"""GST identification numbers."""

import pytest

from app.tax.gstin import check_digit, is_valid

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
