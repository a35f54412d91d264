"""Transactions that occur once or twice a year, so that the demonstration has every kind of supply under GST."""

from dataclasses import dataclass, field
from typing import Any

from app.demonstration.goods import COLA, DIESEL, SALT, WARES, Ware
from app.demonstration.journal import Journal, month_of
from app.demonstration.people import TERMS_DAYS
from app.demonstration.purchases import TERMS_OF_VENDORS, bill
from app.demonstration.sales import plain_invoice
from app.demonstration.settling import PaymentPlan, plan_payments
from app.wire import Json

_BY_NAME = {ware.name: ware for ware in WARES}
_TILE, _RICE, _DELIVERY, _FITTING = (_BY_NAME[name] for name in ("tile", "rice", "delivery", "fitting"))
_BRANCH_SELLS = (_FITTING, COLA)
_BRANCH_TAKES_BACK_IN = (3, 7, 10)


@dataclass(frozen=True)
class Occasion:
    """A sale of a month, beside what is usual of an invoice; prices are those of the wares."""

    month: int
    customer: str
    wares: tuple[Ware, ...]
    more: Json = field(default_factory=dict)


# A positive adjustment bears no tax, so it stands on documents that bear none.
_PACKING: Json = {"adjustments": {"adjustmentAmount": 150, "adjustmentLabel": "Packing"}}
_SOLD = (
    Occasion(0, "consulate", (_BY_NAME["sari"],)),
    Occasion(1, "canteen", (_RICE, SALT, COLA)),
    # Before the letter of undertaking and under it.
    Occasion(2, "park", (_TILE, _FITTING)),
    Occasion(8, "park", (_FITTING, _DELIVERY), _PACKING),
    Occasion(3, "works", (_BY_NAME["soap"],)),
    # The recipient of carriage by road pays the tax (CGST Act 2017 s. 9(3)).
    Occasion(4, "retailer", (_DELIVERY,), {"reverseCharge": True}),
    Occasion(5, "kirana", (_RICE, SALT), _PACKING),
    Occasion(6, "builder", (DIESEL,)),
    Occasion(9, "hotel", (COLA, SALT, _BY_NAME["soap"])),
    Occasion(10, "works", (_BY_NAME["bedsheet/Single"],)),
)
# Month, vendor, line, and what else stands on the bill.
_BOUGHT: tuple[tuple[int, str, Json, Json], ...] = (
    *(
        (
            month,
            "carrier",
            {
                "description": "Carriage from Ahmedabad",
                "hsnOrSac": "996511",
                "rate": 8_400,
                "taxRatePercent": 5,
            },
            {"reverseCharge": True, "itcEligible": True},
        )
        for month in (1, 5, 9)
    ),
    (2, "growers", {"itemId": "rice", "quantity": 900, "rate": 51.25}, {}),
    (6, "growers", {"itemId": "rice", "quantity": 700, "rate": 52}, {}),
    (4, "dyer", {"description": "Dyeing", "hsnOrSac": "998821", "rate": 12_500}, {}),
    (
        7,
        "zone",
        {"description": "Shop display", "hsnOrSac": "852852", "rate": 21_000, "taxRatePercent": 18},
        {},
    ),
)


def sell(journal: Journal, receipts: PaymentPlan, month: int) -> None:
    """Load the month's sales of rare kinds, and the sales and returns of the branch."""
    day = month_of(month)[-2]
    sold = [
        (one.customer, plain_invoice(journal, one.customer, day, _lines(journal, one.wares)) | one.more)
        for one in _SOLD
        if one.month == month
    ]
    branch = {"sellerRegistrationId": journal.known["branch"]}
    sold.append(
        ("boutique", plain_invoice(journal, "boutique", day, _lines(journal, _BRANCH_SELLS)) | branch)
    )
    ids = journal.load("invoices", [body for _, body in sold])
    if month in _BRANCH_TAKES_BACK_IN:
        _take_back(journal, ids[-1], day)
    for (customer, _), id in zip(sold, ids, strict=True):
        receipts.add(plan_payments(journal.random, id, day + 2, TERMS_DAYS[customer]))


def _lines(journal: Journal, wares: tuple[Ware, ...]) -> list[Json]:
    return [journal.line(ware) for ware in wares]


def _take_back(journal: Journal, invoice_id: str, day: int) -> None:
    """Load a credit note for a few broken bottles of the branch's invoice."""
    line = journal.tx.records("invoices.lines", id=invoice_id)[-1]
    returned = {"itemId": line["itemId"], "quantity": 3, "originalInvoiceItemId": line["id"]}
    note = {
        "customerId": journal.known["boutique"],
        "invoiceId": invoice_id,
        "creditNoteDate": journal.date(day),
        "reason": "Broken bottles",
        "lines": [returned],
    }
    journal.load("credit-notes", [note | {"status": "OPEN"}])


def buy(journal: Journal, outlays: PaymentPlan, month: int) -> None:
    """Load the month's bills of rare kinds."""
    day = month_of(month)[3]
    bought = [(vendor, line, more) for when, vendor, line, more in _BOUGHT if when == month]
    bodies = [
        bill(journal, vendor, [_bought(journal, line)], day) | {"itcEligible": False} | more
        for vendor, line, more in bought
    ]
    ids = journal.load("bills", bodies) if bodies else []
    for (vendor, _, _), id in zip(bought, ids, strict=True):
        outlays.add(plan_payments(journal.random, id, day, TERMS_OF_VENDORS[vendor]))


def _bought(journal: Journal, line: Json) -> Json:
    named: dict[str, Any] = {"itemId": journal.known[line["itemId"]]} if "itemId" in line else {}
    return {"quantity": 1} | line | named
