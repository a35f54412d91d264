"""Returns over HTTP."""

from collections.abc import Callable, Iterator

import falcon

from app.errors import Invalid
from app.filing import months
from app.postgres.database import Row, Transaction
from app.returns.periods import Period, period_of
from app.wire import to_json
from resources.serving.query_params import QueryParameters
from resources.serving.requests import Requests, is_id

# Makes a return of a registration, None for the default one, and a month.
Make = Callable[[Transaction, str | None, Period], Row]


class GstReturns:
    """The GST returns of a registration for a month.

    Each is read on one snapshot of the books. GSTR-1 is sent as it is written out, so that none lies in memory as a
    whole.
    """

    def __init__(self, requests: Requests) -> None:
        self.requests = requests

    def on_get_gstr_1(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer GSTR-1."""

        def write(tx: Transaction) -> Iterator[bytes]:
            made = months.gstr1(tx, *_asked(req))
            yield b'{"success":true,"data":{"document":'
            yield from made.pieces()
            yield b',"problems":' + to_json([problem.shown() for problem in made.problems]) + b"}}"

        resp.stream = self.requests.stream(req, write)

    def on_get_gstr_3b(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer GSTR-3B."""
        self._answer(req, resp, months.gstr3b)

    def on_get_summary(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer GSTR-1 compared with the books."""
        self._answer(req, resp, months.gstr1_summary)

    def _answer(self, req: falcon.Request, resp: falcon.Response, make: Make) -> None:
        def write(tx: Transaction) -> Iterator[bytes]:
            yield to_json({"success": True, "data": make(tx, *_asked(req))})

        resp.stream = self.requests.stream(req, write)


def _asked(req: falcon.Request) -> tuple[str | None, Period]:
    """Return the registration and the month of the parameters. Raises Invalid, which names the wrong ones."""
    read = QueryParameters(req)
    month, registration_id = read.text("period"), read.text("registrationId")
    read.refuse_faults()
    try:
        period = period_of(month or "")
    except ValueError as error:
        raise Invalid([("period", str(error))]) from error
    if registration_id is not None and not is_id(registration_id):
        raise Invalid([("registrationId", "Must name a registration of the organization.")])
    return registration_id, period
