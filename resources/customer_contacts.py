"""Customer contacts: a kind of record whose list can be narrowed to one customer (spec 4.4)."""

import falcon

from resources.records import RecordResource
from resources.windows import parameter_of


class CustomerContactResource(RecordResource):
    """As every kind of record, with `customerId` beside `q`."""

    def filters(self, req: falcon.Request) -> dict[str, str | None]:
        """`q`, and the customer whose contacts are asked for."""
        return super().filters(req) | {"customer_id": parameter_of(req, "customerId")}
