"""The bodies of items, their variants and their core."""

from decimal import Decimal

import pytest

from app.errors import Invalid
from app.master_data.items import KIND, ItemCoreBody
from tests.bodies import change, create, error, errors, nulls

# Items


def test_an_item_is_filled_with_its_defaults():
    assert create("items") == {
        "name": "Bolt",
        "type": "GOODS",
        "unit": "PCS",
        "pieces_per_master": 1,
        "selling_price": 0,
        "purchase_price": 0,
        "is_price_inclusive": "inherit",
        "track_inventory": False,
        "reorder_quantity": 0,
        "is_active": True,
        "pricing_mode": "PCS",
        "variants": [],
        "axes": [],
        "taxability": "TAXABLE",
        "cess_rate_percent": 0,
        "external_reference": None,
        **nulls("sku", "hsn_or_sac", "group_id", "size_module_id", "master_unit", "tax_rate_id", "barcode"),
        **nulls("description", "primary_vendor_id", "default_length_unit"),
    }


def test_a_default_length_unit_is_a_unit_or_null():
    units = ("MM", "CM", "M", "IN", "FT", None)
    assert [create("items", defaultLengthUnit=unit)["default_length_unit"] for unit in units] == list(units)
    assert error("items", "defaultLengthUnit", "MILE") == "Must be one of: MM, CM, M, IN, FT."


def test_prices_of_an_item_keep_six_places():
    assert create("items", sellingPrice=0.123456)["selling_price"] == Decimal("0.123456")
    assert create("items", sellingPrice=0.0000005)["selling_price"] == Decimal("0.000001")


def test_price_inclusive_of_an_item_takes_words_and_what_reads_return():
    stored = [
        create("items", isPriceInclusive=value)["is_price_inclusive"] for value in (True, "false", "inherit")
    ]
    assert stored == ["true", "false", "inherit"]
    assert error("items", "isPriceInclusive", "maybe") == "Must be one of: inherit, true, false."
    assert error("items", "isPriceInclusive", None) == "Must not be null."


def test_a_variant_is_filled_with_its_defaults():
    assert create("items", variants=[{}])["variants"] == [
        {
            "size": "",
            "is_active": True,
            **nulls("id", "sku", "barcode", "selling_price", "purchase_price", "sort_order"),
        }
    ]


def test_a_variant_may_name_the_one_to_keep():
    variant = {"id": "var_1", "size": "XL", "sellingPrice": 5, "purchasePrice": None, "sortOrder": 2}
    (stored,) = change("items", variants=[variant])["variants"]
    assert (stored["id"], stored["size"], stored["selling_price"], stored["sort_order"]) == (
        "var_1",
        "XL",
        5,
        2,
    )


def test_a_variant_in_a_change_carries_only_what_was_sent():
    assert change("items", variants=[{"id": "var_1", "sku": None}])["variants"] == [
        {"id": "var_1", "sku": None}
    ]


def test_errors_of_variants_are_named_by_their_place():
    variants = [
        {"size": "S"},
        {"size": 5, "sku": [], "sellingPrice": -1, "sortOrder": 0.5},
        {"size": "x" * 256, "purchasePrice": "1", "isActive": None, "sortOrder": 2**53},
        {"size": None},
        "XL",
        None,
    ]
    told = {
        "variants.1.size": "Must be text.",
        "variants.1.sku": "Must be text, a number, a boolean or null.",
        "variants.1.sellingPrice": "Must be at least 0.",
        "variants.1.sortOrder": "Must be a whole number.",
        "variants.2.size": "Must be at most 255 characters long.",
        "variants.2.purchasePrice": "Must be a number.",
        "variants.2.isActive": "Must not be null.",
        "variants.2.sortOrder": f"Must be at most {2**53 - 1}.",
        "variants.3.size": "Must not be null.",
        "variants.4": "Must be an object.",
        "variants.5": "Must not be null.",
    }
    for way in ("create", "change"):
        assert errors("items", {"name": "Bolt", "variants": variants}, way) == told


def test_axes_are_kept_as_they_came():
    axes = ["Size", {"name": "Colour", "values": ["red", 1, None]}, None]
    assert create("items", axes=axes)["axes"] == axes


def test_a_core_update_resets_what_is_left_out_and_reads_nothing_else():
    body = {"name": "Bolt", "variants": "nonsense", "taxRateId": [], "groupId": "grp_1", "isActive": "x"}
    assert ItemCoreBody().answered_as(KIND.record).create(body) == {
        "name": "Bolt",
        "type": "GOODS",
        "unit": "PCS",
        "selling_price": 0,
        "purchase_price": 0,
        "track_inventory": False,
        **nulls("sku", "hsn_or_sac", "barcode", "description"),
    }


def test_a_core_update_requires_a_name():
    with pytest.raises(Invalid) as refused:
        ItemCoreBody().create({"sellingPrice": -1})
    assert refused.value.details == (
        ("name", "This field is required."),
        ("sellingPrice", "Must be at least 0."),
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "x" * 192),
        ("type", "THING"),
        ("unit", "x" * 21),
        ("sellingPrice", -1),
        ("purchasePrice", "1"),
        ("trackInventory", 1),
        ("sku", []),
    ],
)
def test_a_core_update_has_the_bounds_of_an_item(field, value):
    with pytest.raises(Invalid) as refused:
        ItemCoreBody().create({"name": "Bolt", field: value})
    assert dict(refused.value.details) == {field: error("items", field, value)}
