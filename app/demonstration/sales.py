"""The selling side of the year: quotes, orders, invoices and what customers pay."""

from collections.abc import Sequence

from app.demonstration.goods import KEPT, WARES
from app.demonstration.journal import MONTHS, Journal, month_of
from app.demonstration.master_data import DOLLAR
from app.demonstration.people import AT_HOME, DEDUCTED, TERMS_DAYS
from app.demonstration.settling import PaymentPlan, plan_payments
from app.sales import invoices
from app.wire import Json

INVOICES_A_MONTH = 10
_LAST = MONTHS - 1
_VOIDED_IN = (4, 8)
_ADJUSTMENTS: tuple[Json, ...] = (
    {"documentDiscount": 5, "documentDiscountIsPercent": True},
    {"documentDiscount": 25},
    {"documentDiscount": 2.5, "documentDiscountIsPercent": True, "adjustmentAmount": -10},
)
_QUOTED = ("ACCEPTED", "DECLINED", "EXPIRED")


def sell(journal: Journal, receipts: PaymentPlan, month: int) -> None:
    """Issue the month's invoices and keep in mind what will be paid of them."""
    days = month_of(month)
    sold = [_sale(journal, days[3 * place]) for place in range(INVOICES_A_MONTH)]
    if month % 2:
        sold.append(_export(journal, days[-3]))
    ids = journal.load("invoices", [_invoice(journal, *sale) for sale in sold])
    for (customer, day, _), id in zip(sold, ids, strict=True):
        deducted = DEDUCTED.get(customer)
        receipts.add(plan_payments(journal.random, id, day, TERMS_DAYS[customer], deducted))
    if month in _VOIDED_IN:
        _void_one(journal, days[-2])


# A customer, a day, lines.
Sale = tuple[str, int, list[Json]]


def _sale(journal: Journal, day: int) -> Sale:
    wares = journal.random.sample(WARES, journal.random.randint(1, 5))
    lines = [journal.line(ware) for ware in wares]
    if journal.random.random() < 0.3:  # noqa: PLR2004 - three in ten
        lines[0]["discount"] = journal.random.randint(5, 40)
    return journal.random.choice(AT_HOME), day, lines


def _export(journal: Journal, day: int) -> Sale:
    """Return a zero-rated sale: without tax once a letter of undertaking covers the day (IGST Act 2017 s. 16)."""
    shirts, saris = KEPT[1], next(ware for ware in KEPT if ware.name == "sari")
    lines = [journal.line(ware, 5) | {"rate": rate} for ware, rate in ((shirts, 14.5), (saris, 41))]
    return "importer", day, lines


def plain_invoice(journal: Journal, customer: str, day: int, lines: Sequence[Json]) -> Json:
    """Return the body of an invoice with lines and nothing optional."""
    return {
        "customerId": journal.known[customer],
        "invoiceDate": journal.date(day),
        "status": "SENT",
        "lines": lines,
    }


def _invoice(journal: Journal, customer: str, day: int, lines: Sequence[Json]) -> Json:
    """Return the body of an invoice. One in three has adjustments; exports never have."""
    body = plain_invoice(journal, customer, day, lines)
    if customer == "importer":
        abroad = {"currencyCode": "USD", "exchangeRate": DOLLAR, "placeOfSupplyStateCode": "96"}
        shipped = {"shippingBillNumber": f"{4_100_000 + day}", "portCode": "INNSA1"}
        return body | abroad | shipped | {"shippingBillDate": journal.date(day)}
    if journal.random.random() < 0.35:  # noqa: PLR2004
        body["adjustments"] = journal.random.choice(_ADJUSTMENTS)
    return body


def _void_one(journal: Journal, day: int) -> None:
    """Load an invoice to the wrong customer and void it; its goods are in stock again."""
    ware = KEPT[0]
    lines = [journal.line(ware, 3)]
    (id,) = journal.load("invoices", [plain_invoice(journal, "bazaar", day, lines)])
    invoices.void(journal.tx, id)
    journal.on_hand[ware.name] += 3


def quote(journal: Journal, month: int) -> None:
    """Load two quotes; an accepted one becomes an order."""
    days = month_of(month)
    answers = ("ACCEPTED", "SENT") if month == _LAST else ("ACCEPTED", _QUOTED[month % len(_QUOTED)])
    quoted = [_offer(journal) for _ in answers]
    # Quotes sent in the last month wait for their answer: they are valid beyond today.
    valid_days = 30 if month == _LAST else 15
    ids = journal.load(
        "quotes",
        [
            offer
            | {"quoteDate": journal.date(day), "expiryDate": journal.date(day + valid_days), "status": status}
            for offer, day, status in zip(quoted, days[4:], answers, strict=False)
        ],
    )
    status = "CONFIRMED" if month == _LAST else "VOID" if month in _VOIDED_IN else "CLOSED"
    order = {"orderDate": journal.date(days[8]), "expectedShipmentDate": journal.date(days[12])}
    journal.load("sales-orders", [quoted[0] | order | {"quoteId": ids[0], "status": status}])


def _offer(journal: Journal) -> Json:
    """Return a customer and lines of an offer; the stock stays."""
    wares = journal.random.sample(WARES, journal.random.randint(1, 3))
    lines = [journal.offer(ware) for ware in wares]
    return {"customerId": journal.known[journal.random.choice(AT_HOME)], "lines": lines}


def leave_open(journal: Journal) -> None:
    """Load the open sales of today, all drafts: a quote, a sales order and three invoices."""
    days = month_of(_LAST)
    offers = [_offer(journal) for _ in range(5)]
    journal.load("quotes", [offers[0] | {"quoteDate": journal.date(days[-2])}])
    journal.load("sales-orders", [offers[1] | {"orderDate": journal.date(days[-2])}])
    journal.load("invoices", [offer | {"invoiceDate": journal.date(days[-1])} for offer in offers[2:]])
