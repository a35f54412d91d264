"""PostgREST: tables, policies, trail and a function for the creation, in sql/postgrest.sql."""

import hmac
import os
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import psycopg

from app.config import ROOT
from app.postgres.queries import load
from app.wire import Json, to_json
from bench import bars, running
from bench.load import Request
from bench.peers import installing
from bench.shop import Shop
from bench.sides import MeasuredSide, Told

_QUERIES = ROOT / "bench" / "peers" / "sql"
_ROLE = "bench_postgrest_caller"


class PostgrestSide(MeasuredSide):
    """The peer. A signed token names the caller; the number of all records is requested by a header."""

    name = bars.POSTGREST
    counts = "postgrest.counts"

    def __init__(self, pid: int, port: int, secret: str) -> None:
        super().__init__(pid, port)
        self._secret = secret

    def read(self, shop: Shop, id: str) -> Request:
        """Return the request for one invoice with its lines."""
        lines = "select=*,lines:invoice_lines(*)&lines.order=sort_order"
        return Request("GET", f"/invoices?id=eq.{id}&{lines}", self._token(shop))

    def page(self, shop: Shop, size: int) -> Request:
        """Return the request for the first `size` invoices, with the number of all."""
        path = f"/invoices?order=invoice_date.desc,created_at.desc,id.desc&limit={size}"
        return Request("GET", path, self._token(shop), prefer="count=exact")

    def creation(self, shop: Shop, body: Json) -> Request:
        """Return the request that creates an invoice."""
        return Request("POST", "/rpc/create_invoice", self._token(shop), body)

    def invoice(self, told: Told) -> Json | None:
        """Return the invoice in the answer to a `read`; None if there is none."""
        return told.body[0] if told.body else None

    def invoices(self, told: Told) -> tuple[list[Json], int]:
        """Return the invoices in the answer to a `page`, and the number on all pages."""
        return told.body, int(told.headers["Content-Range"].partition("/")[2])

    def created(self, told: Told) -> Json:
        """Return the invoice in the answer to a `creation`."""
        done: Json = told.body
        return done

    def _token(self, shop: Shop) -> str:
        return signed({"role": _ROLE, "organization_id": shop.id, "user_id": "bench"}, self._secret)


def signed(claims: Json, secret: str) -> str:
    """Return a JSON Web Token (HS256)."""
    parts = [_base64(to_json(part)) for part in ({"alg": "HS256", "typ": "JWT"}, claims)]
    signature = hmac.digest(secret.encode(), b".".join(parts), "sha256")
    return b".".join([*parts, _base64(signature)]).decode()


def _base64(data: bytes) -> bytes:
    return urlsafe_b64encode(data).rstrip(b"=")


@contextmanager
def opened(url: str, _shops: Sequence[Shop], connections: int) -> Iterator[MeasuredSide]:
    """Install it, make its tables and rows in the service's database, and serve; raises NoPeerError."""
    program = str(installing.postgrest())
    queries = load(_QUERIES)
    with psycopg.connect(url) as connection:
        for name in ("role", "tables", "views", "creation"):
            connection.execute(queries[f"postgrest.{name}"].encode())
    secret, port, admin_port = secrets.token_hex(32), running.free_port(), running.free_port()
    settings = {
        "PGRST_DB_URI": url,
        "PGRST_DB_SCHEMAS": "postgrest",
        "PGRST_DB_POOL": str(connections),
        "PGRST_JWT_SECRET": secret,
        "PGRST_SERVER_HOST": "127.0.0.1",
        "PGRST_SERVER_PORT": str(port),
        "PGRST_ADMIN_SERVER_PORT": str(admin_port),
    }
    with running.serving([program], os.environ | settings, admin_port, "/ready") as pid:
        yield PostgrestSide(pid, port, secret)


def drop_role(server_url: str) -> None:
    """Remove the role of the callers, which outlives the database. A login that may not drop roles could not make it
    either."""
    with (
        psycopg.connect(server_url, autocommit=True) as connection,
        suppress(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(load(_QUERIES)["postgrest.drop_role"].encode())
