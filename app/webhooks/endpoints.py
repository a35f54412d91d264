"""Webhook endpoints: created, changed, given another secret and tried out; and their deliveries."""

import re
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from app.errors import Invalid, NotFound
from app.lists.record_reading import version_at
from app.master_data.records import Records
from app.postgres.database import Row, Transaction
from app.webhooks.receiver_addresses import Network, is_allowed

DELIVERIES = "webhook_deliveries"
_MOST_PORT = 65_535
_NO_HOST = "Must name a host, and a port from 1 to 65535 or none."
# The last part of a host that is an IP address in any form; unusual forms are refused.
_NUMBER = re.compile("[0-9]+|0x[0-9a-f]*")


class WebhookEndpoints(Records):
    """The endpoints of an organization. `named`: networks whose addresses may be receivers though they are not
    public."""

    def __init__(self, named: Sequence[Network]) -> None:
        super().__init__("webhook_endpoints", "whe")
        self._named = named

    def create_signed(self, tx: Transaction, body: Row, secret: str) -> str:
        """Insert an endpoint with its secret; return its id. Raise Invalid where nothing is sent to its address."""
        self._check(body["url"])
        id = self.create(tx, body)
        _insert_secret(tx, id, secret)
        return id

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a locked endpoint. One that is active again has not failed yet. Raise Invalid as `create_signed`."""
        if "url" in body:
            self._check(body["url"])
        super().change(tx, current, body)
        if body.get("is_active") and not current["is_active"]:
            tx.execute("webhook_endpoints.forget_failures", id=current["id"])

    def rotate_secret(self, tx: Transaction, id: str, secret: str) -> str:
        """Give another secret; the one before it stays valid for a day. Return the endpoint's id. Raise NotFound."""
        self.lock(tx, id)
        tx.run_all(
            ("webhook_endpoints.touch", {"id": id}),
            ("webhook_endpoints.end_secrets", {"id": id}),
            ("webhook_endpoints.retire_secrets", {"id": id}),
        )
        _insert_secret(tx, id, secret)
        return id

    def try_out(self, tx: Transaction, id: str) -> Row:
        """Send a test event; return its `delivery` and the `version` of the endpoint, which stays. Raise NotFound."""
        endpoint = self.lock(tx, id)
        (made,) = tx.all("webhook_endpoints.test", id=id)
        return _told(tx, endpoint, f"dlv_{made['id']:018}")

    def retry(self, tx: Transaction, id: str, delivery: str) -> Row:
        """Send a message once more, as if it had not been tried; return as `try_out`. Raise NotFound."""
        endpoint = self.lock(tx, id)
        if tx.execute("webhook_deliveries.retry", endpoint=id, id=delivery) == 0:
            raise NotFound
        return _told(tx, endpoint, delivery)

    def _check(self, url: str) -> None:
        """Raise Invalid for an address that is known, before any look-up, to be refused."""
        try:
            parts = urlsplit(url)
        except ValueError:
            raise Invalid([("url", _NO_HOST)]) from None
        host = parts.hostname or ""
        if not _has_port(parts.netloc) or (_NUMBER.fullmatch(host.rpartition(".")[2]) and not _is_ip(host)):
            raise Invalid([("url", _NO_HOST)])
        if parts.scheme == "http" and not self._named:
            raise Invalid(
                [("url", "Must begin with https://: without TLS messages can be read on their way.")]
            )
        # A name is looked up each time.
        if _is_ip(host) and not is_allowed(host, self._named, is_secure=parts.scheme == "https"):
            raise Invalid([("url", "Must be a public address.")])


def _has_port(place: str) -> bool:
    """Return whether the host names no port, or one from 1 to the highest."""
    port = re.search(r":([0-9]+)$", place)
    return port is None or 0 < int(port[1]) <= _MOST_PORT


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _insert_secret(tx: Transaction, id: str, secret: str) -> None:
    tx.one_bound("webhook_endpoints.insert_secret", organization_id=tx.organization_id, id=id, secret=secret)


def _told(tx: Transaction, endpoint: Row, id: str) -> Row:
    asked = {"endpoint": endpoint["id"], "id": id}
    ((delivery,),) = tx.records_of_all(("webhook_deliveries.get", asked))
    return {"delivery": delivery, "version": version_at(endpoint["updated_at"])}
