"""Finding customers by `q`."""

import pytest

from tests.refusals import refused
from tests.service import Service

ACME = {"displayName": "Acme"}


@pytest.mark.parametrize("field", ["displayName", "gstin", "phone", "email"])
def test_q_finds_a_customer_by_a_part_of_a_field_in_any_case(service: Service, field: str) -> None:
    org = service.organization()
    made = org.make("/customers", ACME | {field: "In the Middle, Ünder"})
    org.make("/customers", {"displayName": "Somebody else"})
    for q in ("the mid", "THE MID", "in the middle, ünder", "ÜNDER"):
        answer = org.request("GET", f"/customers?q={q.replace(' ', '+')}").json
        assert (answer["data"], answer["meta"]["total"]) == ([made], 1), q


@pytest.mark.parametrize("field", ["legalName", "pan", "notes", "placeOfSupplyStateCode"])
def test_q_does_not_look_into_other_fields(service: Service, field: str) -> None:
    org = service.organization()
    org.make("/customers", ACME | {field: "needle"})
    assert org.read("/customers?q=needle") == []


@pytest.mark.parametrize(
    ("q", "found"),
    [
        pytest.param("%25", "100% cotton", id="percent"),
        pytest.param("_", "snake_case", id="underscore"),
        pytest.param("%5C", "back\\slash", id="backslash"),
        pytest.param("'", "O'Neil", id="quote"),
        pytest.param("0%25+c", "100% cotton", id="percent inside"),
    ],
)
def test_wildcards_in_q_are_plain_characters(service: Service, q: str, found: str) -> None:
    org = service.organization()
    for name in ("100% cotton", "snake_case", "back\\slash", "O'Neil", "plain"):
        org.make("/customers", {"displayName": name})
    assert [row["displayName"] for row in org.read(f"/customers?q={q}")] == [found]


def test_an_empty_q_is_no_filter_and_one_of_256_characters_is_refused(service: Service) -> None:
    org = service.organization()
    made = org.make("/customers", ACME)
    assert org.read("/customers?q=") == [made]
    assert org.read("/customers?q=" + "x" * 255) == []
    assert refused(org.get("/customers?q=" + "x" * 256)) == {"q"}
