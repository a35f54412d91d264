"""Where requests are counted: a table of fixed size in memory that all workers of a machine share."""

import fcntl
import mmap
import os
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from tempfile import mkstemp
from threading import Lock
from time import monotonic_ns
from weakref import finalize

from app.limits.rates import Rate

# A caller's places: four entries side by side, each a mark of whose it is and the moment of `rates`.
_WAYS = 4
_WORDS = 2 * _WAYS
_SETS = 16_384
_HEAD = 64  # bytes; the key of the hash stands in them
SIZE = _HEAD + _SETS * _WORDS * 8
_PAIR = Struct("=Qq")

#: A rate, and who is counted by it.
Claim = tuple[Rate, bytes]


class Table:
    """Counts exactly: a lock of the kernel's, which a dying worker cannot keep, stands around each look.

    It is one MiB whatever comes. A caller's place is found by a keyed hash, so nobody can choose to share one. Where a
    fifth caller needs one of four places, the caller who has used the least is forgotten; who has used nothing
    lately needs none.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        """In the open file of a descriptor, which other processes may have too, or in one of its own."""
        self._descriptor = descriptor if descriptor is not None else _own_file()
        if descriptor is None:
            finalize(self, os.close, self._descriptor)
        self._threads = Lock()  # the kernel's lock tells processes apart, not threads
        with self._threads:
            fcntl.lockf(self._descriptor, fcntl.LOCK_EX, _HEAD)
            try:
                self._cells = self._mapped()
            finally:
                fcntl.lockf(self._descriptor, fcntl.LOCK_UN, _HEAD)

    def _mapped(self) -> memoryview:
        if os.fstat(self._descriptor).st_size < SIZE:
            os.pwrite(self._descriptor, os.urandom(_HEAD), 0)
            os.ftruncate(self._descriptor, SIZE)
        mapped = mmap.mmap(self._descriptor, SIZE)
        self._hash = blake2b(key=mapped[:_HEAD], digest_size=_PAIR.size)
        return memoryview(mapped)[_HEAD:].cast("q")

    def take(self, claims: Sequence[Claim], now: int | None = None) -> tuple[Rate | None, int, int]:
        """Count one request by all claims, or by none: answer the first rate that refuses it, if one does.

        With it come the moment (of `rates`) of that claim, or of the first one, and what time it is.
        """
        places = [self._place(who) for _, who in claims]
        with self._threads:
            fcntl.lockf(self._descriptor, fcntl.LOCK_EX, _HEAD)
            try:
                return self._count(claims, places, monotonic_ns() if now is None else now)
            finally:
                fcntl.lockf(self._descriptor, fcntl.LOCK_UN, _HEAD)

    def _place(self, who: bytes) -> tuple[int, int]:
        hashed = self._hash.copy()
        hashed.update(who)
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
            moment = rate.after(tat, now)
            if not rate.allows(moment, now):
                return rate, tat, now
            after.append(moment)
        for (_, mark), at, moment in zip(places, entries, after, strict=True):
            cells[at], cells[at + 1] = mark, moment
        return None, after[0], now

    def _entry(self, first: int, mark: int) -> int:
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
