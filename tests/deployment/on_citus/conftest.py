"""A cluster of Citus with the service on it, where a PostgreSQL of this machine has it."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.deployment.citus import Citus, clustered, programs_with_citus
from tests.deployment.on_citus.shops import shop_on
from tests.operators.commands import Operator
from tests.reliability.raw import serving
from tests.reliability.remote import Remote
from tests.reliability.sales import Shop
from tests.service import Service


@pytest.fixture(scope="session", autouse=True)
def citus_is_here() -> None:
    if programs_with_citus() is None:
        pytest.skip("no PostgreSQL here has Citus")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Citus]:
    with clustered() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def remote(cluster: Citus) -> Iterator[Remote]:
    with (
        serving(cluster.url, DATABASE_POOLER="citus") as server,
        closing(Remote(server.address[1])) as remote,
    ):
        yield remote


@pytest.fixture(scope="session")
def service(cluster: Citus, remote: Remote) -> Iterator[Service]:
    with closing(Service(remote, cluster.url, pooler="citus")) as service:
        yield service


@pytest.fixture
def operator(cluster: Citus, monkeypatch: pytest.MonkeyPatch) -> Operator:
    monkeypatch.setenv("DATABASE_POOLER", "citus")
    return Operator(cluster.url)


@pytest.fixture(params=[0, 1], ids=["first", "second"])
def shop(service: Service, cluster: Citus, request: pytest.FixtureRequest) -> Shop:
    return shop_on(service, cluster, cluster.workers[request.param])
