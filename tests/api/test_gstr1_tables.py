"""Tables 12 and 13 of GSTR-1: supplies by HSN, and the numbers of documents."""

from tests.api.filing import GOODS, SERVICE, business, consumer, credited, gstr_1, part_of, tied
from tests.selling import invoice, move, sent
from tests.service import Client


def test_hsn_has_lists_for_gstins_and_for_others_since_may_2025(org: Client) -> None:
    sent(org, business(org), GOODS | {"unit": "Pieces"}, GOODS, SERVICE)
    sent(org, consumer(org), GOODS)
    goods = {"num": 1, "hsn_sc": "6105", "uqc": "PCS", "rt": 5.0, "iamt": 0.0, "csamt": 0.0}
    assert gstr_1(org)["hsn"] == {
        "hsn_b2b": [
            goods | {"qty": 4.0, "txval": 2000.0, "camt": 50.0, "samt": 50.0},
            {
                "num": 2, "hsn_sc": "998313", "uqc": "NA", "qty": 0.0, "rt": 18.0, "txval": 1000.0,
                "iamt": 0.0, "camt": 90.0, "samt": 90.0, "csamt": 0.0,
            },
        ],
        "hsn_b2c": [goods | {"qty": 2.0, "txval": 1000.0, "camt": 25.0, "samt": 25.0}],
    }  # fmt: skip


def test_a_unit_that_the_portal_does_not_know_is_oth(org: Client) -> None:
    sent(
        org, business(org), GOODS | {"unit": "crates"}, GOODS | {"unit": "dozen"}, GOODS | {"unit": "crates"}
    )
    told = [(row["uqc"], row["qty"], row["txval"]) for row in gstr_1(org)["hsn"]["hsn_b2b"]]
    assert told == [("DOZ", 2.0, 1000.0), ("OTH", 4.0, 2000.0)]


def test_hsn_is_one_list_before_may_2025(org: Client) -> None:
    sent(org, business(org), GOODS, invoiceDate="2025-04-30")
    sent(org, consumer(org), GOODS, invoiceDate="2025-04-30")
    (row,) = gstr_1(org, "2025-04")["hsn"]["data"]
    assert (row["qty"], row["txval"]) == (4.0, 2000.0)


def test_doc_issue_counts_void_documents_as_cancelled(org: Client) -> None:
    buyer = consumer(org)
    first, second, third = (sent(org, buyer, SERVICE) for _ in range(3))
    move(org, second["id"], "void")
    invoice(org, buyer, SERVICE)
    credited(org, buyer, part_of(first), invoiceId=first["id"])
    issued = gstr_1(org)["doc_issue"]["doc_det"]
    assert issued[0]["docs"] == [
        {
            "num": 1,
            "from": first["invoiceNumber"],
            "to": third["invoiceNumber"],
            "totnum": 3,
            "cancel": 1,
            "net_issue": 2,
        }
    ]
    assert [(kind["doc_num"], kind["docs"][0]["totnum"]) for kind in issued] == [(1, 3), (5, 1)]
    assert tied(org)["b2cs"]["documents"] == 3
