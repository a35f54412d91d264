"""State codes of the GST law."""

import pytest

from app.tax.states import same_state, state_name, state_number

LETTERS = {
    "01": "JK", "02": "HP", "03": "PB", "04": "CH", "05": "UK", "06": "HR", "07": "DL", "08": "RJ",
    "09": "UP", "10": "BR", "11": "SK", "12": "AR", "13": "NL", "14": "MN", "15": "MZ", "16": "TR",
    "17": "ML", "18": "AS", "19": "WB", "20": "JH", "21": "OD", "22": "CG", "23": "MP", "24": "GJ",
    "26": "DN", "27": "MH", "29": "KA", "30": "GA", "31": "LD", "32": "KL", "33": "TN", "34": "PY",
    "35": "AN", "36": "TS", "37": "AP", "38": "LA", "97": "OT",
}  # fmt: skip

ALIASES = {
    "UT": "05", "UA": "05", "BH": "10", "MI": "15", "ME": "17", "OR": "21", "CT": "22", "DD": "26",
    "DNHDD": "26", "TG": "36", "AD": "37",
}  # fmt: skip


@pytest.mark.parametrize(("number", "letters"), LETTERS.items())
def test_a_state_is_known_by_its_number_and_by_its_letters(number: str, letters: str) -> None:
    assert state_number(number) == number
    assert state_number(letters) == number
    assert same_state(number, letters)


@pytest.mark.parametrize(("alias", "number"), ALIASES.items())
def test_older_letters_are_understood(alias: str, number: str) -> None:
    assert state_number(alias) == number


def test_the_numbers_of_merged_and_divided_states_count_as_the_ones_of_today() -> None:
    assert state_number("25") == "26"
    assert state_number("28") == "37"
    assert same_state("25", "DN")
    assert same_state("28", "AP")


def test_96_is_abroad_and_97_other_territory() -> None:
    assert state_name("96") == "Other Countries"
    assert state_name("97") == "Other Territory"


def test_99_is_never_a_place_of_supply() -> None:
    assert state_number("99") is None


def test_capitals_white_space_and_a_missing_leading_zero_make_no_difference() -> None:
    assert state_number("mh") == "27"
    assert state_number(" 27 ") == "27"
    assert state_number("7") == "07"


@pytest.mark.parametrize(
    "code",
    [None, "", " ", "0", "00", "39", "100", "027", "ZZ", "AL", "Maharastra", "mı", "२७", "+7", "2\x007"],
)
def test_anything_else_is_no_state(code: str | None) -> None:
    assert state_number(code) is None
    assert state_name(code) is None


def test_an_unknown_code_is_like_no_other_not_even_itself() -> None:
    assert not same_state("ZZ", "ZZ")
    assert not same_state(None, None)
    assert not same_state("27", None)


def test_a_code_in_any_spelling_has_the_name_that_is_printed() -> None:
    assert state_name("MH") == state_name("27") == "Maharashtra"
    assert state_name("CH") == "Chandigarh"
    assert state_name("CG") == "Chhattisgarh"
    assert state_name("25") == "Dadra and Nagar Haveli and Daman and Diu"
