"""Organizations on a worker of a cluster."""

from tests.deployment.citus import Citus
from tests.operators.commands import Operator
from tests.postgresql import Node
from tests.reliability.sales import Shop
from tests.service import Service


def shop_on(service: Service, cluster: Citus, worker: Node) -> Shop:
    """An organization that a worker holds."""
    while True:
        org = service.organization()
        if cluster.holder(str(org.organization_id)) is worker:
            shop = Shop(service, org, "")
            return Shop(service, org, shop.customer())


def assert_the_books_tie(operator: Operator, shop: Shop) -> None:
    assert operator.run("check", "--org", str(shop.org.slug)).stdout == "The books tie.\n"
