"""The folder of the embedded server's socket: next to its data, or elsewhere where that path is too long."""

import os
import shutil
import tempfile
from pathlib import Path

from app.embedded.system_account import Account

# The longest path of a socket, in bytes. Linux allows 108 and macOS 104, with the final NUL.
LONGEST_PATH = 103
SOCKET_NAME = ".s.PGSQL.5432"


class SocketFolder:
    """The folder at `path`, or the one that a symbolic link there leads to."""

    def __init__(self, path: Path) -> None:
        self._path = path
        # True while other processes may use the folder, so that its path must not change.
        self.in_use = False

    def path(self) -> Path:
        """Return the folder's path, after symbolic links."""
        return self._path.resolve()

    def as_list(self) -> str:
        """Return PostgreSQL's list of folders with this one alone, quoted."""
        return '"' + str(self.path()).replace('"', '""') + '"'

    def prepare(self, account: Account) -> None:
        """Make an empty folder that belongs to the server's account."""
        if self.in_use:
            self._empty()
        else:
            self.remove()
            self._make()
        account.take(self.path())

    def _empty(self) -> None:
        self.path().mkdir(mode=0o700, exist_ok=True)
        for file in self.path().iterdir():
            file.unlink()

    def _make(self) -> None:
        """Make the folder at its path, or in the system's temporary folder with a link.

        A path cannot be used if it is too long, or has a comma, which separates hosts in a connection string.
        """
        name = str(self._path / SOCKET_NAME)
        if len(os.fsencode(name)) <= LONGEST_PATH and "," not in name:
            self._path.mkdir(mode=0o700)
        else:
            self._path.symlink_to(tempfile.mkdtemp(prefix="invoicing-"))

    def remove(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.path(), ignore_errors=True)
        self._path.unlink(missing_ok=True)
