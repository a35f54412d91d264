"""The system user that the embedded PostgreSQL runs as when root starts it. PostgreSQL refuses to run as root."""

import os
import pwd
import shutil
import stat
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ACCOUNT_NAME = "pgserver"


class NoAccountError(Exception):
    """The system user does not exist and cannot be created."""


@dataclass(frozen=True)
class Account:
    """The ids of a user and a group; None for those of this process."""

    user: int | None = None
    group: int | None = None

    def take(self, path: Path) -> None:
        """Make the account the owner of `path` and its content, and let it pass the folders above."""
        if self.user is None or self.group is None:
            return
        self.allow_passage(path.parent)
        for each in (path, *path.rglob("*")):
            os.chown(each, self.user, self.group, follow_symlinks=False)

    def allow_passage(self, folder: Path) -> None:
        """Let the account pass, but not list, `folder` and the folders above it, such as root's home."""
        if self.user is None:
            return
        for each in (folder, *folder.parents):
            status = each.stat()
            if status.st_uid != self.user and not status.st_mode & stat.S_IXOTH:
                each.chmod(stat.S_IMODE(status.st_mode) | stat.S_IXOTH)

    def allow_reading(self, folder: Path) -> None:
        """Let the account read the files under `folder`, which a strict umask may have restricted to root."""
        self.allow_passage(folder.parent)
        if self.user is None or folder.stat().st_mode & stat.S_IROTH:
            return
        # The folder itself comes last, because its mode tells whether all files are done.
        for each in (*folder.rglob("*"), folder):
            mode = stat.S_IMODE(each.stat().st_mode)
            each.chmod(mode | (0o005 if mode & stat.S_IXUSR else 0o004))


def account_for(data: Path) -> Account:
    """Return the account for a server on `data`: the owner of `data`, else a system user. Raises NoAccountError."""
    if os.geteuid() != 0:
        return Account()
    if data.exists() and (status := data.stat()).st_uid != 0:
        return Account(status.st_uid, status.st_gid)
    return _system_user()


def _system_user() -> Account:
    for _ in range(5):  # two checkouts may create the user at the same time
        with suppress(KeyError):
            entry = pwd.getpwnam(ACCOUNT_NAME)
            return Account(entry.pw_uid, entry.pw_gid)
        _make_system_user()
        time.sleep(0.1)
    raise NoAccountError(
        f"PostgreSQL does not run as root, and the system user {ACCOUNT_NAME} could not be made. "
        "Run as another user, or set DATABASE_URL."
    )


def _make_system_user() -> None:
    useradd = shutil.which("useradd", path=os.environ.get("PATH", os.defpath) + os.pathsep + "/usr/sbin")
    if useradd:
        options = ("--system", "--user-group", "--no-create-home", "--shell", "/bin/false")
        subprocess.run([useradd, *options, ACCOUNT_NAME], check=False, capture_output=True)  # noqa: S603 - a fixed line
