"""Ten organizations at once on the same connections and workers: nothing of one is ever in an answer to another."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from random import Random

import pytest

from tests.reliability.crossing_tenants import Border, Crossed, Tenant, mark_of
from tests.reliability.raw import serving
from tests.reliability.remote import Remote
from tests.reliability.sizes import CROSSING_CLIENTS, CROSSINGS, PRINTED_SHARE
from tests.service import Service

ORGANIZATIONS = 10
SEED = 20260521


@pytest.fixture(scope="module")
def remote(_running: Service) -> Iterator[Remote]:
    with serving(_running.url) as server, closing(Remote(server.address[1])) as remote:
        yield remote


@pytest.fixture
def tenants(service: Service, remote: Remote) -> list[Tenant]:
    border = Border()
    return [
        Tenant(
            service.organization(name=mark_of(number), legal_name=f"{mark_of(number)} Limited"),
            mark_of(number),
            border,
            Random(SEED + number),  # noqa: S311 - not for secrets
            remote,
            papers=PRINTED_SHARE,
        )
        for number in range(ORGANIZATIONS)
    ]


def ask(tenants: list[Tenant], seed: int, count: int) -> None:
    """One connection, on which an organization follows the other, as behind a proxy that keeps its own."""
    chance = Random(seed)  # noqa: S311 - not for secrets
    for _ in range(count):
        tenant, other = chance.sample(tenants, 2)
        with tenant.turn:
            if chance.random() < 1 / 20:
                tenant.intrude(other)
            else:
                tenant.step()


def test_nothing_of_one_organization_is_in_an_answer_to_another(tenants: list[Tenant]) -> None:
    each = CROSSINGS // CROSSING_CLIENTS
    with ThreadPoolExecutor(CROSSING_CLIENTS) as pool:
        for work in [pool.submit(ask, tenants, SEED + n, each) for n in range(CROSSING_CLIENTS)]:
            work.result()
    asked = sum(tenant.requests for tenant in tenants)
    print(f"{asked} requests, {tenants[0].border.ids} ids looked at")  # noqa: T201
    assert asked >= CROSSINGS
    for tenant in tenants:
        tenant.total()


def test_a_crossing_would_be_seen(tenants: list[Tenant]) -> None:
    """Planted: an organization asks with another's token."""
    ours, theirs = tenants[:2]
    theirs.add_customer()
    ours.org.token = theirs.org.token
    with pytest.raises(Crossed, match="in an answer to"):
        ours.ask("GET", "/customers")
    # By the id alone too.
    with pytest.raises(Crossed, match="cus_"):
        theirs.border.looked_at("org_x", theirs.mark, theirs.ask("GET", "/customers").body)
