"""A primary and a synchronous standby, and what an operator, or Patroni, does when the primary dies."""

import shutil
from pathlib import Path

from psycopg.conninfo import make_conninfo

from tests.postgresql import DATABASE, Node

_SETTINGS = {
    "synchronous_commit": "on",
    # What pg_rewind needs of a server that was killed.
    "wal_log_hints": "on",
    "wal_keep_size": "1GB",
    "wal_retrieve_retry_interval": "200ms",
}
_ARE_STREAMING = (
    "SELECT count(*) = 1 FROM pg_stat_replication WHERE application_name = '{}' AND state = 'streaming'"
)
_ARE_SAFE = (
    "SELECT count(*) = 1 FROM pg_stat_replication"
    " WHERE application_name = '{}' AND sync_state = 'sync' AND flush_lsn >= '{}'"
)


class Pair:
    """Two servers under a folder. Each of them is the primary in its turn."""

    def __init__(self, folder: Path) -> None:
        self.primary, self.standby = (Node(folder, name, **_SETTINGS) for name in ("left", "right"))
        self.url = make_conninfo(
            host="127.0.0.1,127.0.0.1",
            port=f"{self.primary.port},{self.standby.port}",
            user="postgres",
            dbname=DATABASE,
            target_session_attrs="read-write",
        )

    def create(self) -> None:
        """Start the primary, and the standby from a base backup."""
        self.primary.create()
        self.clone()

    def end(self) -> None:
        """Kill the primary and the standby."""
        for node in (self.primary, self.standby):
            node.kill()

    def fail_over(self) -> None:
        """Kill the primary and promote the standby, which goes on by itself until another one follows it."""
        self.primary.kill()
        self.primary, self.standby = self.standby, self.primary
        assert self.primary.ask("SELECT pg_promote(true, 30)")

    def clone(self) -> None:
        """Have the other server follow the primary from a base backup, without anything that it had."""
        shutil.rmtree(self.standby.data, ignore_errors=True)
        self.standby.run(
            "pg_basebackup", "-d", self.primary.url("postgres"), "-R", "-X", "stream", "-c", "fast"
        )
        self._follow()

    def rewind(self) -> None:
        """Have the server that was killed follow the primary: what it alone had is taken back."""
        self.primary.ask("CHECKPOINT")
        self.standby.run("pg_rewind", "--source-server", self.primary.url("postgres"), "-R")
        self._follow()

    def _follow(self) -> None:
        """Start the standby, and make replication synchronous."""
        name = self.standby.name
        self.standby.start()
        self.primary.await_that(_ARE_STREAMING.format(name))
        self.primary.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
        self.primary.ask("SELECT pg_reload_conf()")
        self.primary.await_that("SELECT current_setting('synchronous_standby_names') <> ''")
        # What was acknowledged before it was synchronous has to be there, too.
        self.primary.await_that(_ARE_SAFE.format(name, self.primary.ask("SELECT pg_current_wal_lsn()")))
