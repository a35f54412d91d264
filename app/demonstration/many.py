"""Further invoices in any number, written as a stream in slabs, so that memory does not grow."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from app.demonstration.goods import KEPT, VENDORS_OF_GOODS, WARES
from app.demonstration.journal import TODAY, Journal
from app.demonstration.people import AT_HOME, TERMS_DAYS, address, registered
from app.demonstration.settling import outlays, plan_payments, receipts
from app.wire import Json

LINES = 5
# Invoices in memory at once: their goods are bought before, their payments come after. A few batches of the import.
_SLAB = 5_000
_INVOICES_A_CUSTOMER = 100
_MOST_CUSTOMERS = 1_000

_OWNERS = ("Ganesh", "Laxmi", "Shree", "Balaji", "Annapurna", "Krishna", "Sai", "Durga", "Vijay", "Navrang")
_TRADES = ("Traders", "Stores", "Enterprises", "Textiles", "Emporium", "Agencies", "Mart", "& Sons")
_CITIES = (
    ("Pune", "Maharashtra", "27", "411001"),
    ("Surat", "Gujarat", "24", "395003"),
    ("Mysuru", "Karnataka", "29", "570001"),
    ("Madurai", "Tamil Nadu", "33", "625001"),
    ("Jaipur", "Rajasthan", "08", "302001"),
    ("Indore", "Madhya Pradesh", "23", "452001"),
    ("Kochi", "Kerala", "32", "682001"),
    ("Lucknow", "Uttar Pradesh", "09", "226001"),
    ("Nagpur", "Maharashtra", "27", "440001"),
)

Buyer = tuple[str, int]


def add_invoices(journal: Journal, count: int, progress: Callable[[int], object]) -> None:
    """Write `count` invoices of five lines, spread over the year. `progress` is called with the number of new ones.

    Their goods are bought before, and most of the invoices and bills are paid.
    """
    buyers = _buyers(journal, count)
    for start in range(0, count, _SLAB):
        days = [place * TODAY // count for place in range(start, min(start + _SLAB, count))]
        _slab(journal, buyers, days, progress)


def _buyers(journal: Journal, count: int) -> list[Buyer]:
    """Customers to sell to, with the days of credit they have: the more invoices, the more of them."""
    more = min(count // _INVOICES_A_CUSTOMER, _MOST_CUSTOMERS)
    ids = journal.load("customers", (_customer(journal, place) for place in range(more)))
    known = [(journal.known[name], TERMS_DAYS[name]) for name in AT_HOME]
    return known + [(id, 30) for id in ids]


def _customer(journal: Journal, place: int) -> Json:
    owner, trade = _OWNERS[place % 10], _TRADES[place // 10 % 8]
    city, state, code, pincode = _CITIES[place % 9]
    body = {"displayName": f"{owner} {trade}, {city} ({place + 1})", "paymentTermId": journal.known["net 30"]}
    # Every fourth is too small to be registered.
    business = registered(code, f"AA{chr(65 + place % 26)}FD{place:04}K") if place % 4 else {}
    return body | business | address(f"{place + 1} Main Road", city, state, code, pincode)


def _slab(
    journal: Journal, buyers: Sequence[Buyer], days: Sequence[int], progress: Callable[[int], object]
) -> None:
    sold = [(journal.random.choice(buyers), day) for day in days]
    invoices = [_invoice(journal, buyer, day) for buyer, day in sold]
    _buy(journal, invoices, days[0])
    ids: list[str] = []

    def hear(id: str) -> None:
        ids.append(id)
        progress(1)

    journal.stream("invoices", invoices, hear)
    received = receipts(journal)
    for ((_, terms), day), id in zip(sold, ids, strict=True):
        received.add(plan_payments(journal.random, id, day, terms))
    received.pay_until(TODAY)


def _invoice(journal: Journal, buyer: Buyer, day: int) -> Json:
    random = journal.random
    lines = [journal.offer(ware) for ware in random.sample(WARES, LINES)]
    if random.random() < 0.2:  # noqa: PLR2004 - one in five
        lines[0]["discount"] = random.randint(1, 20)
    return {"customerId": buyer[0], "invoiceDate": journal.date(day), "status": "SENT", "lines": lines}


def _buy(journal: Journal, invoices: Iterable[Json], day: int) -> None:
    """Load a bill from each vendor that brings in the goods of the invoices."""
    sold = _demand(invoices)
    bills = [
        {
            "vendorId": journal.known[vendor],
            "billDate": journal.date(day),
            "status": "OPEN",
            "itcEligible": True,
            "lines": lines,
        }
        for vendor in VENDORS_OF_GOODS
        if (lines := list(_lines(journal, vendor, sold)))
    ]
    paid = outlays(journal)
    for id in journal.load("bills", bills):
        paid.add(plan_payments(journal.random, id, day, 30))
    paid.pay_until(TODAY)


def _demand(invoices: Iterable[Json]) -> Counter[str]:
    """Return the quantity sold of each variant, or item without variants, by id, in whole units."""
    sold: Counter[str] = Counter()
    for invoice in invoices:
        for line in invoice["lines"]:
            # An area is never more than its pieces here: sides of tiles are below a metre.
            sold[line.get("itemVariantId") or line["itemId"]] += line.get("quantity") or line["qtyCount"]
    return sold


def _lines(journal: Journal, vendor: str, sold: Counter[str]) -> Iterator[Json]:
    for ware in KEPT:
        quantity = sold[journal.known[ware.name]]
        if ware.vendor == vendor and quantity:
            yield journal.goods(ware) | {"quantity": quantity, "rate": ware.cost}
