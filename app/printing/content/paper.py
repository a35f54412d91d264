"""Documents on paper: a job to print one, and the content that a renderer gets."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

PaperKind = Literal[
    "invoice", "statement", "quote", "sales_order", "purchase_order", "credit_note", "receipt_voucher"
]
PAPER_KINDS: tuple[PaperKind, ...] = get_args(PaperKind)

# Of those that have no lines as an invoice has them.
_TEMPLATES: Mapping[PaperKind, str] = {
    "statement": "statement.html",
    "receipt_voucher": "receipt_voucher.html",
}


def built_in_template(kind: PaperKind) -> str:
    """Return the file of a kind's built-in template."""
    return _TEMPLATES.get(kind, "invoice.html")


@dataclass(frozen=True)
class Paper:
    """The complete content of a document.

    name: the file's name without its ending. context: what the template sees, of JSON's types only.
    template: the organization's own HTML; None for the built-in one. logo: a PNG or JPEG.
    """

    kind: PaperKind
    name: str
    context: dict[str, Any]
    template: str | None = None
    logo: bytes | None = None


@dataclass(frozen=True)
class PrintJob:
    """A document to be printed, whose context is built only if no PDF of it is cached.

    rows: all data that the context shows, as read from the database. context: builds the template's context from
    `rows`. organization, id (of the record) and request_id: for the log.
    """

    kind: PaperKind
    name: str
    rows: tuple[Any, ...]
    context: Callable[..., dict[str, Any]]
    template: str | None = None
    logo: bytes | None = None
    organization: str | None = None
    id: str = ""
    request_id: str | None = None

    def paper(self) -> Paper:
        """Build the content."""
        return Paper(self.kind, self.name, self.context(*self.rows), self.template, self.logo)

    def log_fields(self) -> dict[str, object]:
        """Return the fields of a log line. The name is left out, since it may be a customer's."""
        return {"organization_id": self.organization, "id": self.id, "request_id": self.request_id}

    def digest(self) -> bytes:
        """Return a digest of all that the content is built from."""
        large = [part and hashlib.sha256(part).digest() for part in (self._template_bytes(), self.logo)]
        # The representation of psycopg's rows is unambiguous, and takes half the time of JSON.
        return hashlib.sha256(repr((self.kind, self.name, self.rows, large)).encode()).digest()

    def _template_bytes(self) -> bytes | None:
        return None if self.template is None else self.template.encode()
