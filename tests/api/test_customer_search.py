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


def test_an_empty_q_is_no_filter_and_one_of_256_characters_is_refused(service: Service) -> None:
    org = service.organization()
    made = org.make("/customers", ACME)
    assert org.read("/customers?q=") == [made]
    assert org.read("/customers?q=" + "x" * 255) == []
    assert refused(org.get("/customers?q=" + "x" * 256)) == {"q"}
