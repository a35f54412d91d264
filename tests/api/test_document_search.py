"""Searches among documents answer the same whether they find few, and are read by what they find, or many."""

from typing import Any

import pytest

from app.lists import paging
from app.lists.catalogue import LISTINGS
from tests.api.shelf import Shelf, path_of

pytestmark = pytest.mark.slow

KINDS = [kind for kind, listing in LISTINGS.items() if listing.looked_up and not listing.few_found]
# What every number has, what some have, and what none has.
WORDS = ("0", "1", "3", "nowhere")


def queries(kind: str) -> list[str]:
    listing = LISTINGS[kind]
    narrowed = ["", "&from=2026-05-03", "&updatedSince=2026-01-01&page=2"]
    return [
        f"?limit=3&sort={sort.word}&q={word}{more}"
        for sort in listing.sorts
        for word in WORDS
        for more in narrowed
    ]


def walked(shelf: Shelf, kind: str, query: str) -> list[Any]:
    """The answers of a list from its first page to its last, by the cursor."""
    answers = [shelf.org.get(path_of(kind) + query).json]
    while cursor := answers[-1]["meta"]["nextCursor"]:
        rest = query.replace("&page=2", "")
        answers.append(shelf.org.get(f"{path_of(kind)}{rest}&cursor={cursor}").json)
    return answers


@pytest.mark.parametrize("kind", KINDS)
def test_few_and_many_are_answered_alike(kind: str, shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    for query in queries(kind):
        few = walked(shelf, kind, query)
        with monkeypatch.context() as patch:
            patch.setattr(paging, "_FEW_MATCHES", 0)
            assert walked(shelf, kind, query) == few, query


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_far_in_is_read_from_the_nearer_end_alike(
    kind: str, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = f"{path_of(kind)}?limit=2&page=3&q=0"
    near = shelf.org.get(query).json
    monkeypatch.setattr(paging, "_DEEP_OFFSET", 1)
    assert shelf.org.get(query).json == near
    monkeypatch.setattr(paging, "_FEW_MATCHES", 0)
    assert shelf.org.get(query).json == near
    assert near["meta"]["total"] == len(shelf.rows(kind, "q=0")) > 5
