"""Where the embedded server listens: beside its data, or where the path is short enough."""

import os
import shutil
import tempfile
from pathlib import Path

from app.embedded.system_account import Account

# A socket's path has room for 108 bytes on Linux and 104 on macOS, the closing NUL included.
SOCKET_ROOM = 103
SOCKET_NAME = ".s.PGSQL.5432"


class SocketFolder:
    """The folder `path`, or what that links to."""

    def __init__(self, path: Path) -> None:
        self._path = path
        # Whether anybody was told where it is: then it has to stay there.
        self.known = False

    def real(self) -> Path:
        """Where it really is."""
        return self._path.resolve()

    def as_list(self) -> str:
        """As a list of folders with this one: quotes keep a path together, whatever it holds."""
        return '"' + str(self.real()).replace('"', '""') + '"'

    def prepare(self, account: Account) -> None:
        """Have an empty folder that belongs to the server's account."""
        if self.known:
            self._empty()
        else:
            self.forget()
            self._make()
        account.own(self.real())

    def _empty(self) -> None:
        self.real().mkdir(mode=0o700, exist_ok=True)
        for left in self.real().iterdir():
            left.unlink()

    def _make(self) -> None:
        """Beside the data, or among the system's short-lived files where that path is none for a socket.

        It may be too long; or it holds a comma, which parts the hosts of a connection string.
        """
        name = str(self._path / SOCKET_NAME)
        if len(os.fsencode(name)) <= SOCKET_ROOM and "," not in name:
            self._path.mkdir(mode=0o700)
        else:
            self._path.symlink_to(tempfile.mkdtemp(prefix="invoicing-"))

    def forget(self) -> None:
        """Remove it."""
        shutil.rmtree(self.real(), ignore_errors=True)
        self._path.unlink(missing_ok=True)
