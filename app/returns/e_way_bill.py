"""The e-way bill of an invoice, as the portal's bulk upload takes it, version 1.0.0621. Pure.

CGST Rules 2017, rule 138. Keys are those of the portal's JSON tool of that version. Rows are those of
`e_invoices.invoice` and its lines. Goods are items of the bill; services, adjustments and the round off stand in
`OthValue`, so that `totInvValue` is the invoice's total.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from app.money import ZERO
from app.returns.answers import FilingProblem, whole_or_nothing
from app.returns.e_way_bill_format import LONGEST_PLACE, MOST_ITEMS, VERSION, faults_of
from app.returns.e_way_bill_words import in_words_of_the_api
from app.returns.portal_parties import (
    NO_GSTIN,
    address_abroad,
    address_of,
    day_of,
    gstin_of,
    plain,
    without_nothing,
)
from app.returns.rupees import RupeeFigures, figures_of, in_rupees, is_taxable, summed
from app.tax.codes import unit_quantity_code
from app.tax.gst import TaxKind
from app.tax.states import state_number
from app.tax.supplies import supply_of
from app.wire import Row

ROAD = 1
_EXPORTS = ("EXPWP", "EXPWOP")
_SUPPLY, _EXPORT = 1, 3
_REGULAR, _BILL_TO_SHIP_TO = 1, 2
_NO_TAX = "BIL"
_HSN = re.compile(r"(?!99)(?!0+$)(?:[0-9]{4}|[0-9]{6}|[0-9]{8})")
_LONG_HSN = re.compile(r"(?!99)(?!0+$)(?:[0-9]{6}|[0-9]{8})")
_PLACES = Decimal("0.01")
# The field that each part of an address comes from: of the buyer, or of the registration.
_BUYER = "buyer.billingAddress"
_PARTS = {"Addr1": "line1", "Loc": "city", "Pin": "pincode", "Stcd": "stateCode"}
_OF_REGISTRATION = {"Addr1": "addressLine1", "Loc": "city", "Pin": "pincode", "Stcd": "stateCode"}


def e_way_bill_answer(document: Row, lines: Sequence[Row], carriage: Row) -> Row:
    """Return `{document, problems}`: the file, or the problems for which the portal refuses it.

    `carriage` is the loaded body of the request: carrier, mode and distance.
    """
    problems = [*_of_invoice(document, lines), *_of_addresses(document), *_of_carriage(document, carriage)]
    if problems:
        return whole_or_nothing(None, problems)
    bill = _bill(document, lines, carriage)
    goods = [place for place, line in enumerate(lines) if _is_goods(line)]
    faults = [in_words_of_the_api(fault, document, goods) for fault in faults_of(bill)]
    return whole_or_nothing({"version": VERSION, "billLists": [bill]}, faults)


def _is_goods(line: Row) -> bool:
    return not (line["hsn_or_sac"] or "").strip().startswith("99")


def _of_invoice(document: Row, lines: Sequence[Row]) -> Iterator[FilingProblem]:
    id = document["id"]
    if document["status"] in ("DRAFT", "VOID"):
        yield FilingProblem(
            "not_issued",
            "status",
            f"Goods move with an issued invoice; this one is {document['status']}.",
            id,
        )
    if not gstin_of(document["seller_gstin"]):
        yield FilingProblem("field_missing", "sellerGstin", "The portal asks for the seller's GSTIN.", id)
    goods = sum(map(_is_goods, lines))
    if not goods:
        yield FilingProblem("no_goods", "lines", "Services need no e-way bill.", id)
    if goods > MOST_ITEMS:
        message = f"The portal takes at most {MOST_ITEMS} lines of goods in a bill."
        yield FilingProblem("items_out_of_range", "lines", message, id)
    # Notification 78/2020 (Central Tax): above 5 crore of turnover a code has 6 digits.
    form, digits = (_LONG_HSN, "6 or 8") if document["turnover_above_5_crore"] else (_HSN, "4, 6 or 8")
    for place, line in enumerate(lines):
        if _is_goods(line) and not form.fullmatch((line["hsn_or_sac"] or "").strip()):
            yield FilingProblem("field_invalid", f"lines.{place}.hsnOrSac", f"Must have {digits} digits.", id)


def _of_addresses(document: Row) -> Iterator[FilingProblem]:
    sender, recipient = _from(document), _to(document)
    registration = document["registration_id"] or document["id"]
    for name, field in _OF_REGISTRATION.items():
        if not sender[name]:
            yield FilingProblem(
                "field_missing", field, "The portal asks where the goods leave.", registration
            )
    for name, field in _PARTS.items():
        if not recipient[name]:
            yield FilingProblem(
                "field_missing", f"{_BUYER}.{field}", "The portal asks where the goods go.", document["id"]
            )


def _of_carriage(document: Row, carriage: Row) -> Iterator[FilingProblem]:
    vehicle, transporter = _vehicle(carriage), gstin_of(carriage["transporter_id"])
    if carriage["mode"] is None and not transporter:
        yield FilingProblem(
            "field_missing", "transporterId", "Say who carries the goods, or how: mode and vehicle."
        )
    if carriage["mode"] == ROAD and not vehicle and not transporter:
        yield FilingProblem(
            "field_missing", "vehicleNumber", "By road the portal asks for the vehicle, or a transporter."
        )
    if carriage["mode"] not in (None, ROAD) and not carriage["document_number"]:
        yield FilingProblem("field_missing", "documentNumber", "By rail, air or ship the portal asks for it.")
    shipped = carriage["document_date"]
    if carriage["document_number"] and carriage["mode"] not in (None, ROAD) and shipped is None:
        yield FilingProblem("field_missing", "documentDate", "By rail, air or ship the portal asks for it.")
    if shipped and shipped < document["day"]:
        yield FilingProblem("field_invalid", "documentDate", "Must not be before the invoice's date.")


def _bill(document: Row, lines: Sequence[Row], carriage: Row) -> Row:
    moved = [line for line in lines if _is_goods(line)]
    figures = [_figures(document, line) for line in moved]
    items = [_item(place, document, *pair) for place, pair in enumerate(zip(moved, figures, strict=True), 1)]
    return {
        **_kind(document, lines, carriage),
        **_parties(document),
        **_values(document, lines, figures),
        **_carriage(carriage),
        "mainHsnCode": items[0]["hsnCode"],
        "itemList": items,
    }


def _figures(document: Row, line: Row) -> RupeeFigures:
    """Return the figures of the invoice's line: an e-way bill does not contain the recipient's tax under reverse
    charge."""
    return figures_of(document | {"reverse_charge": False}, line)


def _kind(document: Row, lines: Sequence[Row], carriage: Row) -> Row:
    is_taxed = any(map(is_taxable, lines)) and not document["seller_is_composition"]
    return {
        "userGstin": gstin_of(document["seller_gstin"]),
        "supplyType": carriage["supply_type"],
        "subSupplyType": _EXPORT if document["supply_type"] in _EXPORTS else _SUPPLY,
        "subSupplyDesc": "",
        "docType": "INV" if is_taxed else _NO_TAX,
        "docNo": document["number"].upper(),
        "docDate": day_of(document["day"]),
        "transType": _BILL_TO_SHIP_TO if _delivery(document) else _REGULAR,
    }


def _from(document: Row) -> Row:
    return {
        "Addr1": plain(document["address_line1"]),
        "Addr2": plain(document["address_line2"]),
        "Loc": plain(document["city"], LONGEST_PLACE),
        "Pin": document["pincode"] and int(document["pincode"]),
        "Stcd": state_number(document["seller_state_code"]),
    }


def _billed_to(document: Row) -> Row:
    buyer = document["buyer"]
    if document["supply_type"] in _EXPORTS:
        return address_abroad(buyer.get("billingAddress"))
    gstin = gstin_of(buyer.get("gstin"))
    return address_of(buyer.get("billingAddress"), gstin and gstin[:2])


def _delivery(document: Row) -> Row | None:
    """Return the shipping address if it is complete and differs from the billing address, else None."""
    buyer = document["buyer"]
    shipping = buyer.get("shippingAddress")
    if not shipping or shipping == buyer.get("billingAddress"):
        return None
    address = address_of(shipping)
    return address if all(address[name] for name in _PARTS) else None


def _to(document: Row) -> Row:
    return _delivery(document) or _billed_to(document)


def _parties(document: Row) -> Row:
    sender, recipient, billed = _from(document), _to(document), _billed_to(document)
    is_export = document["supply_type"] in _EXPORTS
    # IGST within a state is not known to the portal: a buyer in an SEZ is billed as one abroad.
    across = is_export or document["gst_category"] == "SEZ"
    buyer = document["buyer"]
    return {
        "fromGstin": gstin_of(document["seller_gstin"]),
        "fromTrdName": plain(document["trade_name"] or document["seller_legal_name"]),
        "fromAddr1": sender["Addr1"],
        "fromAddr2": sender["Addr2"] or "",
        "fromPlace": sender["Loc"],
        "fromPincode": sender["Pin"],
        "fromStateCode": int(sender["Stcd"]),
        "actualFromStateCode": int(sender["Stcd"]),
        "toGstin": NO_GSTIN if is_export else gstin_of(buyer.get("gstin")) or NO_GSTIN,
        "toTrdName": plain(buyer.get("legalName") or buyer.get("displayName")),
        "toAddr1": recipient["Addr1"],
        "toAddr2": recipient["Addr2"] or "",
        "toPlace": plain(recipient["Loc"], LONGEST_PLACE),
        "toPincode": recipient["Pin"],
        "toStateCode": 96 if across else int(billed["Stcd"] or recipient["Stcd"]),
        "actualToStateCode": int(recipient["Stcd"]),
    }


def _values(document: Row, lines: Sequence[Row], figures: Sequence[RupeeFigures]) -> Row:
    rate = document["exchange_rate"]
    services = [_figures(document, line) for line in lines if not _is_goods(line)]
    added = sum((in_rupees(document[name], rate) for name in ("adjustment_amount", "round_off")), ZERO)
    other = summed(services, "total") + added
    return {
        "totalValue": summed(figures, "taxable"),
        "cgstValue": summed(figures, "cgst"),
        "sgstValue": summed(figures, "sgst"),
        "igstValue": summed(figures, "igst"),
        "cessValue": summed(figures, "cess"),
        "TotNonAdvolVal": ZERO,
        "OthValue": other,
        "totInvValue": summed(figures, "total") + other,
    }


def _carriage(carriage: Row) -> Row:
    shipped = carriage["document_date"]
    told = {
        "transMode": carriage["mode"],
        "transDistance": carriage["distance_km"] or 0,
        "transporterName": plain(carriage["transporter_name"]) or "",
        "transporterId": gstin_of(carriage["transporter_id"]) or "",
        "transDocNo": plain(carriage["document_number"], 15) or "",
        "transDocDate": day_of(shipped) if shipped else "",
        "vehicleNo": _vehicle(carriage) or "",
        "vehicleType": carriage["vehicle_type"],
    }
    return without_nothing(told)


def _vehicle(carriage: Row) -> str:
    return re.sub(r"[\s-]", "", carriage["vehicle_number"] or "").upper()


def _item(place: int, document: Row, line: Row, figures: RupeeFigures) -> Row:
    kind = supply_of(document | {"reverse_charge": False}).tax_kind if is_taxable(line) else TaxKind.NONE
    rate = line["tax_rate_percent"]
    half = (rate / 2).quantize(Decimal("0.001")) if kind is TaxKind.INTRA else ZERO
    return {
        "itemNo": place,
        "productName": plain(line["description"]) or "",
        "productDesc": plain(line["description"]) or "",
        "hsnCode": int(line["hsn_or_sac"].strip()),
        "quantity": line["quantity"].quantize(_PLACES),
        "qtyUnit": unit_quantity_code(line["unit"] or "") or "OTH",
        "taxableAmount": figures.taxable,
        "sgstRate": half,
        "cgstRate": half,
        "igstRate": rate if kind is TaxKind.INTER else ZERO,
        "cessRate": line["cess_rate_percent"] if kind is not TaxKind.NONE else ZERO,
        "cessNonAdvol": ZERO,
    }
