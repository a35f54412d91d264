"""The resources of ledgers and of the dashboard."""

from typing import Any

import falcon

from app.errors import Forbidden, InsufficientScope
from app.ledgers.party_ledgers import Ledger, Ledgers
from app.ledgers.receivables import receivables
from resources.serving.answers import answer
from resources.serving.lists import serve_list
from resources.serving.query_params import parse_dates
from resources.serving.requests import Requests


class _LedgerResource:
    """The ledgers of customers, or of vendors. `record` of a subclass answers one ledger."""

    def __init__(self, requests: Requests, ledgers: Ledgers) -> None:
        self.requests = requests
        self.ledgers = ledgers

    def on_get_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer one page of customers or vendors."""
        serve_list(self.requests, self.ledgers.kind, req, resp)

    def _read(self, req: falcon.Request, id: str) -> Ledger:
        return self.requests.read(req, lambda tx: self.ledgers.read(tx, id, parse_dates(req)))


class CustomerLedgerResource(_LedgerResource):
    """The ledgers of customers. An answer repeats the dates of the request."""

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer a customer's ledger."""
        ledger = self._read(req, id)
        dates = {"from": req.get_param("from") or None, "to": req.get_param("to") or None}
        answer(resp, {"customer": ledger.party} | dates | _balances(ledger))


class VendorLedgerResource(_LedgerResource):
    """The ledgers of vendors."""

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer a vendor's ledger."""
        ledger = self._read(req, id)
        answer(resp, {"vendor": ledger.party} | _balances(ledger))


def _balances(ledger: Ledger) -> dict[str, Any]:
    return {
        "openingBalance": ledger.opening_balance,
        "outstanding": ledger.outstanding,
        "entries": ledger.entries,
    }


class Dashboard:
    """The figures of a dashboard."""

    def __init__(self, requests: Requests) -> None:
        self.requests = requests

    def on_get_receivables(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer open receivables by age. A missing permission, of token or role, raises Forbidden."""
        try:
            answer(resp, self.requests.read(req, receivables))
        except InsufficientScope as refusal:
            raise Forbidden(refusal.permission) from None
