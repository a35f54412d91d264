"""The samples that templates are tried with have all that a context can have, and the documentation names it."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.config import ROOT
from app.printing.content.paper import PAPER_KINDS, PaperKind
from app.printing.pdf.samples import samples

# Of quotes and orders.
_ORDER = {
    "across", "due_date", "base", "discounted", "owed_by_recipient", "notes", "terms", "delivery",
    "issuer.address", "issuer.gstin", "issuer.phone", "issuer.email",
    "recipient.gstin", "recipient.pan", "recipient.phone", "recipient.email", "recipient.billing",
    "lines.hsn", "lines.size", "lines.rate_includes_tax", "lines.discount", "lines.document_discount",
    "lines.cgst", "lines.igst", "lines.cess",
}  # fmt: skip
# Of today's statements none is without a title, say; these may be null or empty.
OPTIONAL = {
    "invoice": {
        "across", "copy", "e_invoice", "endorsement", "base", "discounted", "hsn_summary", "taxes", "notes", "terms",
        "seller.address", "seller.gstin", "seller.phone", "seller.email",
        "buyer.gstin", "buyer.pan", "buyer.phone", "buyer.email", "buyer.billing", "buyer.shipping",
        "payment.bank", "payment.upi",
        "lines.hsn", "lines.size", "lines.rate_includes_tax", "lines.discount", "lines.document_discount",
        "lines.cgst", "lines.sgst", "lines.igst", "hsn_summary.hsn", "hsn_summary.cgst", "hsn_summary.igst",
    },
    "statement": {
        "from_date", "to_date", "entries", "customer.gstin", "customer.billing", "payment.upi",
        "entries.debit", "entries.credit",
    },
    "quote": _ORDER | {"export", "payment.bank"},
    "sales_order": _ORDER | {"export", "payment.bank"},
    "purchase_order": _ORDER,
    "credit_note": (_ORDER - {"due_date"}) | {"e_invoice", "export", "originals", "reason"},
    "receipt_voucher": {
        "place_of_supply", "reference", "deducted", "section", "settled", "advance", "notes", "settled.date",
        "asks_for_tax", "tax", "tax.cgst", "tax.sgst", "tax.igst",
        "seller.address", "seller.gstin", "seller.phone", "seller.email",
        "customer.gstin", "customer.pan", "customer.phone", "customer.email", "customer.billing",
    },
}  # fmt: skip


def values(context: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a context under the path of its keys."""
    if isinstance(context, dict):
        for key, value in context.items():
            below = f"{path}.{key}" if path else key
            yield below, value
            yield from values(value, below)
    elif isinstance(context, list):
        for value in context:
            yield from values(value, path)


@pytest.mark.parametrize("kind", PAPER_KINDS)
def test_what_may_be_missing_is_there_in_one_sample_and_missing_in_another(kind: PaperKind) -> None:
    seen: defaultdict[str, set[bool]] = defaultdict(set)
    for context in samples(kind):
        for path, value in values(context):
            seen[path].add(bool(value))
    assert {path for path in OPTIONAL[kind] if seen[path] != {True, False}} == set()


@pytest.mark.parametrize("kind", PAPER_KINDS)
def test_every_key_is_documented(kind: PaperKind) -> None:
    documented = (Path(ROOT) / "docs" / "papers.md").read_text(encoding="utf-8")
    keys = {path.rpartition(".")[2] for context in samples(kind) for path, _ in values(context)}
    assert {key for key in keys if f"`{key}`" not in documented and f'"{key}"' not in documented} == set()
