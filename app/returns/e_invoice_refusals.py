"""Reasons for which a document cannot be registered, whatever its form: rule 48(4), and the portal's validations. Pure.

Rows are those of `e_invoices.invoice` or `.credit_note` and of their lines.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from app.returns.answers import FilingProblem
from app.returns.countries import country_code
from app.returns.portal_parties import gstin_of
from app.returns.rupees import is_taxable
from app.tax.codes import hsn_warnings
from app.wire import Row

EXPORTS = ("EXPWP", "EXPWOP")
OF_COUNTRY = "buyer.billingAddress.country"
_NOT_ISSUED = ("DRAFT", "VOID")
_DAYS = {"INV": "invoiceDate", "CRN": "creditNoteDate"}
# The portal takes documents from the day on which registration began.
_FIRST_DAY = date(2020, 10, 1)


def needs_none(document: Row, lines: Sequence[Row]) -> str | None:
    """Return the reason for which the document is not registered at all (rule 48(4)), None if there is none."""
    if not gstin_of(document["seller_gstin"]) or document["seller_is_composition"]:
        return "The seller issues no tax invoices: there is no GSTIN, or tax is paid under the composition scheme."
    to_business = document["supply_type"] != "B2C" and gstin_of(document["buyer"].get("gstin"))
    if document["supply_type"] not in EXPORTS and not to_business:
        return "The buyer has no GSTIN: supplies to consumers are not registered."
    if not any(map(is_taxable, lines)):
        return "No line is taxable: a bill of supply is not registered."
    return None


def refusals(document: Row, lines: Sequence[Row]) -> Iterator[FilingProblem]:
    """Yield the reasons for which the portal refuses the document in any form."""
    id = document["id"]
    if document["status"] in _NOT_ISSUED:
        yield FilingProblem(
            "not_issued",
            "status",
            f"Only an issued document is registered; this one is {document['status']}.",
            id,
        )
    if document["e_invoice_cancelled_at"]:
        message = "Its registration was cancelled, and the portal registers a number once."
        yield FilingProblem("cancelled", "eInvoiceStatus", message, id)
    if reason := needs_none(document, lines):
        yield FilingProblem("not_required", None, reason, id)
    yield from _of_day(document)
    if document["supply_type"] in EXPORTS:
        yield from _of_export(document)


def _of_day(document: Row) -> Iterator[FilingProblem]:
    field, id = _DAYS[document["type"]], document["id"]
    if document["day"] > document["today"]:
        # The portal's error 2163.
        yield FilingProblem("date_in_future", field, "Is after today: the portal takes it when it comes.", id)
    if document["day"] < _FIRST_DAY:
        yield FilingProblem("date_before_e_invoicing", field, "Is before 1 October 2020.", id)


def _of_export(document: Row) -> Iterator[FilingProblem]:
    id = document["id"]
    if country_of(document) is None:
        yield FilingProblem("country_unknown", OF_COUNTRY, "Names no country that the portal knows.", id)
    if document["reverse_charge"]:
        message = "A buyer abroad cannot owe the tax of a supply under reverse charge."
        yield FilingProblem("reverse_charge_unregistered", "reverseCharge", message, id)


def country_of(document: Row) -> str | None:
    """Return the two letters of the buyer's country, None if it is not known."""
    return country_code((document["buyer"].get("billingAddress") or {}).get("country"))


def short_codes(document: Row, lines: Sequence[Row]) -> Iterator[FilingProblem]:
    """Yield problems of codes of fewer than 6 digits from sellers above 5 crore of turnover.

    The portal has refused them since 15 December 2023 (notification 78/2020 Central Tax).
    """
    if not document["turnover_above_5_crore"]:
        return
    for place, line in enumerate(lines):
        for warned in hsn_warnings(line["hsn_or_sac"], above_5_crore=True) if is_taxable(line) else ():
            if warned.code == "hsn_too_short":
                yield FilingProblem(warned.code, f"lines.{place}.hsnOrSac", warned.message, document["id"])
