"""Sample documents as PDF, and as the text on its pages."""

from io import BytesIO
from typing import Any

import pypdf

from app.printing.content.formatting import Context
from app.printing.content.paper import Paper, PaperKind
from app.printing.pdf import rendering
from app.printing.pdf.sample_rows import invoice_record, line, worked_out
from app.tax.gst import DocumentAdjustments


def printed(context: Context, kind: PaperKind = "invoice", template: str | None = None) -> bytes:
    """Print a paper; return the PDF."""
    rendering.warm_up()
    return rendering.render(Paper(kind, "Sample", context, template))


def pages(context: Context, kind: PaperKind = "invoice", template: str | None = None) -> list[str]:
    """The text of each page, in words."""
    reader = pypdf.PdfReader(BytesIO(printed(context, kind, template)))
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def invoice(*lines: dict[str, Any], **record: Any) -> Context:
    """An invoice of these lines; `record` are columns that differ from the sample's."""
    return worked_out(invoice_record(**record), list(lines) or [line(0)], DocumentAdjustments())
