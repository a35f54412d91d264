"""Templates: the built-in ones of papers, which lie in this folder, and those of organizations.

Organizations' texts of mails are stored among theirs, under kinds that end in `_mail`.
"""

from functools import cache
from pathlib import Path

from app.ids import new_id
from app.postgres.database import Transaction
from app.printing.content.paper import PaperKind, built_in_template

_FOLDER = Path(__file__).parent


@cache
def built_in(kind: PaperKind) -> str:
    """Return the built-in template."""
    return (_FOLDER / built_in_template(kind)).read_text(encoding="utf-8")


def own(tx: Transaction, kind: str) -> str | None:
    """Return the organization's own template; None where it has none."""
    row = tx.one("document_templates.get", document=kind)
    return row["html"] if row else None


def put(tx: Transaction, kind: str, html: str) -> str:
    """Store the organization's own template, which must have passed the check. Return its id."""
    (row,) = tx.all("document_templates.put", id=new_id("tpl"), document=kind, html=html)
    return str(row["id"])


def reset(tx: Transaction, kind: str) -> str | None:
    """Delete the organization's own template. Return its id; None where there was none."""
    row = tx.one("document_templates.delete", document=kind)
    return row["id"] if row else None
