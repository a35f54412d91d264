"""Filters of lists: each finds what a look through all rows finds, alone and beside others."""

import itertools
from collections.abc import Callable
from datetime import datetime, timedelta
from urllib.parse import quote, urlencode

import pytest

from app.lists.listing import Filter
from app.wire import Row
from tests.api.kinds import LISTS
from tests.api.shelf import LEDGERS, Shelf, key, moment, path_of, share_times
from tests.refusals import refused
from tests.reliability.sizes import FULL
from tests.service import Service

Test = Callable[[Row], bool]

FILTERS = [(kind, filter) for kind, listing in LISTS.items() for filter in listing.filters]
DOCUMENTS = [kind for kind, listing in LISTS.items() if len(listing.filters) > 3]


def name_of(kind: str, filter: Filter) -> str:
    return f"{path_of(kind)}?{filter.name}"


def choices(kind: str, filter: Filter, rows: list[Row]) -> list[tuple[str, Test]]:
    """Values of a filter, and which rows each must let through."""
    if filter.kind == "choice":
        return [(word, lambda row, word=word: row["status"] == word) for word in filter.words]
    if filter.kind in ("id", "text"):
        told = {row[filter.name] for row in rows} - {None} | {"nothing", "nothing at all"}
        return [(one, lambda row, one=one: row[filter.name] == one) for one in sorted(told)]
    if filter.kind == "flag":
        return [(w, lambda row, w=w: row[filter.name] is (w == "true")) for w in ("true", "false")]
    if filter.kind == "day":
        own = LISTS[kind].sorts[1].word
        days = ("2026-05-01", "2026-05-02", "2026-05-03", "2026-05-05")
        if filter.name == "from":
            return [(day, lambda row, day=day: row[own] >= day + "T00:00:00Z") for day in days]
        return [(day, lambda row, day=day: row[own] <= day + "T00:00:00Z") for day in days]
    return [(at.isoformat(), lambda row, at=at: changed(row) >= at) for at in around(rows)]


def changed(row: Row) -> datetime:
    return moment(row["updatedAt"])


def around(rows: list[Row]) -> list[datetime]:
    """Every moment of a change and the millionth of a second after it."""
    exact = {changed(row) for row in rows}
    return sorted(exact | {at + timedelta(microseconds=1) for at in exact})


def found(shelf: Shelf, kind: str, **query: str) -> list[str]:
    return [key(row) for row in shelf.rows(kind, urlencode(query))]


def test_a_filter_finds_what_a_look_through_all_rows_finds(subtests: pytest.Subtests, shelf: Shelf) -> None:
    for kind, filter in FILTERS:
        with subtests.test(name_of(kind, filter)):
            rows = shelf.rows(kind)
            assert len(rows) >= 7
            # A ledger's rows are customers or vendors, and show no times.
            seen = {key(row): row for row in (shelf.rows(LEDGERS[kind]) if kind in LEDGERS else rows)}
            outcomes = set()
            for value, test in choices(kind, filter, list(seen.values())):
                expected = [key(row) for row in rows if test(seen[key(row)])]
                assert found(shelf, kind, **{filter.name: value}) == expected, value
                outcomes.add(len(expected))
            assert len(outcomes) > 1, "the values must make a difference"


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_filters_hold_together(kind: str, shelf: Shelf) -> None:
    rows = shelf.rows(kind)
    some = 5 if FULL else 2
    offered = [[(f.name, *pair) for pair in choices(kind, f, rows)[:some]] for f in LISTS[kind].filters]
    for first, second in itertools.combinations(offered, 2):
        for one, other in itertools.product(first, second):
            query = {one[0]: one[1], other[0]: other[1]}
            if query.get("from", "") > query.get("to", "9"):
                continue
            expected = [row["id"] for row in rows if one[2](row) and other[2](row)]
            assert found(shelf, kind, **query) == expected, query


def test_a_search_and_filters_hold_together(subtests: pytest.Subtests, shelf: Shelf) -> None:
    for kind in LISTS:
        with subtests.test(kind):
            listed = [key(row) for row in shelf.rows(kind)]
            seen = {key(row): row for row in shelf.rows(LEDGERS.get(kind, kind))}
            for word in ("1", "Name 2", "nowhere"):
                matching = set(found(shelf, kind, q=word))
                for filter in LISTS[kind].filters:
                    for value, test in choices(kind, filter, list(seen.values()))[: 4 if FULL else 2]:
                        expected = [id for id in listed if id in matching and test(seen[id])]
                        assert found(shelf, kind, q=word, **{filter.name: value}) == expected


def test_what_is_filtered_comes_in_pages_with_its_own_total(subtests: pytest.Subtests, shelf: Shelf) -> None:
    for kind in LISTS:
        with subtests.test(kind):
            since = "updatedSince=2026-01-01"
            whole = found(shelf, kind, updatedSince="2026-01-01")
            pages = [shelf.org.get(f"{path_of(kind)}?{since}&limit=3&page={page}").json for page in (1, 2, 3)]
            assert [key(row) for page in pages for row in page["data"]] == whole[:9]
            assert {page["meta"]["total"] for page in pages} == {len(whole)}
            assert [page["meta"]["hasMore"] for page in pages] == [True, True, len(whole) > 9]


ZONES = ["Pacific/Kiritimati", "Asia/Kolkata", "Pacific/Pago_Pago"]


@pytest.mark.parametrize("zone", ZONES)
def test_overdue_is_told_on_the_calendar_of_the_organization(zone: str, service: Service) -> None:
    org = service.organization(time_zone=zone)
    owner = org.make("/customers", {"displayName": "Acme"})["id"]
    today = datetime.now().astimezone().date()
    for days in range(-2, 3):
        due = str(today + timedelta(days))
        lines = [{"description": "Work", "quantity": 1, "rate": 1}]
        body = {
            "customerId": owner,
            "invoiceDate": "2026-01-01",
            "dueDate": due,
            "status": "SENT",
            "lines": lines,
        }
        org.make("/invoices", body)
    shown = {row["id"]: row["status"] for row in org.read("/invoices")}
    assert set(shown.values()) == {"SENT", "OVERDUE"}
    for word in ("SENT", "OVERDUE"):
        listed = {row["id"] for row in org.read(f"/invoices?status={word}")}
        assert listed == {id for id, status in shown.items() if status == word}


MALFORMED = {
    "choice": ["sent", "SENT,PAID", "%00", "null"],
    "id": ["%00", "x" * 256],
    "text": ["%00", "x" * 256],
    "flag": ["1", "yes", "True", "null", "%00"],
    "day": ["2026-02-30", "20260101", "today", "2026-01-01T00:00:00Z", "10000-01-01"],
    "moment": [
        "2026-02-30", "20260101", "now", "infinity", "2026-01-01T", "2026-01-01T25:00:00Z",
        "2026-01-01T10:00:00%2B99:99", "1899-01-01", "2026-01-01%2010:00:00", "1767225600",
    ],
}  # fmt: skip


def test_a_malformed_filter_is_refused_by_name(subtests: pytest.Subtests, shelf: Shelf) -> None:
    for kind, filter in FILTERS:
        with subtests.test(name_of(kind, filter)):
            for value in (*MALFORMED[filter.kind], f"a&{filter.name}=b"):
                answer = shelf.org.get(f"{path_of(kind)}?{filter.name}={value}")
                assert refused(answer) == {filter.name}, value


def test_an_empty_filter_is_none_and_one_that_the_list_lacks_is_refused(
    subtests: pytest.Subtests, shelf: Shelf
) -> None:
    for kind in LISTS:
        with subtests.test(kind):
            names = {filter.name for _, filter in FILTERS}
            own = {filter.name for filter in LISTS[kind].filters}
            nothing = "&".join(f"{name}=" for name in sorted(own | {"sort", "cursor"}))
            assert shelf.rows(kind, nothing) == shelf.rows(kind)
            for name in names - own:
                assert refused(shelf.org.get(f"{path_of(kind)}?{name}=")) == {name}


def test_everything_that_is_wrong_is_told_at_once(shelf: Shelf) -> None:
    query = "page=0&limit=x&status=x&from=x&to=x&updatedSince=x&sort=x"
    answer = shelf.org.get(f"/invoices?{query}")
    assert refused(answer) == {"page", "limit", "status", "from", "to", "updatedSince", "sort"}
    assert refused(shelf.org.get("/invoices?from=2026-05-02&to=2026-05-01")) == {"from"}


def test_a_refusal_names_the_words_that_would_do(shelf: Shelf) -> None:
    (status,) = shelf.org.get("/credit-notes?status=x").json["error"]["details"]
    assert "DRAFT, OPEN, CLOSED, VOID" in status["message"]
    (sort,) = shelf.org.get("/customers?sort=x").json["error"]["details"]
    assert "-createdAt, createdAt, displayName, updatedAt" in sort["message"]


@pytest.mark.parametrize(
    ("given", "finds"),
    [
        ("2026-05-04T10:00:00.999999Z", True),
        ("2026-05-04T15:30:00.999999+05:30", True),
        ("2026-05-04T10:00:00.999999", True),
        ("2026-05-04T10:00:01Z", False),
        ("2026-05-04T05:00:01-05:00", False),
        ("2026-05-05T09:59:00.999999+23:59", True),
        ("2026-05-03T10:01:01-23:59", False),
        ("2026-05-04", True),
        ("2026-05-05", False),
        ("2026-05-04T10:00", True),
    ],
)
def test_a_moment_is_inclusive_and_utc_without_an_offset(given: str, finds: bool, service: Service) -> None:
    org = service.organization()
    org.make("/tax-rates", {"name": "x", "ratePercent": 1})
    share_times(service, org)
    assert org.read("/tax-rates")[0]["updatedAt"] == "2026-05-04T10:00:00.999999Z"
    for written in (quote(given), given.replace("+", "%20")):
        assert bool(org.read(f"/tax-rates?updatedSince={written}")) is finds


@pytest.mark.slow
def test_filters_never_reach_into_another_organization(shelf: Shelf, service: Service) -> None:
    other = service.organization()
    for kind, filter in FILTERS:
        for value, _ in choices(kind, filter, shelf.rows(LEDGERS.get(kind, kind)))[:2]:
            assert other.read(f"{path_of(kind)}?{urlencode({filter.name: value})}") == [], (kind, filter.name)
