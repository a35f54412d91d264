"""Organizations on a worker of a cluster."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from tests.deployment.citus import Citus
from tests.operators.commands import Operator
from tests.postgresql import Node
from tests.reliability.raw import serving
from tests.reliability.remote import Remote
from tests.reliability.sales import Shop
from tests.service import Service


@contextmanager
def service_on(url: str, pooler: str = "citus") -> Iterator[Service]:
    """The service as it runs in production, on a database of its own."""
    with (
        serving(url, DATABASE_POOLER=pooler) as server,
        closing(Remote(server.address[1])) as remote,
        closing(Service(remote, url, pooler=pooler)) as service,
    ):
        yield service


def shop_on(service: Service, cluster: Citus, worker: Node) -> Shop:
    """An organization that a worker holds."""
    while True:
        org = service.organization()
        if cluster.holder(str(org.organization_id)) is worker:
            shop = Shop(service, org, "")
            return Shop(service, org, shop.customer())


def assert_the_books_tie(operator: Operator, shop: Shop) -> None:
    assert operator.run("check", "--org", str(shop.org.slug)).stdout == "The books tie.\n"


def assert_the_trail_holds(operator: Operator, slug: str) -> None:
    checked = operator.run("check", "--trail", "--org", slug)
    assert checked.output == "The books tie, and every row is what the trail says.\n", checked.exception
