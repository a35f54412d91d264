"""The HTML that papers are printed with: the built-in templates, which lie in this folder, and organizations' own."""

from functools import cache
from pathlib import Path

from app.ids import new_id
from app.postgres.database import Transaction
from app.printing.content.paper import Kind

KINDS: tuple[Kind, ...] = ("invoice", "statement")

_FOLDER = Path(__file__).parent


@cache
def built_in(kind: Kind) -> str:
    """The template that organizations have until they set their own."""
    return (_FOLDER / f"{kind}.html").read_text(encoding="utf-8")


def own(tx: Transaction, kind: Kind) -> str | None:
    """The organization's own template, None where it has none."""
    row = tx.one("document_templates.get", document=kind)
    return row["html"] if row else None


def put(tx: Transaction, kind: Kind, html: str) -> str:
    """Set the organization's own template, which must have been tried; its id."""
    (row,) = tx.all("document_templates.put", id=new_id("tpl"), document=kind, html=html)
    return str(row["id"])


def reset(tx: Transaction, kind: Kind) -> str | None:
    """Go back to the built-in template; the id of the one that is gone, None where there was none."""
    row = tx.one("document_templates.delete", document=kind)
    return row["id"] if row else None
