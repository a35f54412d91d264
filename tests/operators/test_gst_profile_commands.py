"""GST facts of registrations: `registration add`, `registration update`, `org create`, `org update`; `--checks`."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.operators.commands import Operator

MUMBAI = "27AAPFU0939F1ZV"
BENGALURU = "29AAGCB7383J1Z4"

# Each option, what is given, and the column with what is kept.
TEXTS = [
    ("--trade-name", "Acme Stores", "trade_name"),
    ("--address-line1", "1 High Street", "address_line1"),
    ("--address-line2", "Kothrud", "address_line2"),
    ("--city", "Pune", "city"),
    ("--pincode", "411038", "pincode"),
    ("--lut-number", "AD270326000001A", "lut_number"),
    ("--lut-from", "2026-04-01", "lut_valid_from"),
    ("--lut-to", "2027-03-31", "lut_valid_to"),
    ("--e-invoicing-since", "2026-08-01", "e_invoicing"),
]
FLAGS = [
    ("--composition", "--no-composition", "is_composition"),
    ("--turnover-above-5-crore", "--no-turnover-above-5-crore", "turnover_above_5_crore"),
]
GIVEN = [word for option, value, _ in TEXTS for word in (option, value)] + [flag for flag, _, _ in FLAGS]
KEPT: dict[str, Any] = {column: value for _, value, column in TEXTS} | {column: True for *_, column in FLAGS}
CLEARED = [word for option, *_ in TEXTS for word in (option, "")] + [flag for _, flag, _ in FLAGS]
EMPTY: dict[str, Any] = {column: None for *_, column in TEXTS} | {column: False for *_, column in FLAGS}

WRONG = [
    ("--pincode", "41103", "six digits"),
    ("--pincode", "041103", "six digits"),
    ("--pincode", "4110380", "at most 6 characters"),
    ("--lut-from", "01-04-2026", "not a date"),
    ("--lut-to", "2027-02-30", "not in the calendar"),
    ("--e-invoicing-since", "today", "not a date"),
    ("--trade-name", "x" * 256, "at most 255"),
    ("--city", "Pu\tne", "control characters"),
    ("--address-line1", " ", "blank"),
]

# The commands that describe a registration, each with the words that find or make it.
Words = Callable[[Operator, str], tuple[str, ...]]


def _add(operator: Operator, slug: str) -> tuple[str, ...]:
    operator.organization(slug)
    words = ("--state-code", "27", "--legal-name", "Acme")
    return ("registration", "add", "--org", slug, "--gstin", MUMBAI, *words)


def _update(operator: Operator, slug: str) -> tuple[str, ...]:
    operator.organization(slug, "--gstin", MUMBAI)
    return ("registration", "update", "--org", slug, "--gstin", MUMBAI)


def _org_create(operator: Operator, slug: str) -> tuple[str, ...]:
    return ("org", "create", "--slug", slug, "--name", "Acme", "--state-code", "27", "--gstin", MUMBAI)


def _org_update(operator: Operator, slug: str) -> tuple[str, ...]:
    operator.organization(slug, "--gstin", MUMBAI)
    return ("org", "update", "--slug", slug)


COMMANDS = {"ra": _add, "ru": _update, "oc": _org_create, "ou": _org_update}
each_command = pytest.mark.parametrize("command", COMMANDS)


def described(operator: Operator, slug: str) -> dict[str, Any]:
    """The facts of the registration that was changed last."""
    return {name: value for name, value in operator.last(slug, "registrations").items() if name in KEPT}


@each_command
def test_every_fact_that_is_given_is_kept(operator: Operator, command: str) -> None:
    slug = f"g-kept-{command}"
    operator.make(*COMMANDS[command](operator, slug), *GIVEN)
    assert described(operator, slug) == KEPT


@each_command
def test_nothing_is_known_of_what_is_left_out(operator: Operator, command: str) -> None:
    slug = f"g-none-{command}"
    operator.make(*COMMANDS[command](operator, slug), "--city", "Pune")
    assert described(operator, slug) == EMPTY | {"city": "Pune"}


@pytest.mark.parametrize("command", ["ru", "ou"])
def test_an_empty_text_clears_each_fact(operator: Operator, command: str) -> None:
    slug = f"g-clear-{command}"
    words = COMMANDS[command](operator, slug)
    operator.make(*words, *GIVEN)
    operator.make(*words, *CLEARED)
    assert described(operator, slug) == EMPTY


@pytest.mark.parametrize("command", ["ru", "ou"])
@pytest.mark.parametrize(("option", "value", "column"), TEXTS)
def test_an_update_changes_the_fact_that_is_named_alone(
    operator: Operator, command: str, option: str, value: str, column: str
) -> None:
    slug = f"g-alone-{command}{option.removeprefix('-')}"
    words = COMMANDS[command](operator, slug)
    operator.make(*words, *GIVEN)
    operator.make(*words, option, "")
    assert described(operator, slug) == KEPT | {column: None}


@each_command
@pytest.mark.parametrize(("option", "value", "told"), WRONG)
def test_a_wrong_fact_is_refused_by_name(
    operator: Operator, command: str, option: str, value: str, told: str
) -> None:
    # The option is read before anything is looked up, so that no organization has to be there.
    words = {
        "ra": ("registration", "add", "--org", "g-x", "--state-code", "27", "--legal-name", "A"),
        "ru": ("registration", "update", "--org", "g-x"),
        "oc": ("org", "create", "--slug", "g-x", "--name", "A", "--state-code", "27"),
        "ou": ("org", "update", "--slug", "g-x"),
    }[command]
    said = operator.refused(*words, "--gstin", MUMBAI, option, value)
    assert option in said
    assert told in said


@each_command
def test_a_letter_of_undertaking_does_not_end_before_it_begins(operator: Operator, command: str) -> None:
    words = COMMANDS[command](operator, f"g-letter-{command}")
    said = operator.refused(*words, "--lut-from", "2026-04-01", "--lut-to", "2026-03-31")
    assert "--lut-to" in said
    assert "end before it begins" in said
    operator.make(*words, "--lut-from", "2026-04-01", "--lut-to", "2026-04-01")


def test_the_days_of_a_letter_are_compared_with_those_that_are_kept(operator: Operator) -> None:
    words = _update(operator, "g-letter-kept")
    operator.make(*words, "--lut-from", "2026-04-01", "--lut-to", "2027-03-31")
    for option, day in (("--lut-from", "2027-04-01"), ("--lut-to", "2026-03-31")):
        assert "end before it begins" in operator.refused(*words, option, day)
    stored = described(operator, "g-letter-kept")
    assert (stored["lut_valid_from"], stored["lut_valid_to"]) == ("2026-04-01", "2027-03-31")


def test_an_update_finds_a_registration_by_its_gstin(operator: Operator) -> None:
    operator.organization("g-find", "--gstin", MUMBAI)
    said = operator.refused("registration", "update", "--org", "g-find", "--gstin", BENGALURU, "--city", "X")
    assert "--gstin" in said
    assert f"no registration {BENGALURU}" in said
    said = operator.refused("registration", "update", "--org", "g-nobody", "--gstin", MUMBAI, "--city", "X")
    assert "no organization g-nobody" in said


def test_an_update_of_one_registration_leaves_the_others_alone(operator: Operator) -> None:
    operator.organization("g-two", "--gstin", MUMBAI)
    add = ("registration", "add", "--org", "g-two", "--gstin", BENGALURU, "--state-code", "29")
    operator.make(*add, "--legal-name", "Acme")
    before = len(operator.trail("g-two", "--table", "registrations"))
    changed = operator.make(
        "registration", "update", "--org", "g-two", "--gstin", BENGALURU.lower(), "--city", "X"
    )
    assert changed["gstin"] == BENGALURU
    (row,) = operator.trail("g-two", "--table", "registrations")[before:]
    assert (row["recordId"], row["after"]["gstin"], row["after"]["city"]) == (changed["id"], BENGALURU, "X")


def test_an_update_names_something(operator: Operator) -> None:
    assert "at least one thing" in operator.refused(*_update(operator, "g-nothing"))


def test_an_update_may_spell_the_state_of_the_gstin_otherwise_and_name_no_other(operator: Operator) -> None:
    words = _update(operator, "g-state")
    operator.make(*words, "--state-code", "MH")
    assert operator.last("g-state", "registrations")["state_code"] == "MH"
    said = operator.refused(*words, "--state-code", "KA")
    assert "--state-code" in said
    assert "begins with 27" in said


@pytest.mark.parametrize(
    ("words", "option"),
    [(("--lut-number", "AD27"), "--lut-number"), (("--composition",), "--composition")],
)
def test_facts_of_a_registration_need_one(operator: Operator, words: tuple[str, ...], option: str) -> None:
    create = ("org", "create", "--slug", "g-without", "--name", "Acme", "--state-code", "27")
    said = operator.refused(*create, *words)
    assert option in said
    assert "give the --gstin as well" in said
    assert "no organization g-without" in operator.refused("audit", "--org", "g-without")
    slug = f"g-bare{option}"
    operator.organization(slug)
    assert "give the --gstin as well" in operator.refused("org", "update", "--slug", slug, *words)


def test_checks_say_what_becomes_of_writes_that_look_wrong(operator: Operator) -> None:
    operator.organization("g-checks")
    assert operator.last("g-checks", "organizations")["checks"] == "warn"
    operator.make("org", "update", "--slug", "g-checks", "--checks", "refuse")
    operator.make("org", "update", "--slug", "g-checks", "--phone", "1")
    assert operator.last("g-checks", "organizations")["checks"] == "refuse"
    operator.make("org", "update", "--slug", "g-checks", "--checks", "warn")
    assert operator.last("g-checks", "organizations")["checks"] == "warn"
    operator.organization("g-refuses", "--checks", "refuse")
    assert operator.last("g-refuses", "organizations")["checks"] == "refuse"


def test_there_are_two_checks(operator: Operator) -> None:
    said = operator.refused("org", "update", "--slug", "g-x", "--checks", "ignore")
    assert "--checks" in said
    assert "refuse" in said
