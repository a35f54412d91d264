"""Links of the documents to each other and to files."""

import re
from pathlib import Path

import pytest

from app.config import ROOT

DOCUMENTS = [*Path(ROOT).glob("*.md"), *Path(ROOT, "docs").glob("*.md")]


def anchors_of(document: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.name))
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8")):
        path, _, anchor = link.partition("#")
        target = document.parent / path if path else document
        if "://" not in link and not (target.exists() and (not anchor or anchor in anchors_of(target))):
            broken.append(link)
    assert not broken, f"{document.name} has links to nothing: correct the path, or the heading after #"
