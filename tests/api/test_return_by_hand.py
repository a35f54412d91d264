"""The month that docs/returns.md works through by hand."""

from tests.api.filing import ABROAD, GOODS, SERVICE, business, consumer, credited, gstr_1, part_of, tied, told
from tests.selling import customer, move, sent
from tests.service import Client, Service

BOOK = {
    "description": "Books",
    "hsnOrSac": "4901",
    "unit": "PCS",
    "quantity": 1,
    "rate": 300,
    "taxRatePercent": 0,
}


def test_the_month_of_the_documents_is_filed_as_it_is_worked_out(org: Client, service: Service) -> None:
    service.describe(org, lut_number="AD2704260000001")
    buyer, neighbour = business(org), consumer(org)
    first = sent(org, buyer, GOODS, SERVICE)
    sent(org, consumer(org, "29"), SERVICE | {"quantity": 85})
    sent(org, neighbour, GOODS | {"quantity": 1})
    dollars = {"currencyCode": "USD", "exchangeRate": 83.5}
    sent(org, customer(org, billingAddress=ABROAD), SERVICE | {"quantity": 10, "rate": 12}, **dollars)
    sent(org, neighbour, BOOK | {"taxability": "EXEMPT"})
    credited(org, buyer, part_of(first), invoiceId=first["id"])
    move(org, sent(org, neighbour, GOODS)["id"], "void")

    filed = gstr_1(org)
    assert filed["b2b"][0]["inv"][0]["val"] == 2230.0
    assert (filed["b2cl"][0]["pos"], filed["b2cl"][0]["inv"][0]["val"]) == ("29", 100300.0)
    assert [(row["sply_ty"], row["pos"], row["rt"], row["txval"]) for row in filed["b2cs"]] == [
        ("INTRA", "27", 5.0, 500.0)
    ]
    assert filed["exp"][0]["exp_typ"] == "WOPAY"
    assert filed["exp"][0]["inv"][0]["itms"] == [{"rt": 18.0, "txval": 10020.0, "iamt": 0.0, "csamt": 0.0}]
    assert filed["nil"]["inv"] == [
        {"sply_ty": "INTRAB2C", "nil_amt": 0.0, "expt_amt": 300.0, "ngsup_amt": 0.0}
    ]
    assert filed["cdnr"][0]["nt"][0]["val"] == 525.0
    (issued,) = filed["doc_issue"]["doc_det"][0]["docs"]
    assert (issued["totnum"], issued["cancel"], issued["net_issue"]) == (6, 1, 5)
    listed = {
        name: [(row["hsn_sc"], row["qty"], row["txval"], row["iamt"]) for row in rows]
        for name, rows in filed["hsn"].items()
    }
    assert listed == {
        "hsn_b2b": [("6105", 1.0, 500.0, 0.0), ("998313", 0.0, 1000.0, 0.0)],
        "hsn_b2c": [("4901", 1.0, 300.0, 0.0), ("6105", 1.0, 500.0, 0.0), ("998313", 0.0, 95020.0, 15300.0)],
    }

    values = {
        section: (row["documents"], row["taxableValue"], row["igst"], row["cgst"])
        for section, row in tied(org).items()
    }
    assert values == {
        "b2b": (1, 2000.0, 0.0, 115.0),
        "b2cl": (1, 85000.0, 15300.0, 0.0),
        "b2cs": (1, 500.0, 0.0, 12.5),
        "exp": (1, 10020.0, 0.0, 0.0),
        "cdnr": (1, -500.0, 0.0, -12.5),
        "nil": (1, 300.0, 0.0, 0.0),
    }
    books = told(org, "/gst/gstr-1/summary")["books"]
    assert (books["documents"], books["taxableValue"], books["igst"], books["cgst"]) == (
        6,
        97320.0,
        15300.0,
        115.0,
    )

    month = told(org, "/gst/gstr-3b")["document"]
    assert month["sup_details"]["osup_det"] == {
        "txval": 87000.0, "iamt": 15300.0, "camt": 115.0, "samt": 115.0, "csamt": 0.0
    }  # fmt: skip
    assert month["sup_details"]["osup_zero"]["txval"] == 10020.0
    assert month["sup_details"]["osup_nil_exmp"]["txval"] == 300.0
    assert month["inter_sup"]["unreg_details"] == [{"pos": "29", "txval": 85000.0, "iamt": 15300.0}]
