"""GSTR-3B, with worked figures."""

from typing import Any

from tests.api.filing import (
    ABROAD,
    GOODS,
    SERVICE,
    business,
    consumer,
    credited,
    gstin_of,
    gstr_1,
    part_of,
    told,
)
from tests.selling import VENDOR, Books, customer, pay, sent, vendor
from tests.service import Client, Service

NONE = {"iamt": 0.0, "camt": 0.0, "samt": 0.0, "csamt": 0.0}


def gstr_3b(org: Client, **asked: str) -> dict[str, Any]:
    """GSTR-3B, in which nothing is amiss."""
    answer = told(org, "/gst/gstr-3b", **asked)
    assert answer["problems"] == []
    document: dict[str, Any] = answer["document"]
    return document


def bill(org: Client, *lines: dict[str, Any], state: str = "27", **fields: Any) -> dict[str, Any]:
    """A new bill in force whose input tax may be claimed, of a vendor with a GSTIN."""
    facts = {"billDate": "2026-05-06", "status": "OPEN", "itcEligible": True, "lines": list(lines)}
    named = {"vendorId": vendor(org, gstin=gstin_of(state, "AABCD1234E"))}
    made = org.make("/bills", named | facts | fields)
    record: dict[str, Any] = org.read(f"/bills/{made['id']}")
    return record


def credit(document: dict[str, Any], place: str) -> dict[str, float]:
    """Return the amounts of table 4(A) at a place."""
    (found,) = (row for row in document["itc_elg"]["itc_avl"] if row["ty"] == place)
    return {name: amount for name, amount in found.items() if name != "ty"}


def test_outward_supplies_are_those_of_gstr_1_by_kind(org: Client) -> None:
    untaxed = {"taxRatePercent": 0}
    buyer = business(org)
    sold = sent(org, buyer, SERVICE | {"quantity": 3, "cessRatePercent": 1})
    credited(org, buyer, part_of(sold), invoiceId=sold["id"])
    sent(org, buyer, SERVICE, reverseCharge=True)
    sent(org, customer(org, billingAddress=ABROAD), SERVICE)
    sent(org, business(org, gstCategory="SEZ"), SERVICE, exportWithPayment=False)
    sent(
        org, buyer, GOODS | untaxed | {"taxability": "NIL_RATED"}, GOODS | untaxed | {"taxability": "EXEMPT"}
    )
    sent(org, buyer, GOODS | untaxed | {"taxability": "NON_GST"})
    filed = gstr_3b(org)
    assert (filed["gstin"], filed["ret_period"]) == ("27AAPFU0939F1ZV", "052026")
    assert filed["sup_details"] == {
        # 2000 with 180 twice and 20 of cess, and 1000 under reverse charge without tax.
        "osup_det": {"txval": 3000.0, "iamt": 0.0, "camt": 180.0, "samt": 180.0, "csamt": 20.0},
        "osup_zero": {"txval": 2000.0, "iamt": 180.0, "csamt": 0.0},
        "osup_nil_exmp": {"txval": 2000.0},
        "isup_rev": {"txval": 0.0} | NONE,
        "osup_nongst": {"txval": 1000.0},
    }


def test_advances_are_taxed_when_they_come(org: Client) -> None:
    pay(org, consumer(org), 1180, advanceTaxRatePercent=18)
    assert gstr_3b(org)["sup_details"]["osup_det"] == {
        "txval": 1000.0,
        "iamt": 0.0,
        "camt": 90.0,
        "samt": 90.0,
        "csamt": 0.0,
    }


def test_supplies_between_states_to_buyers_of_table_3_2_are_told_by_place(org: Client) -> None:
    sent(org, consumer(org, "29"), SERVICE)
    sent(org, consumer(org, "33"), SERVICE | {"rate": 200_000})
    sent(org, consumer(org), SERVICE)
    sent(org, business(org, "29"), SERVICE)
    sent(org, business(org, "29", gstCategory="COMPOSITION"), SERVICE)
    sent(org, business(org, "29", gstCategory="UIN_HOLDER"), SERVICE)
    small = {"pos": "29", "txval": 1000.0, "iamt": 180.0}
    assert gstr_3b(org)["inter_sup"] == {
        "unreg_details": [small, {"pos": "33", "txval": 200000.0, "iamt": 36000.0}],
        "comp_details": [small],
        "uin_details": [small],
    }


def test_input_tax_of_bills_less_debit_notes_is_eligible_where_they_say_so(org: Client) -> None:
    first = bill(org, SERVICE | {"quantity": 2})
    bill(org, SERVICE, state="29")
    bill(org, SERVICE | {"rate": 100}, itcEligible=False)
    part = {"originalBillItemId": first["items"][0]["id"], "quantity": 1}
    facts = {
        "vendorId": first["vendorId"],
        "billId": first["id"],
        "debitNoteDate": "2026-05-09",
        "status": "OPEN",
    }
    org.make("/debit-notes", facts | {"lines": [part]})
    filed = gstr_3b(org)
    tax = {"iamt": 180.0, "camt": 90.0, "samt": 90.0, "csamt": 0.0}
    assert credit(filed, "OTH") == tax
    assert filed["itc_elg"]["itc_net"] == tax
    assert filed["itc_elg"]["itc_inelg"][1] == {
        "ty": "OTH",
        "iamt": 0.0,
        "camt": 9.0,
        "samt": 9.0,
        "csamt": 0.0,
    }
    assert filed["itc_elg"]["itc_rev"] == [{"ty": "RUL"} | NONE, {"ty": "OTH"} | NONE]


def test_tax_that_the_buyer_owes_is_told_as_owed_and_as_credit(org: Client) -> None:
    bill(org, SERVICE, reverseCharge=True)
    abroad = {"displayName": "Cloud", **VENDOR, "billingAddress": ABROAD}
    bill(org, SERVICE, vendorId=org.make("/vendors", abroad)["id"], reverseCharge=True)
    filed = gstr_3b(org)
    assert filed["sup_details"]["isup_rev"] == {
        "txval": 2000.0, "iamt": 180.0, "camt": 90.0, "samt": 90.0, "csamt": 0.0
    }  # fmt: skip
    assert credit(filed, "ISRC") == {"iamt": 0.0, "camt": 90.0, "samt": 90.0, "csamt": 0.0}
    assert credit(filed, "IMPS") == {"iamt": 180.0, "camt": 0.0, "samt": 0.0, "csamt": 0.0}
    assert credit(filed, "OTH") == NONE


def test_inward_supplies_without_credit_are_told_by_state(org: Client) -> None:
    untaxed = GOODS | {"taxRatePercent": 0}
    bill(org, untaxed | {"taxability": "EXEMPT"}, untaxed | {"taxability": "NON_GST"})
    bill(org, untaxed | {"taxability": "NIL_RATED"}, state="29")
    composition = {"gstin": gstin_of("27", "AABCE1234F"), "gstCategory": "COMPOSITION"}
    bill(org, GOODS | {"taxRatePercent": 0}, vendorId=vendor(org, **composition))
    assert gstr_3b(org)["inward_sup"]["isup_details"] == [
        {"ty": "GST", "inter": 1000.0, "intra": 2000.0},
        {"ty": "NONGST", "inter": 0.0, "intra": 1000.0},
    ]


def test_a_bill_is_that_of_the_registration_in_whose_state_its_supply_is(
    org: Client, service: Service
) -> None:
    branch = Books(service, org).registration("29")
    bill(org, SERVICE, state="29", placeOfSupplyStateCode="29")
    bill(org, SERVICE, state="29", placeOfSupplyStateCode="33")
    assert credit(gstr_3b(org, registrationId=branch), "OTH")["camt"] == 90.0
    assert credit(gstr_3b(org), "OTH") == {"iamt": 180.0, "camt": 0.0, "samt": 0.0, "csamt": 0.0}


def test_void_bills_and_drafts_are_in_no_return(org: Client) -> None:
    void = bill(org, SERVICE)
    assert org.post(f"/bills/{void['id']}/void").status_int == 200
    bill(org, SERVICE, status="DRAFT")
    assert credit(gstr_3b(org), "OTH") == NONE


def test_what_falls_below_0_is_0_and_told_until_the_portal_takes_it(org: Client) -> None:
    # The invoice is of one month, its note of the next, in which nothing else was sold.
    buyer = consumer(org, "29")
    for bought, noted in (("2024-05-04", "2024-06-04"), ("2024-06-30", "2024-07-04")):
        sold = sent(org, buyer, SERVICE, invoiceDate=bought)
        credited(org, buyer, part_of(sold), invoiceId=sold["id"], creditNoteDate=noted)
    before = told(org, "/gst/gstr-3b", "2024-06")
    # 1000 of the second invoice less 1000 of the first note.
    assert before["problems"] == []
    assert before["document"]["sup_details"]["osup_det"]["txval"] == 0.0
    since = told(org, "/gst/gstr-3b", "2024-07")
    assert since["problems"] == []
    assert since["document"]["sup_details"]["osup_det"]["txval"] == -1000.0
    assert since["document"]["inter_sup"]["unreg_details"] == [
        {"pos": "29", "txval": -1000.0, "iamt": -180.0}
    ]
    credited(org, buyer, {**SERVICE, "rate": 500}, creditNoteDate="2024-06-05")
    below = told(org, "/gst/gstr-3b", "2024-06")
    assert {(each["code"], each["field"], each["recordId"]) for each in below["problems"]} == {
        ("below_zero", f"{place}.{amount}", None)
        for place in ("sup_details.osup_det", "inter_sup.unreg_details.0")
        for amount in ("txval", "iamt")
    }
    assert "-500.00" in below["problems"][0]["message"]
    assert below["document"]["inter_sup"]["unreg_details"] == [{"pos": "29", "txval": 0.0, "iamt": 0.0}]


def test_debit_notes_of_exempt_goods_leave_table_5_at_0(org: Client) -> None:
    exempt = GOODS | {"taxRatePercent": 0, "taxability": "EXEMPT"}
    facts = {"debitNoteDate": "2026-05-09", "status": "OPEN", "lines": [exempt]}
    org.make("/debit-notes", {"vendorId": vendor(org, gstin=gstin_of("27", "AABCD1234E"))} | facts)
    answer = told(org, "/gst/gstr-3b")
    assert [(each["code"], each["field"]) for each in answer["problems"]] == [
        ("below_zero", "inward_sup.isup_details.0.intra")
    ]
    assert answer["document"]["inward_sup"]["isup_details"][0] == {"ty": "GST", "inter": 0.0, "intra": 0.0}


def test_under_reverse_charge_a_zone_without_payment_owes_no_tax(org: Client) -> None:
    zone = business(org, gstCategory="SEZ")
    sold = sent(org, zone, SERVICE, exportWithPayment=False, reverseCharge=True)
    (group,) = gstr_1(org)["b2b"]
    assert (group["inv"][0]["inv_typ"], group["inv"][0]["rchrg"]) == ("SEWOP", "Y")
    assert group["inv"][0]["itms"][0]["itm_det"]["iamt"] == 0.0
    assert gstr_3b(org)["sup_details"]["osup_zero"] == {"txval": 1000.0, "iamt": 0.0, "csamt": 0.0}
    assert sold["supplyType"] == "SEZWOP"


def test_a_return_of_a_gstin_that_is_none_is_null(org: Client, service: Service) -> None:
    Books(service, org).execute("spell_gstin", gstin="27aapfu0939f1zv")
    answer = told(org, "/gst/gstr-3b")
    assert answer["document"] is None
    assert [(each["code"], each["field"]) for each in answer["problems"]] == [("field_invalid", "gstin")]
    other = told(org, "/gst/gstr-1")
    assert other["document"] is None
    (problem,) = other["problems"]
    assert (problem["code"], problem["field"]) == ("field_invalid", "gstin")
    assert problem["recordId"].startswith("reg_")
