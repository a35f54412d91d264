"""`org create`, `org update`."""

from pathlib import Path

import pytest

from tests.operators.commands import Operator
from tests.selling import customer, edited, invoice, line
from tests.service import Service

MUMBAI = "27AAPFU0939F1ZV"
MUMBAI_TOO = "27AAACR5055K1Z7"
BENGALURU = "29AAGCB7383J1Z4"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)

CREATE = ("org", "create", "--name", "Acme Traders", "--state-code", "27")


def test_an_organization_is_made_with_the_usual_settings(operator: Operator) -> None:
    made = operator.make(*CREATE, "--slug", "o-plain")
    assert made["id"].startswith("org_")
    assert (made["slug"], made["name"]) == ("o-plain", "Acme Traders")
    stored = operator.last("o-plain", "organizations")
    assert (stored["legal_name"], stored["state_code"]) == ("Acme Traders", "27")
    assert (stored["currency_code"], stored["time_zone"]) == ("INR", "Asia/Kolkata")
    assert (stored["round_off"], stored["prices_include_tax"]) == (False, False)
    assert stored["address"] is None


def test_every_option_of_an_organization_is_kept(operator: Operator, tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(PNG)
    facts = {
        "legal-name": "Acme Traders Private Limited",
        "time-zone": "Asia/Dubai",
        "currency": "aed",
        "address": "1 High Street\nPune",
        "phone": "+91 20 5550 1234",
        "email": "hello@acme.example",
        "upi-id": "acme@okbank",
        "bank": "Example Bank, 000123, EXMP0000001",
    }
    words = [word for name, value in facts.items() for word in (f"--{name}", value)]
    logo = str(tmp_path / "logo.png")
    operator.make(*CREATE, "--slug", "o-full", *words, "--round-off", "--prices-include-tax", "--logo", logo)
    stored = operator.last("o-full", "organizations")
    assert stored["legal_name"] == facts["legal-name"]
    assert (stored["time_zone"], stored["currency_code"]) == ("Asia/Dubai", "AED")
    assert (stored["address"], stored["phone"]) == (facts["address"], facts["phone"])
    assert (stored["email"], stored["upi_id"], stored["bank"]) == (
        facts["email"],
        facts["upi-id"],
        facts["bank"],
    )
    assert (stored["round_off"], stored["prices_include_tax"]) == (True, True)
    assert stored["logo"] == "\\x" + PNG.hex()


def test_an_organization_begins_with_its_base_currency_and_nothing_else(operator: Operator) -> None:
    operator.organization("o-minimal")
    assert [row["tableName"] for row in operator.trail("o-minimal")] == ["organizations", "currencies"]
    currency = operator.last("o-minimal", "currencies")
    assert (currency["code"], currency["name"], currency["symbol"]) == ("INR", "Indian Rupee", "₹")
    assert (currency["is_base"], currency["exchange_rate"]) == (True, 1)


def test_a_gstin_makes_the_default_registration(operator: Operator) -> None:
    operator.organization("o-gstin", "--gstin", MUMBAI.lower(), "--legal-name", "Acme Private Limited")
    registration = operator.last("o-gstin", "registrations")
    assert (registration["gstin"], registration["state_code"]) == (MUMBAI, "27")
    assert (registration["legal_name"], registration["is_default"]) == ("Acme Private Limited", True)


def test_letters_are_as_good_as_the_number_of_a_state(operator: Operator) -> None:
    operator.make(
        "org", "create", "--slug", "o-letters", "--name", "A", "--state-code", "MH", "--gstin", MUMBAI
    )
    assert operator.last("o-letters", "organizations")["state_code"] == "MH"


def test_a_name_may_be_in_any_script(operator: Operator) -> None:
    # The second one holds a zero-width joiner, which Malayalam needs.
    for slug, name in (("o-hindi", "सह्याद्री ट्रेडर्स"), ("o-malayalam", "അമ്മന്‍ സ്റ്റോഴ്സ്")):
        operator.make("org", "create", "--slug", slug, "--name", name, "--state-code", "32")
        assert operator.last(slug, "organizations")["name"] == name


def test_a_slug_serves_once(operator: Operator) -> None:
    operator.organization("o-twice")
    said = operator.refused(*CREATE, "--slug", "o-twice")
    assert "--slug" in said
    assert "already an organization o-twice" in said


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--slug", "Acme", "small letters"),
        ("--slug", "-acme", "small letters"),
        ("--slug", "a" * 64, "63"),
        ("--name", "", "blank"),
        ("--name", "x" * 192, "191"),
        ("--name", "two\nlines", "control characters"),
        ("--name", "\udcff", "UTF-8"),
        ("--state-code", "99", "no state"),
        ("--state-code", "96", "no state"),
        ("--state-code", "XX", "no state"),
        ("--gstin", "27", "not a GSTIN"),
        ("--gstin", "27AAPFU0939F1XV", "not a GSTIN"),
        ("--gstin", BENGALURU, "begins with 29"),
        ("--currency", "RUPEE", "three letters"),
        ("--currency", "₹₹₹", "three letters"),
        ("--time-zone", "Asia/Bombay", "time zone"),
        ("--time-zone", "+05:30", "time zone"),
        ("--email", "nobody", "e-mail address"),
        ("--upi-id", "acme", "UPI id"),
        ("--phone", "\x1b[2J", "control characters"),
        ("--address", "tab\there", "control characters"),
    ],
)
def test_a_wrong_argument_is_named_and_nothing_is_made(
    operator: Operator, option: str, value: str, told: str
) -> None:
    facts = {"--slug": "o-wrong", "--name": "A", "--state-code": "27", option: value}
    said = operator.refused("org", "create", *(word for pair in facts.items() for word in pair))
    assert option in said
    assert told in said
    assert "no organization o-wrong" in operator.refused("audit", "--org", "o-wrong")


@pytest.mark.parametrize(
    ("content", "told"),
    [(None, "cannot be read"), (b"GIF89a", "not a PNG"), (PNG + bytes(512 * 1024), "larger than 512 KiB")],
)
def test_a_logo_is_a_png_of_bounded_size(
    operator: Operator, tmp_path: Path, content: bytes | None, told: str
) -> None:
    file = tmp_path / "logo.png"
    if content is not None:
        file.write_bytes(content)
    said = operator.refused(*CREATE, "--slug", "o-logo", "--logo", str(file))
    assert "--logo" in said
    assert told in said


def test_a_missing_option_is_named(operator: Operator) -> None:
    assert "--slug" in operator.refused(*CREATE)


def test_an_update_changes_what_is_named_alone(operator: Operator) -> None:
    operator.organization("u-some", "--phone", "1", "--bank", "Example Bank", "--round-off")
    operator.make("org", "update", "--slug", "u-some", "--name", "Acme", "--phone", "2", "--no-round-off")
    stored = operator.last("u-some", "organizations")
    assert (stored["name"], stored["phone"], stored["round_off"]) == ("Acme", "2", False)
    assert (stored["bank"], stored["legal_name"]) == ("Example Bank", "Acme Traders")


@pytest.mark.parametrize(("status", "state"), [("DRAFT", "29"), ("SENT", "27")])
def test_a_move_to_another_state_moves_drafts_and_no_issued_invoice(
    service: Service, operator: Operator, status: str, state: str
) -> None:
    org = service.organization(gstin=MUMBAI)
    made = invoice(org, customer(org), line(taxRatePercent=18), status=status)
    operator.make("org", "update", "--slug", org.slug, "--state-code", "29", "--gstin", BENGALURU)
    now = edited(org, made)
    assert (now["sellerStateCode"], now["placeOfSupplyStateCode"]) == (state, state)
    assert (now["cgstTotal"], now["igstTotal"]) == (9, 0)


def test_an_empty_text_clears_an_optional_fact(operator: Operator) -> None:
    operator.organization("u-clear", "--phone", "1", "--upi-id", "acme@okbank")
    operator.make("org", "update", "--slug", "u-clear", "--phone", "", "--upi-id", "")
    stored = operator.last("u-clear", "organizations")
    assert (stored["phone"], stored["upi_id"]) == (None, None)


def test_an_update_names_something_and_somebody(operator: Operator) -> None:
    operator.organization("u-nothing")
    assert "at least one thing" in operator.refused("org", "update", "--slug", "u-nothing")
    said = operator.refused("org", "update", "--slug", "u-nobody", "--name", "A")
    assert "--slug" in said
    assert "no organization u-nobody" in said


def test_a_gstin_in_an_update_is_added_where_there_was_none(operator: Operator) -> None:
    operator.organization("u-add")
    operator.make("org", "update", "--slug", "u-add", "--gstin", MUMBAI)
    registration = operator.last("u-add", "registrations")
    assert (registration["gstin"], registration["is_default"]) == (MUMBAI, True)


def test_a_gstin_in_an_update_corrects_the_default_registration(operator: Operator) -> None:
    operator.organization("u-correct", "--gstin", MUMBAI)
    operator.make("org", "update", "--slug", "u-correct", "--gstin", BENGALURU, "--state-code", "29")
    trail = operator.trail("u-correct", "--table", "registrations")
    assert [row["operation"] for row in trail] == ["INSERT", "UPDATE"]
    assert (trail[1]["after"]["gstin"], trail[1]["after"]["state_code"]) == (BENGALURU, "29")


def test_a_gstin_in_an_update_that_stands_already_becomes_the_default(operator: Operator) -> None:
    operator.organization("u-stands", "--gstin", MUMBAI)
    operator.make(
        *("registration", "add", "--org", "u-stands", "--gstin", MUMBAI_TOO),
        *("--state-code", "27", "--legal-name", "Acme"),
    )
    operator.make("org", "update", "--slug", "u-stands", "--gstin", MUMBAI_TOO)
    registration = operator.last("u-stands", "registrations")
    assert (registration["gstin"], registration["is_default"]) == (MUMBAI_TOO, True)


def test_an_organization_does_not_move_away_from_its_registration(operator: Operator) -> None:
    operator.organization("u-move", "--gstin", MUMBAI)
    said = operator.refused("org", "update", "--slug", "u-move", "--state-code", "29", "--name", "Moved")
    assert "--state-code" in said
    assert "Maharashtra" in said
    assert operator.last("u-move", "organizations")["name"] == "Acme Traders"


def test_a_new_legal_name_stands_on_the_registration_as_well(operator: Operator) -> None:
    operator.organization("u-legal", "--gstin", MUMBAI)
    operator.make("org", "update", "--slug", "u-legal", "--legal-name", "Acme LLP")
    assert operator.last("u-legal", "registrations")["legal_name"] == "Acme LLP"


def test_the_base_currency_can_change_while_there_are_no_documents(operator: Operator) -> None:
    operator.organization("u-money")
    operator.make("org", "update", "--slug", "u-money", "--currency", "XTS")
    assert operator.last("u-money", "organizations")["currency_code"] == "XTS"
    former, base = (row["after"] for row in operator.trail("u-money", "--table", "currencies")[-2:])
    assert (former["code"], former["is_base"]) == ("INR", False)
    assert (base["code"], base["is_base"]) == ("XTS", True)


def test_without_json_a_person_reads_a_sentence(operator: Operator) -> None:
    result = operator.run(*CREATE, "--slug", "o-said")
    assert result.stdout.startswith("Made the organization o-said (org_")
    assert result.stderr == ""


def test_a_gstin_with_a_wrong_check_digit_is_taken_with_a_warning(operator: Operator) -> None:
    result = operator.run(*CREATE, "--slug", "o-odd-gstin", "--gstin", "27AAPFU0939F1ZX")
    assert result.exit_code == 0
    assert "check digit of 27AAPFU0939F1ZX is wrong" in result.stderr


def test_an_organization_that_refuses_what_looks_wrong_takes_no_such_gstin(operator: Operator) -> None:
    wrong, strict = ("--gstin", "27AAPFU0939F1ZX"), ("--checks", "refuse")
    added = ("registration", "add", "--state-code", "27", "--legal-name", "A")
    operator.organization("o-strict", *strict)
    for words in (
        (*CREATE, "--slug", "o-stricter", *strict, *wrong),
        ("org", "update", "--slug", "o-strict", *wrong),
        (*added, "--org", "o-strict", *wrong),
    ):
        said = operator.refused(*words)
        assert "--gstin" in said
        assert "Its last character should be V" in said
    operator.make("org", "update", "--slug", "o-strict", "--gstin", MUMBAI)


def test_numbers_count_by_the_month_that_fiscal_years_were_said_to_begin_in(operator: Operator) -> None:
    operator.organization("o-july", "--fiscal-year-start", "7")
    operator.organization("o-april")
    assert operator.last("o-july", "organizations")["fiscal_year_start_month"] == 7
    assert operator.last("o-april", "organizations")["fiscal_year_start_month"] == 4
    assert "1<=x<=12" in operator.refused(*CREATE, "--slug", "o-never", "--fiscal-year-start", "13")
