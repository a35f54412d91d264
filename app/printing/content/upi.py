"""Payment addresses for QR codes (NPCI's UPI linking specification). Pure."""

from decimal import Decimal
from urllib.parse import quote

MOST_NOTE, MOST_REFERENCE = 50, 35
# The most that a person may pay to most merchants at a time, in rupees.
MOST_AMOUNT = Decimal(100_000)


def payment_uri(upi_id: str, payee: str, amount: Decimal, note: str, reference: str = "") -> str:
    """Return the `upi://pay` address for an amount in rupees. `note` is cut at 50 characters, `reference` at 35.

    An amount above what one payment may be is left out: the payer enters what is paid at a time.
    """
    parts = {
        "pa": quote(upi_id, safe="@"),  # a bare @ is legal in a query, and some apps look for it
        "pn": quote(payee, safe=""),
        "tr": quote(reference[:MOST_REFERENCE], safe=""),
        "am": f"{amount:.2f}" if amount <= MOST_AMOUNT else "",
        "cu": "INR",
        "tn": quote(note[:MOST_NOTE], safe=""),
    }
    return "upi://pay?" + "&".join(f"{name}={value}" for name, value in parts.items() if value)
