"""The buying side of the year: opening stock, orders, bills, what goes back, what is paid, expenses."""

from collections.abc import Sequence

from app.demonstration.goods import KEPT, VENDORS_OF_GOODS, Ware
from app.demonstration.journal import MONTHS, Journal, month_of
from app.demonstration.people import VENDORS
from app.demonstration.settling import PaymentPlan, plan_payments
from app.master_data import expenses
from app.money import HUNDRED, paisa
from app.wire import Json

TERMS_OF_VENDORS = {name: body["paymentTermsDays"] for name, body in VENDORS}
_LAST = MONTHS - 1
_RETURNED = 4
_SPENT = (
    ("Rent", 28_000, 0, None),
    ("Electricity", 4_150, 0, None),
    ("Freight", 6_200, 5, "carrier"),
)


def open_stock(journal: Journal) -> None:
    """Load the opening stock of the year; a few goods lie in the second warehouse."""
    journal.load("stock", [_opening(journal, ware, ware.level // 2, "MAIN") for ware in KEPT])
    journal.load("stock", [_opening(journal, ware, 10, "GODOWN") for ware in KEPT[:3]])


def _opening(journal: Journal, ware: Ware, quantity: int, warehouse: str) -> Json:
    # Sales leave from the first warehouse, and must find enough there.
    journal.on_hand[ware.name] += quantity if warehouse == "MAIN" else 0
    position = {"quantity": quantity, "unitCost": ware.cost, "warehouse": warehouse}
    return journal.goods(ware) | position | {"lowStockThreshold": ware.most}


def count_stock(journal: Journal) -> None:
    """Adjust the stock by a count: take off missing goods, and add found ones."""
    broken, found = next(ware for ware in KEPT if ware.sides), KEPT[0]
    counted = [(broken, -3), (found, 1)]
    for ware, quantity in counted:
        journal.on_hand[ware.name] += quantity
    journal.load(
        "stock",
        [journal.goods(ware) | {"kind": "ADJUSTMENT", "quantity": quantity} for ware, quantity in counted],
    )


def buy(journal: Journal, outlays: PaymentPlan, month: int) -> None:
    """Order goods that run short, receive them with bills, send some back, and pay what is due."""
    days = month_of(month)
    short = [(vendor, _short(journal, vendor, month)) for vendor in VENDORS_OF_GOODS]
    bought = [(vendor, lines) for vendor, lines in short if lines]
    orders = journal.load(
        "purchase-orders",
        [_order(journal, vendor, lines, days[0], "CLOSED") for vendor, lines in bought],
    )
    bodies = [
        bill(journal, vendor, lines, days[2]) | {"purchaseOrderId": order}
        for (vendor, lines), order in zip(bought, orders, strict=True)
    ]
    ids = journal.load("bills", bodies)
    for (vendor, _), id in zip(bought, ids, strict=True):
        outlays.add(plan_payments(journal.random, id, days[2], TERMS_OF_VENDORS[vendor]))
    if month % 2 == 0:
        mills = next(id for (vendor, _), id in zip(bought, ids, strict=True) if vendor == "mill")
        _send_back(journal, mills, days[20], allocated=month % 4 == 0)
    outlays.pay_until(days[-1])
    _spend(journal, month)


def _short(journal: Journal, vendor: str, month: int) -> list[Json]:
    wanted = [
        (ware, ware.level - round(journal.on_hand[ware.name])) for ware in KEPT if ware.vendor == vendor
    ]
    return [_bought(journal, ware, quantity, month) for ware, quantity in wanted if quantity > 0]


def _bought(journal: Journal, ware: Ware, quantity: int, month: int) -> Json:
    """Return a line that buys a ware, and add it to the stock; prices rise through the year."""
    journal.on_hand[ware.name] += quantity
    rate = round(ware.cost * (100 + month) / 100)
    return journal.goods(ware) | {"quantity": quantity, "rate": rate}


def _order(journal: Journal, vendor: str, lines: Sequence[Json], day: int, status: str) -> Json:
    return {
        "vendorId": journal.known[vendor],
        "orderDate": journal.date(day),
        "expectedDate": journal.date(day + 7),
        "status": status,
        "lines": lines,
    }


def bill(journal: Journal, vendor: str, lines: Sequence[Json], day: int, status: str = "OPEN") -> Json:
    """Return the body of a bill; the vendor's number follows from the day."""
    return {
        "vendorId": journal.known[vendor],
        "billDate": journal.date(day),
        "vendorBillNumber": f"{vendor[:2].upper()}/{1000 + day}",
        "status": status,
        "itcEligible": True,
        "lines": lines,
    }


def _send_back(journal: Journal, bill_id: str, day: int, *, allocated: bool) -> None:
    """Load a debit note for a few pieces of the largest line of a bill that is not paid yet."""
    (billed,), lines = journal.tx.records_of_all(
        ("bills.get", {"id": bill_id}), ("bills.lines", {"id": bill_id})
    )
    line = max(lines, key=lambda line: float(line["quantity"]))
    ware = next(ware for ware in KEPT if journal.known[ware.name] == line["itemVariantId"])
    journal.on_hand[ware.name] -= _RETURNED
    # Prices are whole rupees, so that the tax of four pieces needs no rounding.
    value = paisa(_RETURNED * (HUNDRED + ware.tax) * round(line["rate"]) / HUNDRED)
    returned = {"quantity": _RETURNED, "rate": line["rate"], "originalBillItemId": line["id"]}
    body = {
        "vendorId": billed["vendorId"],
        "billId": bill_id,
        "debitNoteDate": journal.date(day),
        "status": "OPEN",
        "reason": "Torn seams",
        "lines": [journal.goods(ware) | returned],
        "allocations": [{"billId": bill_id, "amount": value}] if allocated else [],
    }
    journal.load("debit-notes", [body])


def _spend(journal: Journal, month: int) -> None:
    kind = expenses.KIND
    for day, (category, amount, percent, vendor) in zip(month_of(month)[3:], _SPENT, strict=False):
        tax = amount * percent // 100
        body = {
            "category": category,
            "expenseDate": journal.date(day),
            "amount": amount,
            "taxRatePercent": percent,
            "taxAmount": tax,
            "itcEligible": bool(tax),
            "paidThroughAccount": journal.known["bank"],
            "vendorId": vendor and journal.known[vendor],
        }
        kind.records.create(journal.tx, kind.body.create(body))


def leave_open(journal: Journal) -> None:
    """Load the open purchases of today: orders, bills and debit notes that are issued, drafts or void."""
    day = month_of(_LAST)[-9]
    line = {"itemId": journal.known["sari"], "quantity": 12, "rate": 1600}
    journal.load(
        "purchase-orders",
        [_order(journal, "weaver", [line], day, status) for status in ("ISSUED", "DRAFT", "VOID")],
    )
    billed = ((day, "DRAFT"), (day + 1, "VOID"))
    journal.load("bills", [bill(journal, "weaver", [line], day, status) for day, status in billed])
    notes = [
        {
            "vendorId": journal.known["weaver"],
            "debitNoteDate": journal.date(day),
            "status": status,
            "lines": [line],
        }
        for status in ("DRAFT", "VOID")
    ]
    journal.load("debit-notes", notes)
