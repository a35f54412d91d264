"""INV-01 of a stored invoice or credit note, version 1.1, as the invoice registration portal takes it. Pure.

CGST Rules 2017, rule 48(4); the form is that of notification 60/2020 Central Tax. A document is a row of
`e_invoices.invoice` or `.credit_note`, its lines are rows of the statement's `_lines`, in their order.
docs/e-invoices.md says where each figure comes from.
"""

from collections.abc import Sequence
from decimal import Decimal

from app.money import RUPEES, ZERO, paisa
from app.returns import e_invoice_format
from app.returns.answers import FilingProblem, whole_or_nothing
from app.returns.e_invoice_refusals import EXPORTS, OF_COUNTRY, country_of, refusals, short_codes
from app.returns.portal_parties import (
    NO_GSTIN,
    address_abroad,
    address_of,
    day_of,
    gstin_of,
    phone_of,
    plain,
    without_nothing,
)
from app.returns.rupees import RupeeFigures, figures_of, in_rupees, is_taxable, place_of, summed
from app.tax.codes import unit_quantity_code
from app.tax.gst import TaxKind
from app.tax.states import EXPORT, state_number
from app.tax.supplies import supply_of, with_payment_of
from app.wire import Row

_VERSION = "1.1"
_PLACES = Decimal("0.001")
_SERVICES = "99"
_OTHER_UNIT = "OTH"
_NUMBERS = {"INV": "invoiceNumber", "CRN": "creditNoteNumber"}

# The source of a field of the file: of the registration, of the document, of the line.
_OF_SELLER = {
    "Gstin": "gstin",
    "LglNm": "legalName",
    "TrdNm": "tradeName",
    "Addr1": "addressLine1",
    "Addr2": "addressLine2",
    "Loc": "city",
    "Pin": "pincode",
    "Stcd": "stateCode",
}
_OF_BUYER = {
    "Gstin": "buyer.gstin",
    "LglNm": "buyer.legalName",
    "Pos": "placeOfSupplyStateCode",
    "Addr1": "buyer.billingAddress.line1",
    "Addr2": "buyer.billingAddress.line2",
    "Loc": "buyer.billingAddress.city",
    "Pin": "buyer.billingAddress.pincode",
    "Stcd": "buyer.billingAddress.stateCode",
}
_OF_LINE = {"HsnCd": "hsnOrSac", "GstRt": "taxRatePercent", "Qty": "quantity", "UnitPrice": "rate"}
_OF_EXPORT = {
    "ShipBNo": "shippingBillNumber",
    "ShipBDt": "shippingBillDate",
    "Port": "portCode",
    "CntCode": OF_COUNTRY,
    "ForCur": "currencyCode",
}


def e_invoice_answer(document: Row, lines: Sequence[Row]) -> Row:
    """Return `{document, problems}`: INV-01, or the problems for which the portal refuses it."""
    refused = list(refusals(document, lines))
    if refused:
        return whole_or_nothing(None, refused)
    made = inv_01(document, lines)
    faults = [_in_words_of_the_api(fault, document, lines) for fault in e_invoice_format.faults_of(made)]
    return whole_or_nothing(made, [*faults, *short_codes(document, lines)])


def inv_01(document: Row, lines: Sequence[Row]) -> Row:
    """Return the form. Fields for which the document says nothing are left out; amounts are Decimal, in rupees."""
    taxable = [line for line in lines if is_taxable(line)]
    figures = [figures_of(document, line) for line in taxable]
    sections: Row = {
        "Version": _VERSION,
        "TranDtls": _transaction(document),
        "DocDtls": {
            "Typ": document["type"],
            "No": document["number"].upper(),
            "Dt": day_of(document["day"]),
        },
        "SellerDtls": _seller(document),
        "BuyerDtls": _buyer(document),
        "ItemList": [
            _item(place, document, line, figure)
            for place, (line, figure) in enumerate(zip(taxable, figures, strict=True), 1)
        ],
        "ValDtls": _totals(document, lines, figures),
    }
    return sections | _optional_sections(document)


def _optional_sections(document: Row) -> Row:
    sections: Row = {}
    if delivery := _delivery(document):
        sections["ShipDtls"] = delivery
    if document["originals"]:
        sections["RefDtls"] = {"PrecDocDtls": [_original(row) for row in document["originals"]]}
    if document["supply_type"] in EXPORTS:
        sections["ExpDtls"] = _export(document)
    return sections


def _transaction(document: Row) -> Row:
    within = state_number(document["seller_state_code"]) == place_of(document)
    is_igst = supply_of(document | {"reverse_charge": False}).tax_kind is TaxKind.INTER
    is_sez = document["gst_category"] == "SEZ"
    return {
        "TaxSch": "GST",
        "SupTyp": document["supply_type"],
        "RegRev": "Y" if document["reverse_charge"] else "N",
        "IgstOnIntra": "Y" if within and (is_igst or is_sez) else "N",
    }


def _seller(document: Row) -> Row:
    return without_nothing(
        {
            "Gstin": gstin_of(document["seller_gstin"]),
            "LglNm": plain(document["seller_legal_name"]),
            "TrdNm": plain(document["trade_name"], least=3),
            "Addr1": plain(document["address_line1"]),
            "Addr2": plain(document["address_line2"], least=3),
            "Loc": plain(document["city"], 50),
            "Pin": document["pincode"] and int(document["pincode"]),
            "Stcd": state_number(document["seller_state_code"]),
            "Ph": phone_of(document["phone"]),
            "Em": document["email"],
        }
    )


def _buyer(document: Row) -> Row:
    buyer = document["buyer"]
    is_export = document["supply_type"] in EXPORTS
    gstin, billing = gstin_of(buyer.get("gstin")), buyer.get("billingAddress")
    # An address in the state of another registration: the portal compares the state with the GSTIN's.
    address = address_abroad(billing) if is_export else address_of(billing, gstin and gstin[:2])
    return without_nothing(
        {
            "Gstin": NO_GSTIN if is_export else gstin,
            "LglNm": plain(buyer.get("legalName") or buyer.get("displayName")),
            "Pos": EXPORT if is_export else place_of(document),
            **address,
            "Ph": phone_of(buyer.get("phone")),
            "Em": plain(buyer.get("email"), least=6),
        }
    )


def _delivery(document: Row) -> Row | None:
    """Return the place of delivery within India if it differs from the buyer's.

    The portal does not require it, so an incomplete one is left out.
    """
    buyer = document["buyer"]
    shipping = buyer.get("shippingAddress")
    if not shipping or shipping == buyer.get("billingAddress") or document["supply_type"] in EXPORTS:
        return None
    address = address_of(shipping)
    whole = all(address[name] for name in ("Addr1", "Loc", "Pin", "Stcd"))
    named = plain(buyer.get("legalName") or buyer.get("displayName"), least=3)
    return without_nothing({"LglNm": named} | address) if whole and len(address["Loc"]) > 2 else None  # noqa: PLR2004


def _item(place: int, document: Row, line: Row, figures: RupeeFigures) -> Row:
    hsn = (line["hsn_or_sac"] or "").strip() or None
    quantity = line["quantity"].quantize(_PLACES)
    # A price that includes tax is told without it; one of a size smaller than the file's places is told by the gross.
    price = figures.gross / line["quantity"]
    return without_nothing(
        {
            "SlNo": str(place),
            "PrdDesc": plain(line["description"], 300, least=3),
            "IsServc": "Y" if (hsn or "").startswith(_SERVICES) else "N",
            "HsnCd": hsn,
            "Qty": quantity,
            "Unit": unit_quantity_code(line["unit"] or "") or _OTHER_UNIT,
            "UnitPrice": price.quantize(_PLACES),
            "TotAmt": figures.gross,
            "Discount": figures.discount,
            "AssAmt": figures.taxable,
            "GstRt": line["tax_rate_percent"].quantize(_PLACES),
            "IgstAmt": figures.igst,
            "CgstAmt": figures.cgst,
            "SgstAmt": figures.sgst,
            "CesRt": line["cess_rate_percent"].quantize(_PLACES),
            "CesAmt": figures.cess,
            "TotItemVal": figures.total,
        }
    )


def _totals(document: Row, lines: Sequence[Row], figures: Sequence[RupeeFigures]) -> Row:
    rate = document["exchange_rate"]
    untaxed = (in_rupees(line["taxable_amount"], rate) for line in lines if not is_taxable(line))
    adjustment = in_rupees(document["adjustment_amount"], rate)
    charges, discount = sum(untaxed, max(adjustment, ZERO)), max(-adjustment, ZERO)
    round_off = in_rupees(document["round_off"], rate)
    totals = {
        "AssVal": summed(figures, "taxable"),
        "CgstVal": summed(figures, "cgst"),
        "SgstVal": summed(figures, "sgst"),
        "IgstVal": summed(figures, "igst"),
        "CesVal": summed(figures, "cess"),
        "Discount": discount,
        "OthChrg": charges,
        "RndOffAmt": round_off,
        "TotInvVal": paisa(summed(figures, "total") + charges - discount + round_off),
    }
    return totals if document["currency_code"] == RUPEES else totals | {"TotInvValFc": document["total"]}


def _original(original: Row) -> Row:
    return {"InvNo": original["number"].upper(), "InvDt": original["day"]}


def _export(document: Row) -> Row:
    foreign = document["currency_code"] != RUPEES
    shipped = document["shipping_bill_date"]
    return without_nothing(
        {
            "ShipBNo": plain(document["shipping_bill_number"], 20),
            "ShipBDt": shipped and day_of(shipped),
            "Port": plain(document["port_code"]),
            "RefClm": "Y" if with_payment_of(document["supply_type"], None) else "N",
            "ForCur": document["currency_code"] if foreign else None,
            "CntCode": country_of(document),
        }
    )


def _in_words_of_the_api(fault: FilingProblem, document: Row, lines: Sequence[Row]) -> FilingProblem:
    """Return the fault with the field and the record that a caller can change."""
    section, *rest = (fault.field or "").split(".")
    name, id = (rest or [""])[-1], document["id"]
    if section == "SellerDtls" and name in _OF_SELLER:
        return FilingProblem(fault.code, _OF_SELLER[name], fault.message, document["registration_id"] or id)
    if section == "ItemList" and name in _OF_LINE:
        places = [place for place, line in enumerate(lines) if is_taxable(line)]
        return FilingProblem(fault.code, f"lines.{places[int(rest[0])]}.{_OF_LINE[name]}", fault.message, id)
    known = {"BuyerDtls": _OF_BUYER, "ExpDtls": _OF_EXPORT, "DocDtls": {"No": _NUMBERS[document["type"]]}}
    field = known.get(section, {}).get(name, fault.field)
    return FilingProblem(fault.code, field, fault.message, id)
