"""A cluster of Citus: a coordinator and two workers, with the schema spread over them as docs/scaling.md says."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from psycopg.rows import scalar_row

from app.config import ROOT
from app.postgres.migrations import migrate
from tests.deployment.test_versions import folders
from tests.postgresql import Node

FILES = ROOT / "sql" / "citus"
SHARDS = 8
_SETTINGS = {
    "shared_preload_libraries": "citus",
    "citus.enable_unsafe_triggers": "on",
    "citus.allow_nested_distributed_execution": "on",
    "wal_level": "logical",
    "max_prepared_transactions": "200",
    "max_locks_per_transaction": "256",
    # Its telling the makers that it is there.
    "citus.enable_statistics_collection": "off",
}
_HOLDER = """
    SELECT n.nodeport FROM pg_dist_placement p JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
    WHERE p.shardid = get_shard_id_for_distribution_column('trail', %s::text)"""
_ISOLATE = (
    "SELECT isolate_tenant_to_new_shard('trail', %s::text, 'CASCADE', shard_transfer_mode => 'block_writes')"
)
_SHARD = "SELECT get_shard_id_for_distribution_column('trail', %s::text)"
# Not by logical replication: its role is held by row level security, and stops at the first row.
_MOVE = """
    SELECT citus_move_shard_placement(
        get_shard_id_for_distribution_column('trail', %s::text), '127.0.0.1', %s, '127.0.0.1', %s, 'block_writes')"""


def programs_with_citus() -> Path | None:
    """The folder of a PostgreSQL that has Citus; None where there is none."""
    return next(filter(_has_citus, folders()), None)


def _has_citus(programs: Path) -> bool:
    told = subprocess.run([programs / "pg_config", "--sharedir"], capture_output=True, text=True, check=False)
    return told.returncode == 0 and Path(told.stdout.strip(), "extension", "citus.control").exists()


@contextmanager
def clustered(**settings: str) -> Iterator["Citus"]:
    """A cluster that ends with the block; `settings` are those of each node beside what Citus needs."""
    with joined(**settings) as cluster:
        cluster.distribute()
        yield cluster


@contextmanager
def joined(**settings: str) -> Iterator["Citus"]:
    """A coordinator and two workers with an empty database; they end with the block."""
    programs = programs_with_citus()
    assert programs, "no PostgreSQL here has Citus"
    with TemporaryDirectory(prefix="invoicing-citus-") as folder:
        cluster = Citus(Path(folder), programs, **settings)
        try:
            cluster.join()
            yield cluster
        finally:
            cluster.end()


class Citus:
    """The servers under a folder."""

    def __init__(self, folder: Path, programs: Path, **settings: str) -> None:
        self.coordinator, *self.workers, self._spare = (
            Node(folder, name, programs, **_SETTINGS, **settings)
            for name in ("coordinator", "first", "second", "third")
        )
        self.url = self.coordinator.url()

    def join(self) -> None:
        """Start the servers and join them."""
        self._start(self.coordinator)
        self._run(
            self.coordinator, f"SELECT citus_set_coordinator_host('127.0.0.1', {self.coordinator.port})"
        )
        for worker in self.workers:
            self._join(worker)

    def distribute(self) -> None:
        """Spread the schema, and the rows that are there, over the workers."""
        migrate(self.url)
        self._run(self.coordinator, f"SET app.shards = '{SHARDS}'", (FILES / "distribute.sql").read_text())
        self._run(self.coordinator, (FILES / "shards.sql").read_text())
        self.equip_workers()

    def equip_workers(self) -> None:
        """Give the workers what they lack, as after each migration."""
        self._run(self.coordinator, (FILES / "nodes.sql").read_text())

    def _start(self, node: Node) -> None:
        node.create()
        node.ask("CREATE ROLE invoicing_app LOGIN")
        self._run(node, "CREATE EXTENSION citus")

    def _join(self, worker: Node) -> None:
        self._start(worker)
        self._run(self.coordinator, f"SELECT citus_add_node('127.0.0.1', {worker.port})")

    def grow(self) -> Node:
        """Add a third worker and have it take its part of the shards, as docs/scaling.md says; the worker."""
        worker = self._spare
        self._join(worker)
        self.workers.append(worker)
        self._run(self.coordinator, "SELECT replicate_reference_tables('block_writes')")
        self.equip_workers()
        self._run(
            self.coordinator,
            f"SELECT raise_numbers('127.0.0.1', {worker.port})",
            "SELECT citus_rebalance_start(shard_transfer_mode => 'block_writes')",
            "SELECT citus_rebalance_wait()",
        )
        return worker

    def end(self) -> None:
        """Kill every server."""
        for node in (self.coordinator, *self.workers, self._spare):
            node.kill()

    def holder(self, organization_id: str) -> Node:
        """The worker that holds an organization's rows."""
        with psycopg.connect(self.url, row_factory=scalar_row) as connection:
            port = connection.execute(_HOLDER, [organization_id]).fetchone()
        return next(worker for worker in self.workers if worker.port == port)

    def shard(self, organization_id: str) -> int:
        """The shard of `trail` that an organization lies in."""
        with psycopg.connect(self.url, row_factory=scalar_row) as connection:
            return int(connection.execute(_SHARD, [organization_id]).fetchone() or 0)

    def other(self, worker: Node) -> Node:
        """Return another worker than the given one."""
        return next(each for each in self.workers if each is not worker)

    def move(self, organization_id: str) -> Node:
        """Have the other worker hold an organization and those of its shard, which nobody can write meanwhile."""
        here = self.holder(organization_id)
        there = self.other(here)
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("SELECT raise_numbers('127.0.0.1', %s)", [there.port])
            connection.execute(_MOVE, [organization_id, here.port, there.port])
        return there

    def isolate(self, organization_id: str) -> None:
        """Give an organization a shard of its own, which nobody can write meanwhile."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(_ISOLATE, [organization_id])

    @staticmethod
    def _run(node: Node, *scripts: str) -> None:
        with psycopg.connect(node.url(), autocommit=True) as connection:
            for script in scripts:
                connection.execute(script.encode())
