"""Every write of a customer, vendor, item or number series that can look wrong tells so, alone and among many."""

from typing import Any

import pytest

from tests.refusals import refused
from tests.selling import VENDOR, Body
from tests.service import Client, Service

GSTIN = "27AAPFU0939F1ZV"
LEAST: dict[str, Body] = {
    "/customers": {"displayName": "Acme"},
    "/vendors": {"displayName": "Mill"} | VENDOR,
    "/items": {"name": "Bolt"},
    "/number-series": {"docType": "INVOICE"},
}
PARTIES = ("/customers", "/vendors")
ODD: list[tuple[tuple[str, ...], str, str, Body]] = [
    (PARTIES, "gstin_malformed", "gstin", {"gstin": "27AAPFU09"}),
    (PARTIES, "gstin_check_character", "gstin", {"gstin": "27AAPFU0939F1ZX"}),
    (PARTIES, "gstin_state_mismatch", "gstin", {"gstin": GSTIN, "billingAddress": {"stateCode": "29"}}),
    (PARTIES, "pan_malformed", "pan", {"pan": "AAPFU"}),
    (PARTIES, "pan_not_of_gstin", "pan", {"gstin": GSTIN, "pan": "AAPFU0939G"}),
    (("/items",), "hsn_malformed", "hsnOrSac", {"hsnOrSac": "1"}),
    (("/items",), "hsn_too_short", "hsnOrSac", {"hsnOrSac": "7318"}),
    (("/items",), "unit_unknown", "unit", {"unit": "heap"}),
    (("/items",), "rate_unusual", "taxRateId", {"taxRateId": 13}),
    (("/number-series",), "number_not_rule_46", "prefix", {"prefix": "A LONG PREFIX-"}),
]
CASES = [
    pytest.param(path, code, field, fields, id=f"{path[1:]}-{code}")
    for paths, code, field, fields in ODD
    for path in paths
]


def holds(checks: str, answer: Any, code: str, field: str, under: str = "") -> None:
    """The warning is told beside the answer or the only result, or the write is refused."""
    if checks == "refuse":
        assert refused(answer) == {under + field}
        return
    assert answer.status_int in (200, 201), answer.text
    rows = answer.json["data"]["results"][0] if under else answer.json
    assert [(row["code"], row["field"]) for row in rows["warnings"]] == [(code, field)]


@pytest.mark.parametrize("checks", ["warn", "refuse"])
@pytest.mark.parametrize(("path", "code", "field", "fields"), CASES)
def test_what_looks_wrong_is_told_or_refused_by_every_write(
    service: Service, path: str, code: str, field: str, fields: Body, checks: str
) -> None:
    org = service.organization()
    if "taxRateId" in fields:
        fields = {"taxRateId": org.make("/tax-rates", {"name": "Odd", "ratePercent": 13})["id"]}
    odd = LEAST[path] | fields
    made = org.make(path, LEAST[path])
    service.describe(org, checks=checks, turnover_above_5_crore=True)
    before = org.read(f"{path}/{made['id']}")
    holds(checks, org.patch(f"{path}/{made['id']}", odd), code, field)
    if checks == "refuse":
        assert org.read(f"{path}/{made['id']}") == before
    if path == "/items" and "taxRateId" not in fields:
        holds(checks, org.patch(f"/items/{made['id']}/core", odd), code, field)
    # Of a kind of document there is one series.
    assert org.delete(f"{path}/{made['id']}").status_int == 200
    many = {"records": [odd], "allOrNothing": True}
    holds(checks, org.post(f"{path}/bulk", many), code, field, "records.0.")
    if path == "/number-series" and checks == "warn":
        odd = odd | {"docType": "CREDIT_NOTE"}
    holds(checks, org.post(path, odd), code, field)
    assert len(org.read(path)) == (0 if checks == "refuse" else 2)


def test_a_part_that_is_changed_is_looked_at_beside_those_that_stay(org: Client) -> None:
    for path in PARTIES:
        here = f"{path}/{org.make(path, LEAST[path] | {'gstin': GSTIN, 'pan': 'AAPFU0939F'})['id']}"
        name = {name: LEAST[path][name] for name in ("displayName", "leadTimeDays") if name in LEAST[path]}
        moved = org.patch(here, name | {"billingAddress": {"stateCode": "KA"}})
        assert [row["code"] for row in moved.json["warnings"]] == ["gstin_state_mismatch"]
        other = org.patch(here, name | {"billingAddress": None, "pan": "AAPFU0939G"})
        assert [row["code"] for row in other.json["warnings"]] == ["pan_not_of_gstin"]
        assert "warnings" not in org.patch(here, name | {"notes": "x"}).json
