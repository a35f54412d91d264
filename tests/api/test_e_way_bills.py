"""E-way bills over HTTP: the portal's file, and the number that it gave."""

import pytest

from tests.api.registering import E_WAY_BILL, sold
from tests.selling import Body
from tests.service import Client

pytestmark = pytest.mark.usefixtures("described")


def test_an_e_way_bill_is_made_and_its_number_kept(org: Client) -> None:
    path = f"/invoices/{sold(org)['id']}"
    carried = {"mode": "1", "vehicleNumber": "MH 12 AB 1234", "distanceKm": 840}
    answer = org.post(f"{path}/e-way-bill", carried)
    (bill,) = answer.json["data"]["document"]["billLists"]
    assert answer.json["data"]["document"]["version"] == "1.0.0621"
    assert (bill["transMode"], bill["vehicleNo"], bill["totInvValue"]) == (1, "MH12AB1234", 1180)
    assert org.read(path)["ewayBillStatus"] == "NOT_REQUIRED"
    kept = org.put(f"{path}/e-way-bill", E_WAY_BILL).json["data"]
    shown = org.read(path)
    assert {name: shown[name] for name in kept} == kept
    assert (shown["ewayBillId"], shown["ewayBillStatus"]) == ("331012345678", "GENERATED")
    assert shown["ewayBillValidUntil"] == "2026-11-25T18:29:00Z"


@pytest.mark.parametrize(
    ("sent_body", "field"),
    [
        ({"mode": 5}, "mode"),
        ({"mode": "road"}, "mode"),
        ({"vehicleType": "X"}, "vehicleType"),
        ({"distanceKm": 4001}, "distanceKm"),
        ({"supplyType": "I"}, "supplyType"),
    ],
)
def test_what_is_no_code_of_the_portal_is_refused(org: Client, sent_body: Body, field: str) -> None:
    answer = org.post(f"/invoices/{sold(org)['id']}/e-way-bill", sent_body)
    assert answer.status_int == 422
    assert [detail["field"] for detail in answer.json["error"]["details"]] == [field]


def test_what_the_e_way_bill_portal_would_refuse_is_told(org: Client) -> None:
    answer = org.post(f"/invoices/{sold(org)['id']}/e-way-bill", {"mode": 1}).json["data"]
    assert answer["document"] is None
    assert [problem["field"] for problem in answer["problems"]] == ["vehicleNumber"]
