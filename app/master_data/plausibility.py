"""Warnings about customers, vendors and items that are valid but implausible. Pure."""

from app.errors import Warned
from app.tax.codes import hsn_warnings, rate_warnings, unit_warnings
from app.tax.gstin import gstin_warnings, pan_warnings
from app.tax.place_of_supply import has_foreign_country
from app.wire import Row

_OF_A_PARTY = frozenset({"gstin", "pan", "billing_address"})
# The fields that the warnings about an item's codes depend on.
OF_AN_ITEM = frozenset({"hsn_or_sac", "type", "unit", "tax_rate_id"})


def party_warnings(body: Row, current: Row | None = None) -> list[Warned]:
    """Return warnings about a customer or vendor that a body creates, or changes from `current`; about sent fields
    only."""
    if _OF_A_PARTY.isdisjoint(body):
        return []
    party = (current or {}) | body
    address = party["billing_address"] or {}
    state = None if has_foreign_country(address) else address.get("stateCode") or address.get("state")
    return [*gstin_warnings(party["gstin"], state), *pan_warnings(party["pan"], party["gstin"])]


def item_warnings(body: Row, item: Row, facts: Row) -> list[Warned]:
    """Return warnings about an item as it becomes with a body; about sent fields only.

    `facts` are the `rate_percent` of its tax rate, None where that is no GST, and whether the default registration's
    turnover is above 5 crore rupees (`turnover_above_5_crore`).
    """
    warnings = []
    if not {"hsn_or_sac", "type"}.isdisjoint(body):
        kind = item["type"] if item["type"] in ("GOODS", "SERVICE") else None
        warnings += hsn_warnings(item["hsn_or_sac"], above_5_crore=facts["turnover_above_5_crore"], kind=kind)
    if "unit" in body:
        warnings += unit_warnings(item["unit"])
    if "tax_rate_id" in body:
        warnings += rate_warnings(facts["rate_percent"], "taxRateId")
    return warnings
