"""Advances in GSTR-1, with worked figures."""

from tests.api.filing import SERVICE, business, consumer, gstr_1
from tests.api.series import today
from tests.refusals import refused
from tests.selling import customer, pay, sent
from tests.service import Client


def test_an_advance_is_in_at_and_what_is_used_up_later_in_txpd(org: Client) -> None:
    # 1180 with 18 % are 1000 and 180; on the last day of a month long past nothing of it was allocated.
    buyer = consumer(org, "29")
    taxed = {"advanceTaxRatePercent": 18, "advancePlaceOfSupplyStateCode": "29"}
    paid = pay(org, buyer, 1180, **taxed)
    pay(org, buyer, 500)
    assert gstr_1(org)["at"] == [
        {
            "pos": "29",
            "sply_ty": "INTER",
            "itms": [{"rt": 18.0, "ad_amt": 1000.0, "iamt": 180.0, "csamt": 0.0}],
        }
    ]
    owed = sent(org, buyer, SERVICE)
    named = {"allocations": [{"invoiceId": owed["id"], "amount": 590}]}
    assert org.post(f"/payments-received/{paid['id']}/allocations", named).status_int == 200
    # Allocated today, in the organization's calendar.
    assert gstr_1(org, f"{today():%Y-%m}")["txpd"] == [
        {"pos": "29", "sply_ty": "INTER", "itms": [{"rt": 18.0, "ad_amt": 500.0, "iamt": 90.0, "csamt": 0.0}]}
    ]
    assert gstr_1(org)["at"][0]["itms"][0]["ad_amt"] == 1000.0
    reads = org.read(f"/payments-received/{paid['id']}")
    assert {name: reads[name] for name in taxed} == taxed


def test_what_a_payment_settles_at_once_is_no_advance(org: Client) -> None:
    buyer = business(org)
    owed = sent(org, buyer, SERVICE)
    pay(org, buyer, 1770, (owed["id"], 1180), advanceTaxRatePercent=18)
    (filed,) = gstr_1(org)["at"]
    assert filed == {
        "pos": "27",
        "sply_ty": "INTRA",
        "itms": [{"rt": 18.0, "ad_amt": 500.0, "camt": 45.0, "samt": 45.0, "csamt": 0.0}],
    }


def test_an_advance_is_taxed_in_a_place_that_there_is(org: Client) -> None:
    body = {"customerId": consumer(org), "paymentDate": "2026-05-04", "amount": 1}
    told = org.post(
        "/payments-received", body | {"advancePlaceOfSupplyStateCode": "ZZ", "advanceTaxRatePercent": 101}
    )
    assert refused(told) == {"advancePlaceOfSupplyStateCode", "advanceTaxRatePercent"}


def test_advances_of_a_bulk_are_filed_as_those_that_come_alone(org: Client) -> None:
    buyer = consumer(org, "29")
    taxed = {"advanceTaxRatePercent": 18, "advancePlaceOfSupplyStateCode": "29"}
    body = {"customerId": buyer, "paymentDate": "2026-05-04", "amount": 1180}
    records = [body | taxed, body, body | {"advanceTaxRatePercent": 5}, body | {"advanceTaxRatePercent": 101}]
    answer = org.post("/payments-received/bulk", {"records": records})
    assert [row["status"] for row in answer.json["data"]["results"]] == [201, 201, 201, 422]
    (fault,) = answer.json["data"]["results"][3]["error"]["details"]
    assert fault["field"] == "advanceTaxRatePercent"
    (filed,) = gstr_1(org)["at"]
    assert {(row["rt"], row["ad_amt"], row["iamt"]) for row in filed["itms"]} == {
        (18.0, 1000.0, 180.0),
        (5.0, 1123.81, 56.19),
    }


def test_an_advance_stays_where_it_was_taxed_when_the_customer_moves(org: Client) -> None:
    buyer = consumer(org, "29")
    paid = pay(org, buyer, 1180, advanceTaxRatePercent=18)
    assert paid["advancePlaceOfSupplyStateCode"] == "29"
    before = gstr_1(org)["at"]
    assert (before[0]["pos"], before[0]["sply_ty"]) == ("29", "INTER")
    record = org.read(f"/customers/{buyer}") | {"placeOfSupplyStateCode": "27"}
    assert org.patch(f"/customers/{buyer}", record).status_int == 200
    assert gstr_1(org)["at"] == before
    owed = sent(org, buyer, SERVICE)
    named = {"allocations": [{"invoiceId": owed["id"], "amount": 1180}]}
    assert org.post(f"/payments-received/{paid['id']}/allocations", named).status_int == 200
    assert gstr_1(org, f"{today():%Y-%m}")["txpd"] == before


def test_an_advance_bears_igst_if_its_customer_was_in_an_sez_as_it_came(org: Client) -> None:
    zone, other = business(org, gstCategory="SEZ"), business(org, gstCategory="REGISTERED")
    for buyer, place in ((zone, {}), (zone, {"advancePlaceOfSupplyStateCode": "27"}), (other, {})):
        pay(org, buyer, 1180, advanceTaxRatePercent=18, **place)
    before = gstr_1(org)["at"]
    assert [(row["sply_ty"], row["itms"][0]["ad_amt"]) for row in before] == [
        ("INTRA", 1000.0),
        ("INTER", 2000.0),
    ]
    for buyer, category in ((zone, "REGISTERED"), (other, "SEZ")):
        record = org.read(f"/customers/{buyer}") | {"gstCategory": category}
        assert org.patch(f"/customers/{buyer}", record).status_int == 200
    assert gstr_1(org)["at"] == before
    # From now on the category is the new one.
    pay(org, zone, 1180, advanceTaxRatePercent=18)
    assert gstr_1(org)["at"][0]["itms"][0]["ad_amt"] == 2000.0


def test_an_advance_is_not_taxed_where_a_record_names_no_place(org: Client) -> None:
    buyer = customer(org, placeOfSupplyStateCode="Nowhere")
    body = {"customerId": buyer, "paymentDate": "2026-05-04", "amount": 1180, "advanceTaxRatePercent": 18}
    answer = org.post("/payments-received", body)
    assert refused(answer) == {"advancePlaceOfSupplyStateCode"}
    assert "'Nowhere'" in answer.json["error"]["message"]
    # A payment that bears no tax asks for no place, nor does one that names its own.
    assert pay(org, buyer, 1180)["advancePlaceOfSupplyStateCode"] is None
    named = pay(org, buyer, 1180, advanceTaxRatePercent=18, advancePlaceOfSupplyStateCode="Tamil Nadu")
    assert named["advancePlaceOfSupplyStateCode"] == "Tamil Nadu"
    assert [row["pos"] for row in gstr_1(org)["at"]] == ["33"]
