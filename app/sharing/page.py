"""The page of a shared invoice, and the page that says there is none.

It is one file: the style stands in it, and the policy names the style's hash. It has no script and asks for nothing.
"""

import hashlib
from base64 import b64encode
from pathlib import Path

import jinja2

from app.sharing.qr_code import qr_code
from app.sharing.share_links import SharedInvoice

_FOLDER = Path(__file__).parent / "templates"
_STYLE = (_FOLDER / "page.css").read_text(encoding="utf-8")
_HASH = b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()

#: The Content-Security-Policy of the page.
POLICY = "; ".join((
    "default-src 'none'",
    f"style-src 'sha256-{_HASH}'",
    # The logo stands in the page.
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
))  # fmt: skip

_STATES = {
    "SENT": "Open",
    "PARTIALLY_PAID": "Partly paid",
    "PAID": "Paid",
    "OVERDUE": "Overdue",
}
_PNG = b"\x89PNG"

_PAGES = jinja2.Environment(
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    loader=jinja2.FileSystemLoader(_FOLDER),
    auto_reload=False,
    trim_blocks=True,
    lstrip_blocks=True,
)


def invoice_page(shared: SharedInvoice, path: str) -> bytes:
    """Return the page of an invoice in UTF-8. path: that of the page, below which the PDF is."""
    job = shared.job
    context = job.context(*job.rows)
    upi = context["payment"]["upi"]
    return _rendered(
        "invoice.html",
        **context,
        state=_STATES[shared.status],
        status=shared.status,
        qr=qr_code(upi["uri"]) if upi else None,
        logo=_data_url(job.logo) if job.logo else None,
        pdf=f"{path}/pdf",
        due=context["amounts"]["balance_due"]["value"] != "0.00",
    )


def message_page(heading: str, sentence: str) -> bytes:
    """Return a page with a heading and a sentence and nothing else, in UTF-8."""
    return _rendered("message.html", heading=heading, sentence=sentence)


def _rendered(template: str, **context: object) -> bytes:
    return _PAGES.get_template(template).render(context, style=_STYLE).encode()


def _data_url(logo: bytes) -> str:
    kind = "png" if logo.startswith(_PNG) else "jpeg"
    return f"data:image/{kind};base64,{b64encode(logo).decode()}"
