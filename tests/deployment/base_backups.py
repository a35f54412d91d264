"""Base backups of PostgreSQL servers with an archive of their logs, as docs/operating.md has them."""

import shutil
from pathlib import Path

from tests.postgresql import Node

# A command of the archive runs in the server's data. Servers that share a folder keep their logs apart by its name.
_ARCHIVED = '../"${PWD##*/}"-%f'
ARCHIVING = {"archive_mode": "on", "archive_command": f"test ! -f {_ARCHIVED} && cp %p {_ARCHIVED}"}


class BaseBackup:
    """A base backup of a running server, taken as it is made."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._copy = node.data.with_name(f"{node.name}-base")
        node.run_elsewhere(
            "pg_basebackup", self._copy, "-d", node.url("postgres"), "-X", "none", "-c", "fast"
        )

    def restore(self, point: str) -> None:
        """Put it in the place of the data of a server that has ended; start it, as it was at a restore point."""
        data = self._node.data
        shutil.rmtree(data)
        self._copy.rename(data)
        with (data / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"restore_command = 'cp {_ARCHIVED} %p'\n")
            settings.write(f"recovery_target_name = '{point}'\nrecovery_target_action = 'promote'\n")
        _empty_file(data / "recovery.signal")
        self._node.start()
        self._node.await_that("SELECT NOT pg_is_in_recovery()")


def _empty_file(path: Path) -> None:
    """Make a file that the server may remove, whatever system user it runs as."""
    path.touch()
    path.chmod(0o666)
