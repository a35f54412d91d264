"""The counts of requests: a table of fixed size in memory that all workers of a machine share."""

import fcntl
import mmap
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from tempfile import mkstemp
from threading import Lock
from time import monotonic_ns
from weakref import finalize

from app.limits.rates import Rate

# A caller's set has four adjacent entries. Each entry is a mark, half of the caller's hash, and a TAT of `rates`.
_WAYS = 4
_WORDS = 2 * _WAYS
_SETS = 16_384
_HEAD = 64  # bytes, which hold the key of the hash
SIZE = _HEAD + _SETS * _WORDS * 8
_PAIR = Struct("=Qq")

#: A rate, and the key of the caller that is counted by it.
Claim = tuple[Rate, bytes]


class RateTable:
    """Counts exactly, under a file lock that the kernel releases when a worker dies.

    It always takes one MiB. A keyed hash selects a caller's set, so callers cannot choose to share one. Where a set
    is full, the caller that has used the least of its quota loses its entry. A caller that has sent nothing lately
    needs no entry.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        """descriptor: an open file that processes share; None for a file of this table alone."""
        self._descriptor = descriptor if descriptor is not None else _own_file()
        if descriptor is None:
            finalize(self, os.close, self._descriptor)
        self._threads = Lock()  # the file lock excludes other processes, not threads
        with self._locked():
            self._cells = self._mapped()

    def _mapped(self) -> memoryview:
        if os.fstat(self._descriptor).st_size < SIZE:
            os.pwrite(self._descriptor, os.urandom(_HEAD), 0)
            os.ftruncate(self._descriptor, SIZE)
        mapped = mmap.mmap(self._descriptor, SIZE)
        self._hash = blake2b(key=mapped[:_HEAD], digest_size=_PAIR.size)
        return memoryview(mapped)[_HEAD:].cast("q")

    def take(self, claims: Sequence[Claim], now: int | None = None) -> tuple[Rate | None, int, int]:
        """Count one request by all claims, or by none of them if one refuses.

        Return the first rate that refuses, or None; the TAT of its claim, or of the first claim; and the time.
        now: nanoseconds of the monotonic clock; None for the present.
        """
        places = [self._place(key) for _, key in claims]
        with self._locked():
            return self._count(claims, places, monotonic_ns() if now is None else now)

    def ahead(self, key: bytes, now: int | None = None) -> int:
        """Return by how many nanoseconds a caller's TAT is ahead of `now`, 0 where it is not."""
        return self.move(key, 0, now)

    def move(self, key: bytes, nanoseconds: int, now: int | None = None) -> int:
        """Move a caller's TAT on, however far; return by how much it is ahead of `now` then."""
        first, mark = self._place(key)
        with self._locked():
            present = monotonic_ns() if now is None else now
            at = self._entry(first, mark)
            tat = self._cells[at + 1] if self._cells[at] == mark else 0
            if nanoseconds:
                tat = max(tat, present) + nanoseconds
                self._cells[at], self._cells[at + 1] = mark, tat
            return max(0, tat - present)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with self._threads:
            fcntl.lockf(self._descriptor, fcntl.LOCK_EX, _HEAD)
            try:
                yield
            finally:
                fcntl.lockf(self._descriptor, fcntl.LOCK_UN, _HEAD)

    def _place(self, key: bytes) -> tuple[int, int]:
        """Return the first place of a caller's set, and the caller's mark."""
        hashed = self._hash.copy()
        hashed.update(key)
        number, mark = _PAIR.unpack(hashed.digest())
        return number % _SETS * _WORDS, mark

    def _count(
        self, claims: Sequence[Claim], places: Sequence[tuple[int, int]], now: int
    ) -> tuple[Rate | None, int, int]:
        cells = self._cells
        entries = [self._entry(first, mark) for first, mark in places]
        after = []
        for (rate, _), (_, mark), at in zip(claims, places, entries, strict=True):
            tat = cells[at + 1] if cells[at] == mark else 0
            new_tat = rate.after(tat, now)
            if not rate.allows(new_tat, now):
                return rate, tat, now
            after.append(new_tat)
        for (_, mark), at, new_tat in zip(places, entries, after, strict=True):
            cells[at], cells[at + 1] = mark, new_tat
        return None, after[0], now

    def _entry(self, first: int, mark: int) -> int:
        """Return the place of a caller's entry, or of the entry that it replaces."""
        cells = self._cells
        found = first
        for at in range(first, first + _WORDS, 2):
            if cells[at] == mark:
                return at
            if cells[at + 1] < cells[found + 1]:
                found = at
        return found


def _own_file() -> int:
    descriptor, name = mkstemp(prefix="gst-rates-")
    Path(name).unlink()
    return descriptor
