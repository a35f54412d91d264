"""The lines in the body of an invoice."""

from decimal import Decimal

import pytest

from tests.unit.invoice_bodies import FREE_LINE, LINE, create, errors, line, line_errors


@pytest.mark.parametrize("way", ["create", "change"])
def test_an_invoice_has_1_to_1_000_lines(way):
    assert len(create(lines=[LINE] * 1_000)["lines"]) == 1_000
    assert errors(way, lines=[LINE] * 1_001) == {"lines": "Must have 1 to 1000 elements."}
    assert errors(way, lines=[]) == {"lines": "Must have 1 to 1000 elements."}
    assert errors(way, lines={}) == {"lines": "Must be a list."}
    assert errors(way, lines=None) == {"lines": "Must not be null."}


def test_a_line_without_item_needs_description_quantity_and_rate():
    assert line(**FREE_LINE)["rate"] == 500
    assert line_errors() == {
        "quantity": "This field is required, unless width and height are given.",
        "description": "This field is required on a line without itemId.",
        "rate": "This field is required on a line without itemId.",
    }


def test_a_blank_description_says_nothing():
    assert line_errors(**{**FREE_LINE, "description": "  "}) == {
        "description": "This field is required on a line without itemId."
    }


def test_an_item_of_null_is_no_item():
    assert set(line_errors(itemId=None, quantity=1)) == {"description", "rate"}


def test_a_field_that_is_wrong_is_not_called_missing_too():
    assert line_errors(quantity="2", rate=-1, description=[]) == {
        "description": "Must be text, a number, a boolean or null.",
        "quantity": "Must be a number.",
        "rate": "Must be at least 0.",
    }


def test_rules_of_a_line_are_reported_beside_errors_of_its_fields():
    assert set(line_errors(description="Repair", discount=-1)) == {"quantity", "rate", "discount"}


def test_width_and_height_stand_for_the_quantity():
    area = line(itemId="itm_1", width=2.5, height=3, lengthUnit="FT")
    assert (area["quantity"], area["width"], area["height"]) == (None, Decimal("2.5"), 3)
    assert set(line_errors(itemId="itm_1", width=2.5)) == {"quantity"}
    assert set(line_errors(itemId="itm_1", height=2.5)) == {"quantity"}


def test_an_area_is_one_piece_unless_said():
    assert line(itemId="itm_1", width=2, height=3)["qty_count"] == 1
    assert line(itemId="itm_1", width=2, height=3, qtyCount=4)["qty_count"] == 4
    assert line(**LINE)["qty_count"] is None


def test_a_line_of_an_area_without_item_needs_description_and_rate_only():
    assert line(description="Glass", rate=90, width=2, height=3)["rate"] == 90


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("quantity", 0, "Must be more than 0."),
        ("quantity", -1, "Must be more than 0."),
        ("quantity", 1e-7, "Must be more than 0."),
        ("quantity", 10**9, "Must be at most 999999999.999999."),
        ("quantity", "2", "Must be a number."),
        ("quantity", True, "Must be a number."),
        ("quantity", None, "Must not be null."),
        ("rate", -0.01, "Must be at least 0."),
        ("rate", None, "Must not be null."),
        ("discount", -1, "Must be at least 0."),
        ("discount", None, "Must not be null."),
        ("taxRatePercent", 100.5, "Must be at most 100."),
        ("taxRatePercent", -1, "Must be at least 0."),
        ("taxRatePercent", None, "Must not be null."),
        ("unit", "", "Must not be blank."),
        ("unit", "x" * 21, "Must be 1 to 20 characters long."),
        ("width", 0, "Must be more than 0."),
        ("height", -1, "Must be more than 0."),
        ("qtyCount", 0, "Must be more than 0."),
        ("lengthUnit", "MILE", "Must be one of: MM, CM, M, IN, FT."),
        ("description", "x" * 10_001, "Must be at most 10000 characters long."),
        ("hsnOrSac", [], "Must be text, a number, a boolean or null."),
        ("itemId", {}, "Must be text, a number, a boolean or null."),
    ],
)
def test_a_line_keeps_its_bounds(field, value, message):
    assert line_errors(**{**LINE, field: value}) == {field: message}


def test_a_line_may_be_sent_back_as_it_was_read():
    read = {**LINE, "id": "lin_1", "invoiceId": "inv_1", "taxableAmount": 5, "sortOrder": 3}
    nulls = dict.fromkeys(["itemVariantId", "hsnOrSac", "width", "height", "lengthUnit", "qtyCount"])
    assert line(**read, **nulls) == line(**LINE)


def test_errors_of_lines_are_named_by_their_place():
    assert errors(lines=[LINE, "x", {**LINE, "rate": -1}, None]) == {
        "lines.1": "Must be an object.",
        "lines.2.rate": "Must be at least 0.",
        "lines.3": "Must not be null.",
    }


def test_a_rate_keeps_six_places_and_a_discount_two():
    stored = line(**FREE_LINE | {"rate": 0.1234567, "discount": 1.005})
    assert (str(stored["rate"]), str(stored["discount"])) == ("0.123457", "1.01")
