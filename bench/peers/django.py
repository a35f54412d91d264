"""Django REST framework: the application in django_rest/, under gunicorn with as many workers as the service."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg
from psycopg.conninfo import conninfo_to_dict

from app.config import ROOT
from app.postgres.queries import load
from app.wire import Json
from bench import running
from bench.load import Request
from bench.peers import installing
from bench.peers.installing import NoPeerError
from bench.shop import Shop
from bench.sides import MeasuredSide, Told

_QUERIES = ROOT / "bench" / "peers" / "sql"
# Both together are the connections that requests come over: each thread keeps a connection to PostgreSQL.
_WORKERS = min(2, os.cpu_count() or 1)


class DjangoSide(MeasuredSide):
    """The peer, asked without /api/v1; it answers the bare record, and `count` and `results` for a list."""

    name = "Django REST framework"
    counts = "django.counts"

    def read(self, shop: Shop, id: str) -> Request:
        """Return the request for one invoice with its lines."""
        return Request("GET", f"/invoices/{id}", shop.token)

    def page(self, shop: Shop, size: int) -> Request:
        """Return the request for the first `size` invoices, with the number of all."""
        return Request("GET", f"/invoices?limit={size}", shop.token)

    def creation(self, shop: Shop, body: Json) -> Request:
        """Return the request that creates an invoice."""
        return Request("POST", "/invoices", shop.token, body)

    def invoice(self, told: Told) -> Json | None:
        """Return the invoice in the answer to a `read`; None if there is none."""
        return told.body if "id" in told.body else None

    def invoices(self, told: Told) -> tuple[list[Json], int]:
        """Return the invoices in the answer to a `page`, and the number on all pages."""
        return told.body["results"], told.body["count"]

    def created(self, told: Told) -> Json:
        """Return the invoice in the answer to a `creation`."""
        done: Json = told.body
        return done


@contextmanager
def opened(url: str, shops: Sequence[Shop], connections: int) -> Iterator[MeasuredSide]:
    """Install it, make its tables and rows in the service's database, and serve; raises NoPeerError."""
    python = str(installing.django())
    environment = os.environ | _settings(url)
    queries = load(_QUERIES)
    with psycopg.connect(url) as connection:
        connection.execute(queries["django.schema"].encode())
    migrate = [python, "-m", "django", "migrate", "--run-syncdb", "--verbosity=0"]
    done = subprocess.run(migrate, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoPeerError(f"its tables could not be made: {done.stderr.strip().splitlines()[-1]}")
    with psycopg.connect(url, cursor_factory=psycopg.ClientCursor) as connection:
        connection.execute(queries["django.rows"].encode())
        for shop in shops:
            connection.execute(
                queries["django.token"].encode(), {"key": shop.token, "organization_id": shop.id}
            )
    port = running.free_port()
    threads = -(-connections // _WORKERS)
    serve = [python, "-m", "gunicorn", "bench.peers.django_rest.wsgi", "--bind", f"127.0.0.1:{port}"]
    serve += [
        "--workers",
        str(_WORKERS),
        "--threads",
        str(threads),
        "--keep-alive",
        "75",
        "--no-control-socket",
    ]
    with running.serving(serve, environment, port, "/readyz") as pid:
        yield DjangoSide(pid, port)


def _settings(url: str) -> dict[str, str]:
    known = conninfo_to_dict(url)
    names = {"DATABASE": "dbname", "HOST": "host", "PORT": "port", "USER": "user", "PASSWORD": "password"}
    given = {f"PEER_{name}": str(known.get(key) or "") for name, key in names.items()}
    return given | {"DJANGO_SETTINGS_MODULE": "bench.peers.django_rest.settings"}
