"""Names and values of records on the wire."""

import json
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.wire import camel, camel_keys, canonical_json, from_json, to_json, to_json_exactly


@pytest.mark.parametrize(
    ("name", "wire"),
    [
        ("id", "id"),
        ("display_name", "displayName"),
        ("place_of_supply_state_code", "placeOfSupplyStateCode"),
        ("hsn_or_sac", "hsnOrSac"),
        ("msme_agreed_credit_days", "msmeAgreedCreditDays"),
        ("is_gst", "isGST"),
        ("line1", "line1"),
    ],
)
def test_a_name_is_written_in_camel_case(name: str, wire: str) -> None:
    assert camel(name) == wire


def test_keys_change_and_values_stay() -> None:
    assert camel_keys({"state_code": {"state_code": 1}}) == {"stateCode": {"state_code": 1}}


def test_times_are_utc_and_end_in_z() -> None:
    india = timezone(timedelta(hours=5, minutes=30))
    times = [
        datetime(2026, 4, 1, tzinfo=UTC),
        datetime(2026, 4, 1, 5, 30, tzinfo=india),
        datetime(2026, 4, 1),  # noqa: DTZ001 - the case
    ]
    written = json.loads(to_json(times))
    assert written[0] == "2026-04-01T00:00:00Z"
    assert written[2] == "2026-04-01T00:00:00Z"
    assert datetime.fromisoformat(written[1]) == times[1]


@given(st.decimals(min_value=Decimal("-9999999999999.99"), max_value=Decimal("9999999999999.99"), places=2))
def test_every_amount_reads_back_exactly(amount: Decimal) -> None:
    read = json.loads(to_json({"amount": amount}))["amount"]
    assert isinstance(read, float)
    assert Decimal(repr(read)).quantize(Decimal("0.01")) == amount


@given(st.decimals(min_value=Decimal(0), max_value=Decimal("999999999.999999"), places=6))
def test_every_quantity_reads_back_exactly(quantity: Decimal) -> None:
    read = json.loads(to_json(quantity))
    assert Decimal(repr(read)).quantize(Decimal("0.000001")) == quantity


def test_rows_for_the_database_keep_every_digit() -> None:
    rows = [{"amount": Decimal("9999999999999.999999"), "text": 'a"b', "none": None}]
    assert json.loads(to_json_exactly(rows)) == [
        {"amount": "9999999999999.999999", "text": 'a"b', "none": None}
    ]


def test_what_has_no_form_on_the_wire_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError):
        to_json({"x": object()})


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"NaN",
        b"[Infinity]",
        b"1e400",
        b'"\xff"',
        rb'"\ud800"',
        b"\xef\xbb\xbf1",
        b"[" * 100_000,
        b"{'a':1}",
    ],
    ids=repr,
)
def test_what_is_no_json_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError):
        from_json(text)


@given(st.binary(max_size=200))
def test_any_bytes_are_json_or_refused(data: bytes) -> None:
    try:
        from_json(data)
    except ValueError:
        return
    json.loads(data)


def test_equal_values_are_written_alike_in_whatever_order_their_keys_came() -> None:
    assert canonical_json({"b": [1, {"d": 1, "c": 2}], "a": None}) == canonical_json(
        {"a": None, "b": [1, {"c": 2, "d": 1}]}
    )


@pytest.mark.parametrize(
    ("written", "otherwise"),
    [("1", "1.0"), ("100", "1e2"), ("-3", "-3.0"), ("0", "-0.0"), ("[1, [2]]", "[1.0, [2.00]]")],
)
def test_equal_numbers_are_written_alike_however_they_came(written: str, otherwise: str) -> None:
    assert canonical_json(from_json(written)) == canonical_json(from_json(otherwise))


@pytest.mark.parametrize(
    ("one", "other"),
    [("1", "1.5"), ("1", "true"), ("1", '"1.0"'), ("9007199254740993", "9007199254740992.0")],
)
def test_other_values_are_written_otherwise(one: str, other: str) -> None:
    assert canonical_json(from_json(one)) != canonical_json(from_json(other))


def test_numbers_beyond_whole_ones_that_are_exact_are_written_as_they_came() -> None:
    for text in ("1e300", "-1e300", "18446744073709551616", "0.1"):
        assert from_json(canonical_json(from_json(text))) == from_json(text)


def test_a_value_is_compared_down_to_a_hundred_levels() -> None:
    assert canonical_json(from_json("[" * 100 + "]" * 100)) == b"[" * 100 + b"]" * 100
    for levels in (101, 254, 1_000):
        with pytest.raises(ValueError, match="deep"):
            canonical_json(from_json('{"a":' * levels + "1" + "}" * levels))
