"""GSTR-1: each section with worked figures."""

from typing import Any

import pytest

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
    tied,
)
from tests.selling import customer, sent
from tests.service import Client


def test_an_invoice_to_a_gstin_is_in_b2b_by_rate(org: Client) -> None:
    # 2 x 500 at 5 % is 1000.00 and 25.00 twice; 1000 at 18 % is 90.00 twice; together 2230.00.
    made = sent(org, business(org), GOODS, SERVICE)
    assert gstr_1(org)["b2b"] == [
        {
            "ctin": gstin_of("27"),
            "inv": [
                {
                    "inum": made["invoiceNumber"],
                    "idt": "04-05-2026",
                    "val": 2230.0,
                    "pos": "27",
                    "rchrg": "N",
                    "inv_typ": "R",
                    "itms": [
                        {
                            "num": 1,
                            "itm_det": {"rt": 5.0, "txval": 1000.0, "camt": 25.0, "samt": 25.0, "csamt": 0.0},
                        },
                        {
                            "num": 2,
                            "itm_det": {
                                "rt": 18.0,
                                "txval": 1000.0,
                                "camt": 90.0,
                                "samt": 90.0,
                                "csamt": 0.0,
                            },
                        },
                    ],
                }
            ],
        }
    ]
    assert tied(org)["b2b"]["documents"] == 1


@pytest.mark.parametrize(
    ("facts", "fields", "type", "taxes"),
    [
        ({}, {}, "R", {"iamt": 180.0}),
        ({"gstCategory": "SEZ"}, {}, "SEWP", {"iamt": 180.0}),
        ({"gstCategory": "SEZ"}, {"exportWithPayment": False}, "SEWOP", {"iamt": 0.0}),
        ({"gstCategory": "DEEMED_EXPORT"}, {}, "DE", {"iamt": 180.0}),
        ({"gstCategory": "UIN_HOLDER"}, {}, "R", {"iamt": 180.0}),
    ],
)
def test_b2b_tells_what_kind_of_buyer_it_is(
    org: Client, facts: dict[str, Any], fields: dict[str, Any], type: str, taxes: dict[str, float]
) -> None:
    sent(org, business(org, "29", **facts), SERVICE, **fields)
    (filed,) = gstr_1(org)["b2b"][0]["inv"]
    assert filed["inv_typ"] == type
    assert filed["pos"] == "29"
    assert filed["itms"][0]["itm_det"] == {"rt": 18.0, "txval": 1000.0, "csamt": 0.0} | taxes
    assert tied(org).keys() == {"b2b"}


def test_under_reverse_charge_the_recipients_tax_is_told_and_the_books_have_none(org: Client) -> None:
    sent(org, business(org), SERVICE | {"cessRatePercent": 1}, reverseCharge=True)
    (filed,) = gstr_1(org)["b2b"][0]["inv"]
    assert (filed["rchrg"], filed["val"]) == ("Y", 1000.0)
    assert filed["itms"][0]["itm_det"] == {
        "rt": 18.0, "txval": 1000.0, "camt": 90.0, "samt": 90.0, "csamt": 10.0
    }  # fmt: skip
    section = tied(org)["b2b"]
    assert (section["taxableValue"], section["cgst"], section["cess"]) == (1000.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("day", "rate", "section"),
    [
        # 84,745.76 and 18 % of it are 1,00,000.00; one paisa more is above the limit.
        ("2026-05-04", 84745.76, "b2cs"),
        ("2026-05-04", 84745.77, "b2cl"),
        ("2024-08-01", 84745.77, "b2cl"),
        ("2024-07-31", 84745.77, "b2cs"),
        ("2024-07-31", 211864.41, "b2cs"),
        ("2024-07-31", 211864.42, "b2cl"),
    ],
)
def test_an_invoice_between_states_stands_alone_above_the_limit_of_its_day(
    org: Client, day: str, rate: float, section: str
) -> None:
    made = sent(org, consumer(org, "29"), SERVICE | {"rate": rate}, invoiceDate=day)
    filed = gstr_1(org, day[:7])
    assert [name for name in ("b2cl", "b2cs") if filed[name]] == [section]
    if section == "b2cl":
        assert filed["b2cl"][0]["pos"] == "29"
        assert filed["b2cl"][0]["inv"][0]["inum"] == made["invoiceNumber"]
    assert tied(org, day[:7]).keys() == {section}


def test_a_large_invoice_within_the_state_is_in_b2cs(org: Client) -> None:
    sent(org, consumer(org), SERVICE | {"rate": 500_000})
    assert gstr_1(org)["b2cs"] == [
        {
            "sply_ty": "INTRA",
            "pos": "27",
            "typ": "OE",
            "rt": 18.0,
            "txval": 500000.0,
            "camt": 45000.0,
            "samt": 45000.0,
            "csamt": 0.0,
        }
    ]


def test_b2cs_adds_up_by_place_and_rate_less_notes(org: Client) -> None:
    here, there = consumer(org), consumer(org, "29")
    first = sent(org, here, SERVICE | {"quantity": 3})
    sent(org, here, SERVICE, GOODS)
    sent(org, there, SERVICE)
    credited(org, here, part_of(first), invoiceId=first["id"])
    told = [(row["sply_ty"], row["pos"], row["rt"], row["txval"]) for row in gstr_1(org)["b2cs"]]
    assert told == [
        ("INTRA", "27", 5.0, 1000.0),
        ("INTRA", "27", 18.0, 3000.0),
        ("INTER", "29", 18.0, 1000.0),
    ]
    assert tied(org)["b2cs"]["documents"] == 4


@pytest.mark.parametrize(
    ("fields", "type", "tax", "value"),
    [({}, "WPAY", 180.0, 1180.0), ({"exportWithPayment": False}, "WOPAY", 0.0, 1000.0)],
)
def test_an_export_is_in_exp_with_what_is_known_of_its_shipping(
    org: Client, fields: dict[str, Any], type: str, tax: float, value: float
) -> None:
    shipped = {"portCode": "INNSA1", "shippingBillNumber": "1234567", "shippingBillDate": "2026-05-06"}
    made = sent(org, customer(org, billingAddress=ABROAD), SERVICE, **shipped, **fields)
    assert gstr_1(org)["exp"] == [
        {
            "exp_typ": type,
            "inv": [
                {
                    "inum": made["invoiceNumber"],
                    "idt": "04-05-2026",
                    "val": value,
                    "itms": [{"rt": 18.0, "txval": 1000.0, "iamt": tax, "csamt": 0.0}],
                    "sbpcode": "INNSA1",
                    "sbnum": "1234567",
                    "sbdt": "06-05-2026",
                }
            ],
        }
    ]
    assert tied(org).keys() == {"exp"}


def test_an_export_in_another_currency_is_in_rupees_line_by_line(org: Client) -> None:
    # 10.01 dollars at 83.333333 are 834.17 rupees (834.1666...); three such lines 2502.51, not 2502.50.
    foreign = [SERVICE | {"rate": 10.01, "taxRatePercent": 0}] * 3
    sent(org, customer(org, billingAddress=ABROAD), *foreign, currencyCode="USD", exchangeRate=83.333333)
    (filed,) = gstr_1(org)["exp"][0]["inv"]
    assert (filed["val"], filed["itms"][0]["txval"]) == (2502.51, 2502.51)
    assert tied(org)["exp"]["taxableValue"] == 2502.51


def test_an_exempt_export_is_zero_rated_and_not_in_table_8(org: Client) -> None:
    sent(org, customer(org, billingAddress=ABROAD), GOODS | {"taxRatePercent": 0, "taxability": "EXEMPT"})
    filed = gstr_1(org)
    assert filed["exp"][0]["inv"][0]["itms"] == [{"rt": 0.0, "txval": 1000.0, "iamt": 0.0, "csamt": 0.0}]
    assert filed["nil"] == {"inv": []}


def test_a_note_about_an_invoice_of_the_month_before_is_in_cdnr_of_its_own_month(org: Client) -> None:
    buyer = business(org)
    original = sent(org, buyer, SERVICE | {"quantity": 2}, invoiceDate="2026-04-30")
    made = credited(org, buyer, part_of(original), invoiceId=original["id"])
    filed = gstr_1(org)
    assert filed["b2b"] == []
    assert filed["cdnr"] == [
        {
            "ctin": gstin_of("27"),
            "nt": [
                {
                    "ntty": "C",
                    "nt_num": made["creditNoteNumber"],
                    "nt_dt": "20-05-2026",
                    "val": 1180.0,
                    "pos": "27",
                    "rchrg": "N",
                    "inv_typ": "R",
                    "itms": [
                        {
                            "num": 1,
                            "itm_det": {
                                "rt": 18.0,
                                "txval": 1000.0,
                                "camt": 90.0,
                                "samt": 90.0,
                                "csamt": 0.0,
                            },
                        }
                    ],
                }
            ],
        }
    ]
    assert (tied(org)["cdnr"]["documents"], tied(org)["cdnr"]["taxableValue"]) == (1, -1000.0)
    assert tied(org, "2026-04")["b2b"]["taxableValue"] == 2000.0


def test_a_small_note_about_a_large_invoice_is_in_cdnur(org: Client) -> None:
    buyer = consumer(org, "29")
    original = sent(org, buyer, SERVICE | {"quantity": 100})
    credited(org, buyer, part_of(original), invoiceId=original["id"])
    (filed,) = gstr_1(org)["cdnur"]
    assert (filed["typ"], filed["pos"], filed["val"]) == ("B2CL", "29", 1180.0)
    assert filed["itms"][0]["itm_det"]["iamt"] == 180.0


def test_a_note_about_an_export_is_in_cdnur_without_a_place(org: Client) -> None:
    buyer = customer(org, billingAddress=ABROAD)
    original = sent(org, buyer, SERVICE | {"quantity": 2}, exportWithPayment=False)
    credited(org, buyer, part_of(original), invoiceId=original["id"])
    (filed,) = gstr_1(org)["cdnur"]
    assert (filed["typ"], "pos" in filed) == ("EXPWOP", False)
    assert tied(org)["cdnur"]["taxableValue"] == -1000.0


def test_what_bears_no_tax_is_in_nil_by_buyer_and_state(org: Client) -> None:
    nil, exempt, outside = (
        GOODS | {"taxRatePercent": 0, "taxability": word} for word in ("NIL_RATED", "EXEMPT", "NON_GST")
    )
    buyer, local, far = business(org), consumer(org), consumer(org, "29")
    sent(org, buyer, nil, exempt)
    sent(org, local, outside)
    original = sent(org, far, exempt)
    credited(org, far, part_of(original), invoiceId=original["id"])
    assert gstr_1(org)["nil"] == {
        "inv": [
            {"sply_ty": "INTRAB2B", "nil_amt": 1000.0, "expt_amt": 1000.0, "ngsup_amt": 0.0},
            {"sply_ty": "INTRAB2C", "nil_amt": 0.0, "expt_amt": 0.0, "ngsup_amt": 1000.0},
            {"sply_ty": "INTRB2C", "nil_amt": 0.0, "expt_amt": 500.0, "ngsup_amt": 0.0},
        ]
    }
    assert tied(org)["nil"]["documents"] == 4


def test_a_document_with_both_kinds_of_lines_counts_once(org: Client) -> None:
    sent(org, business(org), SERVICE, GOODS | {"taxRatePercent": 0, "taxability": "EXEMPT"})
    filed = gstr_1(org)
    assert (filed["b2b"][0]["inv"][0]["val"], filed["nil"]["inv"][0]["expt_amt"]) == (2180.0, 1000.0)
    sections = tied(org)
    assert (sections["b2b"]["documents"], sections["nil"]["documents"]) == (1, 0)
