"""Declarations of lists, which agree with the statements that read them."""

import re
from pathlib import Path

import pytest

from app.lists.catalogue import LISTINGS
from app.lists.listing import Listing
from app.master_data.kinds import KINDS
from app.postgres.queries import load
from app.wire import camel

QUERIES = load()
DOCUMENTED = Path(__file__).parents[2] / "docs" / "api.md"
PATHS = {"webhook_deliveries": "/webhook-endpoints/{id}/deliveries"}
OF_EVERY_LIST = {"organization_id", "limit", "offset"}


def parameters(statement: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", QUERIES[statement]))


def check(statement: str, expected: set[str]) -> None:
    """Fail where a statement is missing, or takes other parameters than its list gives it."""
    file = f"sql/queries/{statement.split('.', maxsplit=1)[0]}.sql"
    assert statement in QUERIES, f"{file} has no statement {statement.split('.')[1]}"
    told = parameters(statement)
    assert not expected - told, f"{statement} does not use {expected - told}: see the part chosen of {file}"
    assert not told - expected, f"{statement} uses {told - expected}, which its list does not declare"


@pytest.mark.parametrize("kind", LISTINGS)
def test_each_order_has_a_statement_that_knows_every_filter_and_the_place(kind: str) -> None:
    listing = LISTINGS[kind]
    # What is read by what a search found needs no more of it.
    search = {"q"} if listing.search and not listing.few_found else set()
    filters = {filter.parameter for filter in listing.filters} | search
    filters |= {"found"} if listing.looked_up else set()
    filters |= {listing.within} if listing.within else set()
    for sort in listing.sorts:
        places = {key.parameter for key in sort.keys}
        check(f"{kind}.{sort.statement}", OF_EVERY_LIST | filters | places)
    check(f"{kind}.count_chosen", {"organization_id"} | filters)
    if listing.within:
        return  # it is always narrowed
    # What is looked up is never read as the plain list.
    plain = set() if listing.looked_up else search
    check(f"{kind}.list", OF_EVERY_LIST | plain)
    check(f"{kind}.count", {"organization_id"} | plain)


@pytest.mark.parametrize("kind", sorted(LISTINGS.keys() - {"audit"}))  # which puts its order together of many
def test_a_statement_has_the_order_that_its_list_declares(kind: str) -> None:
    for sort in LISTINGS[kind].sorts:
        way = " DESC" if sort.word.startswith("-") else ""
        declared = ", ".join(("id" if key.parameter == "after_id" else key.field) + way for key in sort.keys)
        *_, last = re.findall(r"ORDER BY (.*)", QUERIES[f"{kind}.{sort.statement}"])
        found = re.sub(r"(?:\w+\.)?(\w+)( DESC)?", lambda part: camel(part[1]) + (part[2] or ""), last)
        told = f"sql/queries/{kind}.sql, {sort.statement}: its order is {found}, its list declares {declared}"
        assert found == declared, told


def test_what_a_search_looks_up_has_a_statement_of_its_own() -> None:
    looked_up = {kind for kind, listing in LISTINGS.items() if listing.looked_up}
    assert {name.split(".")[0] for name in QUERIES if name.endswith(".matching")} ^ looked_up == set()
    for kind in looked_up:
        check(f"{kind}.matching", {"organization_id", "q", "most"})


def test_every_list_that_can_be_chosen_from_is_known() -> None:
    undeclared = {name.split(".")[0] for name in QUERIES if name.endswith(".count_chosen")} - LISTINGS.keys()
    assert not undeclared, f"sql/queries has lists of {undeclared}, which no kind declares"


@pytest.mark.parametrize("kind", sorted(LISTINGS.keys() - {"audit", "events", "webhook_deliveries"}))
def test_every_list_can_be_followed_by_its_changes(kind: str) -> None:
    listing = LISTINGS[kind]
    assert "updatedSince" in {filter.name for filter in listing.filters}
    assert listing.sorts[-1].word == "updatedAt"
    words = [sort.word for sort in listing.sorts]
    assert len(set(words)) == len(words)
    for sort in listing.sorts:
        assert (sort.keys[-1].parameter, sort.keys[-1].field in ("id", "vendorId")) == ("after_id", True)
    for filter in listing.filters:
        assert filter.description
        assert bool(filter.words) is (filter.kind == "choice")


def test_the_documentation_has_every_list_with_its_filters_and_orders() -> None:
    told = DOCUMENTED.read_text(encoding="utf-8").split("| List | Filters | Orders |")[1].split("\n\n")[0]
    rows = {tuple(part.strip() for part in line.split("|")[1:4]) for line in told.splitlines()[2:]}
    facts = {kind: _row(kind, listing) for kind, listing in LISTINGS.items()}
    assert rows - set(facts.values()) == set(), "docs/api.md, Lists, tells what is not so"
    # Kinds of master data are also told by the OpenAPI document alone.
    documents = {row for kind, row in facts.items() if kind not in {kind.name for kind in KINDS}}
    assert documents - rows == set(), "docs/api.md, Lists, lacks a row"


def _row(kind: str, listing: Listing) -> tuple[str, str, str]:
    filters = ", ".join(f"`{filter.name}`" for filter in listing.filters if filter.name != "updatedSince")
    orders = ", ".join(f"`{sort.word}`" for sort in listing.sorts if sort.word != "updatedAt")
    return f"`{PATHS.get(kind, '/' + kind.replace('_', '-'))}`", filters, orders
