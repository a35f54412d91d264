"""PDFs that were printed before, on disk, shared by all processes of the machine.

A file is named by what it was printed from, so none can be out of date. Whatever is wrong with the folder or a file
costs a printing, never a request.
"""

import hashlib
import logging
import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock, get_ident

log = logging.getLogger(__name__)

_DIGEST = hashlib.sha256().digest_size
_PRIVATE_FOLDER = 0o700
_PRIVATE_FILE = 0o600
_OF_OTHERS = 0o077
# After how much of the limit a process looks again, and how much it leaves: several may write at the same time.
_LOOK_EVERY = 32
_LEAVE = 3 / 4
# A mark is a file whose time of change is the moment until which it holds.
_MARK = ".mark"


class Cache:
    """A folder of PDFs; `limit` bytes of them, those that were not asked for the longest go first."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder = folder
        self._limit = limit
        self._lock = Lock()
        self._since = limit  # look at what is there with the first one that is written
        self._complained: set[tuple[str, int | None]] = set()

    def get(self, key: str) -> bytes | None:
        """What was kept under the key, whole or not at all."""
        path = self._folder / key
        try:
            self._require_private_folder()
            content = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        pdf = content[_DIGEST:]
        if hashlib.sha256(pdf).digest() == content[:_DIGEST]:
            return pdf
        with suppress(OSError):
            path.unlink()
        return None

    def put(self, key: str, pdf: bytes) -> None:
        """Keep a PDF."""
        try:
            self._prepare()
            self._write(key, hashlib.sha256(pdf).digest() + pdf)
            self._recover("PDFs are not kept")
            if self._is_time_to_look(len(pdf) + _DIGEST):
                self._make_room()
        except OSError as error:
            self._complain("PDFs are not kept", error)

    def mark(self, key: str, seconds: float) -> None:
        """Let every process find a mark under the key for so long."""
        until = time.time() + seconds
        with suppress(OSError):
            self._prepare()
            self._write(key + _MARK, b"")
            os.utime(self._folder / (key + _MARK), (until, until))

    def marked(self, key: str) -> float:
        """For how many seconds the mark under the key still holds; 0 without one."""
        try:
            self._require_private_folder()
            return max(0.0, (self._folder / (key + _MARK)).stat().st_mtime - time.time())
        except OSError:
            return 0.0

    def _prepare(self) -> None:
        self._folder.mkdir(_PRIVATE_FOLDER, parents=True, exist_ok=True)
        self._require_private_folder()

    def _require_private_folder(self) -> None:
        found = self._folder.stat()
        if found.st_uid != os.geteuid() or found.st_mode & _OF_OTHERS:
            raise PermissionError(f"{self._folder} must be this account's own, with mode 700")

    def _write(self, key: str, content: bytes) -> None:
        unfinished = self._folder / f"{key}.{os.getpid()}.{get_ident()}"
        try:
            with os.fdopen(
                os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE_FILE), "wb"
            ) as file:
                file.write(content)
            unfinished.replace(self._folder / key)
        except OSError:
            with suppress(OSError):
                unfinished.unlink()
            raise

    def _is_time_to_look(self, written: int) -> bool:
        with self._lock:
            self._since += written
            if self._since < self._limit / _LOOK_EVERY:
                return False
            self._since = 0
            return True

    def _make_room(self) -> None:
        files, now = sorted(self._files()), time.time_ns()
        excess = sum(size for _, size, _ in files) - self._limit * _LEAVE
        trouble = False
        for changed, size, path in files:
            if excess > 0 or (path.suffix == _MARK and changed < now):
                removed = self._removed(path)
                trouble = trouble or not removed
                excess -= size if removed else 0
        if not trouble:
            self._recover("a kept PDF cannot be removed")

    def _removed(self, path: Path) -> bool:
        try:
            path.unlink(missing_ok=True)  # another process may have been quicker
        except OSError as error:
            self._complain("a kept PDF cannot be removed", error)
            return False
        return True

    def _files(self) -> Iterator[tuple[int, int, Path]]:
        for path in self._folder.iterdir():
            with suppress(OSError):
                found = path.lstat()
                if stat.S_ISREG(found.st_mode):
                    yield found.st_mtime_ns, found.st_size, path

    def _complain(self, what: str, error: OSError) -> None:
        """Once for each kind of trouble, until it is over."""
        kind = (what, error.errno)
        if kind not in self._complained:
            self._complained.add(kind)
            log.warning(what, extra={"fields": {"reason": str(error)}})

    def _recover(self, what: str) -> None:
        if self._complained:
            self._complained = {kind for kind in self._complained if kind[0] != what}
