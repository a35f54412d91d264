"""Date ranges of the customer ledger: `from` and `to` limit the entries alone."""

from typing import Any

import pytest

from tests.api.ledgers import ledger
from tests.refusals import refused
from tests.selling import customer, line, sent
from tests.service import Client, Service


@pytest.fixture
def quarter(service: Service) -> tuple[Client, str]:
    """A customer who opened with 1000 and was billed 1, 2, 4 on the first of April, May and June."""
    org = service.organization()
    id = customer(org, openingBalance=1000)
    for month, total in ((4, 1), (5, 2), (6, 4)):
        sent(org, id, line(rate=total), invoiceDate=f"2026-0{month}-01")
    return org, id


@pytest.mark.parametrize(
    ("date_range", "balances"),
    [
        ("", [1001, 1003, 1007]),
        ("?from=&to=", [1001, 1003, 1007]),
        ("?from=2026-05-01", [1003, 1007]),
        ("?from=2026-05-02", [1007]),
        ("?to=2026-05-01", [1001, 1003]),
        ("?to=2026-04-30", [1001]),
        ("?from=2026-05-01&to=2026-05-01", [1003]),
        ("?from=2026-05-02&to=2026-05-31", []),
        ("?from=1900-01-01&to=2999-12-31", [1001, 1003, 1007]),
    ],
)
def test_a_date_range_narrows_the_entries_and_nothing_else(
    date_range: str, balances: list[float], quarter: tuple[Client, str]
) -> None:
    read = ledger(*quarter, date_range)
    assert [entry["balance"] for entry in read["entries"]] == balances
    assert (read["openingBalance"], read["outstanding"]) == (1000, 1007)


@pytest.mark.parametrize(
    ("date_range", "echoed"),
    [
        ("", (None, None)),
        ("?from=2026-05-01", ("2026-05-01", None)),
        ("?to=2026-05-31", (None, "2026-05-31")),
        ("?from=2024-02-29&to=2026-05-31", ("2024-02-29", "2026-05-31")),
        ("?from=", (None, None)),
    ],
)
def test_the_date_range_is_echoed(
    date_range: str, echoed: tuple[Any, Any], quarter: tuple[Client, str]
) -> None:
    read = ledger(*quarter, date_range)
    assert (read["from"], read["to"]) == echoed


@pytest.mark.parametrize(
    ("date_range", "named"),
    [
        ("from=yesterday", {"from"}),
        ("to=2026-02-30", {"to"}),
        ("from=2026-5-1&to=31-05-2026", {"from", "to"}),
        ("from=20260501", {"from"}),
        ("from=1899-12-31", {"from"}),
        ("to=3000-01-01", {"to"}),
        ("from=%00", {"from"}),
        ("from=2026-05-02&to=2026-05-01", {"from"}),
        ("from=2026-05-01&from=2026-05-02", {"from"}),
        ("to=2026-05-01&to=2026-05-01", {"to"}),
    ],
)
def test_a_date_range_that_is_none_is_refused_by_name(
    date_range: str, named: set[str], quarter: tuple[Client, str]
) -> None:
    org, id = quarter
    assert refused(org.get(f"/customer-ledger/{id}?{date_range}")) == named
