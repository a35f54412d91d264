"""PDFs that were printed before, on disk, shared by all processes of the machine.

A file is named by what it was printed from, so none can be out of date. Whatever is wrong with the folder or a file
costs a printing, never a request.
"""

import hashlib
import logging
import os
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


class Cache:
    """A folder of PDFs; `limit` bytes of them, those that were not asked for the longest go first."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder = folder
        self._limit = limit
        self._lock = Lock()
        self._since = limit  # look at what is there with the first one that is written
        self._complained = False

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
            self._folder.mkdir(_PRIVATE_FOLDER, parents=True, exist_ok=True)
            self._require_private_folder()
            self._write(key, hashlib.sha256(pdf).digest() + pdf)
            if self._is_time_to_look(len(pdf) + _DIGEST):
                self._make_room()
        except OSError as error:
            self._complain(error)

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
        files = sorted(self._files())
        excess = sum(size for _, size, _ in files) - self._limit * _LEAVE
        for _, size, path in files:
            if excess <= 0:
                return
            # Another process may have been quicker.
            with suppress(FileNotFoundError):
                path.unlink()
            excess -= size

    def _files(self) -> Iterator[tuple[int, int, Path]]:
        for path in self._folder.iterdir():
            with suppress(FileNotFoundError):
                found = path.stat()
                yield found.st_mtime_ns, found.st_size, path

    def _complain(self, error: OSError) -> None:
        if not self._complained:
            self._complained = True
            log.warning("PDFs are not kept", extra={"fields": {"reason": str(error)}})
