"""The operations of the service, by method and path: `POST /invoices`."""

from resources.api import routes
from resources.routes.operations import Operation

# Without a database, to learn only what there is.
OPERATIONS: dict[str, Operation] = {
    f"{method} {route.path}": operation
    for route in routes(None)  # type: ignore[arg-type]
    for method, operation in route.operations.items()
}
# Those that tests walk through: what names two records has tests of its own.
WALKED = {name: operation for name, operation in OPERATIONS.items() if name.count("{") < 2}
