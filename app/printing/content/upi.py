"""Payment addresses for QR codes (NPCI's UPI linking specification). Pure."""

from decimal import Decimal
from urllib.parse import quote

MOST_NOTE = 50


def payment_uri(upi_id: str, payee: str, amount: Decimal, note: str) -> str:
    """Return the `upi://pay` address for an amount in rupees. `note` is cut at 50 characters."""
    parts = {
        "pa": quote(upi_id, safe="@"),  # a bare @ is legal in a query, and some apps look for it
        "pn": quote(payee, safe=""),
        "am": f"{amount:.2f}",
        "cu": "INR",
        "tn": quote(note[:MOST_NOTE], safe=""),
    }
    return "upi://pay?" + "&".join(f"{name}={value}" for name, value in parts.items())
