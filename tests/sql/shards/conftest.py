"""A worker of a cluster, played by PostgreSQL alone: its tables are the shard's, and callers find views of them."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from app.config import ROOT, Settings
from app.mailing.mail_server import MailServer
from resources.api import create_app
from tests.api.references import OWNER
from tests.conftest import fresh_database
from tests.service import Service

FILES = Path(ROOT, "sql", "citus")
DISTRIBUTE = (FILES / "distribute.sql").read_text()
STAND_INS = Path(__file__).with_name("worker_stand_ins.sql").read_text()
PLACES = {"h": re.findall(r"create_distributed_table\('(\w+)'", DISTRIBUTE)} | {
    "n": re.findall(r"create_reference_table\('(\w+)'", DISTRIBUTE)
}
HERE, ELSEWHERE = "org_here", "org_elsewhere"
LAY_OUT = "CALL lay_out_shards()"


@pytest.fixture(scope="session")
def url(server_url: str, worker_id: str) -> Iterator[str]:
    """The owner's URL of the worker."""
    for url in fresh_database(server_url, f"shards_{worker_id}"):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(STAND_INS.encode())
            for number, (method, tables) in enumerate(PLACES.items()):
                kinds = (method, "t" if method == "n" else "s")
                for table in tables:
                    connection.execute(
                        "INSERT INTO pg_dist_partition VALUES (%s::regclass, %s, %s, %s)",
                        [table, *kinds, number],
                    )
                    connection.execute(
                        "INSERT INTO pg_dist_shard VALUES (%s::regclass, 1, %s)",
                        [table, "-2147483648" if method == "h" else None],
                    )
            for name in ("shards.sql", "nodes.sql"):
                connection.execute((FILES / name).read_bytes())
            connection.execute(LAY_OUT)
            # Here the coordinator, through which no goods may move, is the worker too.
            connection.execute("ALTER SEQUENCE inventory_movements_sequence_seq NO MAXVALUE")
        yield url


def on_shard(url: str, number: int = 1) -> str:
    return make_conninfo(url, options=f"-c search_path=shard_{number},dropped_shards,public")


@pytest.fixture(scope="session")
def service(url: str) -> Iterator[Service]:
    """A service whose callers are on the shard, as app/postgres/cluster.py connects them."""
    settings = Settings(
        database_url=on_shard(url),
        public_url="https://invoicing.example.com",
        mail_server=MailServer("smtp", "localhost", 25),
        mail_from="bills@example.com",
    )
    with closing(Service(create_app(settings), url)) as service:
        OWNER.set(service.owner)
        yield service


@pytest.fixture
def caller(url: str) -> Iterator[psycopg.Connection]:
    """A connection whose caller `open_request` has admitted."""
    with psycopg.connect(on_shard(url)) as connection:
        connection.execute("SELECT set_config('app.organization_id', %s, false)", [HERE])
        connection.commit()
        yield connection
