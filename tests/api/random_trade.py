"""Two months of a random organization in two states: documents of all kinds, some void, some drafts, some noted."""

from random import Random
from typing import Any

from tests.api.filing import ABROAD, GOODS, SERVICE, business, consumer, gstin_of
from tests.selling import LATER, customer, vendor
from tests.service import Client

Record = dict[str, Any]
MONTHS = ("2026-05", "2026-06")
BRANCH = "29"


def fill(org: Client, dice: Random, branch: str) -> None:
    """Trade for two months, of the default registration and the branch."""
    buyers = buyers_of(org)
    invoices = _made(org, "/invoices", [_invoice(org, dice, dice.choice(buyers), branch) for _ in range(90)])
    issued = [each for each in invoices if each["status"] != "DRAFT"]
    chosen = dice.sample(issued, 40)
    for each in chosen[:6]:
        assert org.post(f"/invoices/{each['id']}/void").status_int == 200
    exported = [each for each in issued if each not in chosen and each["supplyType"][:3] == "EXP"]
    _made(org, "/credit-notes", [_note(dice, each) for each in chosen[6:26] + exported[:1]])
    _made(org, "/payments-received", [_payment(dice, each) for each in chosen[26:]])
    _made(org, "/payments-received", [_advance(dice, dice.choice(buyers)) for _ in range(10)])
    vendors = [vendor(org, gstin=gstin_of(state, "AABCD1234E")) for state in ("27", BRANCH)]
    _made(org, "/bills", [_bill(dice, dice.choice(vendors)) for _ in range(12)])


def buyers_of(org: Client) -> list[str]:
    """One of each category, and consumers near and far."""
    uin = customer(org, gstin="2917USA00001UNT", gstCategory="UIN_HOLDER")
    categories = ("DEEMED_EXPORT", "COMPOSITION")
    return [
        *(business(org, state) for state in ("27", BRANCH)),
        *(business(org, "33", gstCategory=category) for category in categories),
        # Zones in the seller's own state, too, are taxed as other states are.
        *(business(org, state, gstCategory="SEZ") for state in ("27", "33")),
        *(consumer(org, state) for state in ("27", BRANCH, "33")),
        customer(org, billingAddress=ABROAD),
        uin,
    ]


def _made(org: Client, path: str, bodies: list[Record]) -> list[Record]:
    results = [
        result
        for first in range(0, len(bodies), 50)
        for result in org.post(f"{path}/bulk", {"records": bodies[first : first + 50]}).json["data"][
            "results"
        ]
    ]
    assert {each["status"] for each in results} == {201}, results
    return [org.read(f"{path}/{each['data']['id']}") for each in results]


def _day(dice: Random, month: str) -> str:
    return f"{month}-{dice.randint(1, 28):02}"


def _invoice(org: Client, dice: Random, buyer: str, branch: str) -> Record:
    known = org.read(f"/customers/{buyer}")
    is_abroad = known["gstCategory"] == "OVERSEAS"
    to_business = known["gstCategory"] in ("REGISTERED", "COMPOSITION", "SEZ")
    percent = {"documentDiscount": 7.5, "documentDiscountIsPercent": True}
    adjustments: list[Record] = [{}, percent, {"documentDiscount": 11}, {"adjustmentAmount": 12.34}]
    return {
        "customerId": buyer,
        "invoiceDate": _day(dice, dice.choice(MONTHS)),
        "dueDate": LATER,
        "status": dice.choice(["SENT"] * 9 + ["DRAFT"]),
        "exportWithPayment": dice.choice([None, False]),
        "reverseCharge": to_business and dice.random() < 0.3,
        "adjustments": dice.choice(adjustments),
        "lines": _lines(dice),
        **({"currencyCode": "USD", "exchangeRate": 83.123456} if is_abroad else {}),
        **({"sellerRegistrationId": branch} if dice.random() < 0.4 else {}),
    }


def _lines(dice: Random) -> list[Record]:
    rate = dice.choice([99.99, 1000, 45_678.9])
    untaxed = {"taxRatePercent": 0, "taxability": dice.choice(["NIL_RATED", "EXEMPT", "NON_GST"])}
    kinds: list[Record] = [SERVICE, GOODS, GOODS | untaxed, SERVICE | {"cessRatePercent": 1}]
    given = [{"rate": rate, "quantity": dice.choice([1, 3, 2.5]), "discount": dice.choice([0, 9.99])}]
    return [dice.choice(kinds) | dice.choice(given) for _ in range(dice.randint(1, 4))]


def _note(dice: Random, original: Record) -> Record:
    """Make the body of a credit note for a part of an invoice, in its month or a later one."""
    line, month = dice.choice(original["lines"]), original["invoiceDate"][:7]
    currency = {name: original[name] for name in ("currencyCode", "exchangeRate")}
    return currency | {
        "customerId": original["customerId"],
        "invoiceId": original["id"],
        "creditNoteDate": f"{dice.choice(MONTHS[MONTHS.index(month) :])}-{dice.randint(28, 30)}",
        "status": "OPEN",
        "lines": [{"originalInvoiceItemId": line["id"], "quantity": 1}],
    }


def _payment(dice: Random, owed: Record) -> Record:
    """More than an invoice needs, in its month, or before it as an advance."""
    part = round(owed["balanceDue"] * dice.choice([0.25, 1]), 2)
    currency = {name: owed[name] for name in ("currencyCode", "exchangeRate")}
    first = MONTHS[0] if dice.random() < 0.7 else owed["invoiceDate"][:7]
    return (
        currency
        | _taxed(dice)
        | {
            "customerId": owed["customerId"],
            "paymentDate": f"{first}-01",
            "amount": round(part + dice.choice([0, 500]), 2),
            "allocations": [{"invoiceId": owed["id"], "amount": part}],
        }
    )


def _advance(dice: Random, buyer: str) -> Record:
    month = dice.choice(MONTHS)
    return {"customerId": buyer, "paymentDate": _day(dice, month), "amount": 1234.56} | _taxed(dice)


def _taxed(dice: Random) -> Record:
    place = {"advancePlaceOfSupplyStateCode": dice.choice(["27", "33"])} if dice.random() < 0.5 else {}
    return place | dice.choice([{}, {"advanceTaxRatePercent": 18}, {"advanceTaxRatePercent": 5}])


def _bill(dice: Random, vendor_id: str) -> Record:
    return {
        "vendorId": vendor_id,
        "billDate": _day(dice, dice.choice(MONTHS)),
        "status": "OPEN",
        "itcEligible": dice.random() < 0.7,
        "reverseCharge": dice.random() < 0.3,
        "placeOfSupplyStateCode": dice.choice(["27", BRANCH]),
        "lines": [SERVICE | {"rate": dice.choice([99.99, 1234.5])}, GOODS],
    }
