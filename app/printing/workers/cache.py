"""The cache of PDFs, a folder that all processes of the machine share.

A file is named by a digest of all that its PDF was made from, so no file is ever out of date, and by one of the
organization that it is of, so that none keeps the PDFs of others out. Where the folder or a
file cannot be used, the PDF is rendered again, and no request fails.
"""

import hashlib
import logging
import os
import stat
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock, get_ident

log = logging.getLogger(__name__)

_DIGEST = hashlib.sha256().digest_size
_PRIVATE_FOLDER = 0o700
_PRIVATE_FILE = 0o600
_FOR_OTHERS = 0o077
# A process measures the folder after it has written this part of the limit, and deletes files down to this part. Both
# leave room for other processes, which may write at the same time.
_MEASURE_AFTER = 1 / 32
_KEEP = 3 / 4
# A block is a file whose time of modification is the time at which the block ends.
_BLOCK = ".block"
_OWNER = 16  # characters of a key that say whose it is


def owner_of_key(organization: str | None) -> str:
    """Return the beginning of the keys of an organization."""
    return hashlib.sha256((organization or "").encode()).hexdigest()[:_OWNER]


class Cache:
    """A folder with at most about `limit` bytes of PDFs. The least recently used are deleted first; where one
    organization has more than half of them, its own."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder = folder
        self._limit = limit
        self._lock = Lock()
        self._written = limit  # bytes since the last measurement; the first PDF causes one
        self._complained: set[tuple[str, int | None]] = set()

    def get(self, key: str) -> bytes | None:
        """Return the PDF of a key; None where there is none, or only a damaged one."""
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
        """Store a PDF under a key."""
        try:
            self._prepare()
            self._write(key, hashlib.sha256(pdf).digest() + pdf)
            self._recover("PDFs are not kept")
            if self._must_measure(len(pdf) + _DIGEST):
                self._make_room()
        except OSError as error:
            self._complain("PDFs are not kept", error)

    def block(self, key: str, seconds: float) -> None:
        """Block a key in all processes for a number of seconds."""
        until = time.time() + seconds
        with suppress(OSError):
            self._prepare()
            self._write(key + _BLOCK, b"")
            os.utime(self._folder / (key + _BLOCK), (until, until))

    def blocked_seconds(self, key: str) -> float:
        """Return for how many seconds a key is still blocked; 0 for a key that is not."""
        try:
            self._require_private_folder()
            return max(0.0, (self._folder / (key + _BLOCK)).stat().st_mtime - time.time())
        except OSError:
            return 0.0

    def _prepare(self) -> None:
        self._folder.mkdir(_PRIVATE_FOLDER, parents=True, exist_ok=True)
        self._require_private_folder()

    def _require_private_folder(self) -> None:
        found = self._folder.stat()
        if found.st_uid != os.geteuid() or found.st_mode & _FOR_OTHERS:
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

    def _must_measure(self, written: int) -> bool:
        with self._lock:
            self._written += written
            if self._written < self._limit * _MEASURE_AFTER:
                return False
            self._written = 0
            return True

    def _make_room(self) -> None:
        files, now = sorted(self._files()), time.time_ns()
        held: Counter[str] = Counter()
        for _, size, path in files:
            held[path.name[:_OWNER]] += size
        excess = held.total() - self._limit * _KEEP
        # Sorted before, and this keeps the order otherwise.
        files.sort(key=lambda file: held[file[2].name[:_OWNER]] <= self._limit / 2)
        trouble = False
        for changed, size, path in files:
            if excess > 0 or (path.suffix == _BLOCK and changed < now):
                removed = self._removed(path)
                trouble = trouble or not removed
                excess -= size if removed else 0
        if not trouble:
            self._recover("a kept PDF cannot be removed")

    def _removed(self, path: Path) -> bool:
        try:
            path.unlink(missing_ok=True)  # another process may have deleted it
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
        """Log a fault of the folder, each kind once until it is over."""
        kind = (what, error.errno)
        if kind not in self._complained:
            self._complained.add(kind)
            log.warning(what, extra={"fields": {"reason": str(error)}})

    def _recover(self, what: str) -> None:
        if self._complained:
            self._complained = {kind for kind in self._complained if kind[0] != what}
