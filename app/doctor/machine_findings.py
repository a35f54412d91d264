"""This machine: free space, open files, and the backups that lie on it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from app.doctor.findings import Finding, fault, look, ok, size

# Each worker takes that many connections of clients, and a hundred or so files beside them and those to PostgreSQL.
CLIENTS, FILES_BESIDE = 1_000, 100
_LEAST_FREE, _FEW_FREE = 200_000_000, 1_000_000_000  # bytes
_OLD, _TOO_OLD = timedelta(hours=26), timedelta(days=7)


@dataclass(frozen=True)
class DiskSpace:
    """A folder on a disk with so many bytes free; `wanted` more may be written there."""

    name: str
    path: Path
    free: int
    wanted: int = 0


@dataclass(frozen=True)
class Backup:
    """A dump as its manifest describes it.

    `bytes` is the size in the manifest, `found` the size of the file on disk, None if it is missing.
    """

    path: Path
    made_at: datetime
    bytes: int
    found: int | None


def space(place: DiskSpace) -> Finding:
    """Judge the free space of a place."""
    told = f"{place.name} ({place.path}): {size(place.free)} are free"
    if place.free < _LEAST_FREE:
        return fault("disk", f"{told}.", "make room, or move it to a larger disk")
    if place.free < max(_FEW_FREE, place.wanted):
        wanted = f", and {size(place.wanted)} may be wanted" if place.wanted > place.free else ""
        return look("disk", f"{told}{wanted}.", "make room, or move it to a larger disk")
    return ok("disk", f"{told}.")


def open_files(most: int, pool_size: int) -> Finding:
    """Judge the files that a process may have open by what a worker needs."""
    need = CLIENTS + pool_size + FILES_BESIDE
    told = f"A process started from here may open {most:,} files; a worker needs up to {need:,}."
    if most < need:
        return look("files", told, "raise it (ulimit -n, LimitNOFILE of systemd)")
    return ok("files", told)


def backups(
    folder: Path | None, known: Sequence[Backup], unreadable: Sequence[Path], now: datetime
) -> list[Finding]:
    """Judge the backups of a folder, None where nobody named one. `unreadable` look like manifests and are none."""
    if folder is None:
        return [
            look("backups", "Nobody has said where they are.", "doctor --backups FOLDER looks at their age")
        ]
    found = [
        look("backups", f"{path} is no manifest of a backup.", "remove it, or look at what wrote it")
        for path in unreadable
    ]
    if not known:
        return [
            *found,
            fault("backups", f"There is none in {folder}.", f"run backup --to {folder} from a timer"),
        ]
    last = max(known, key=lambda backup: backup.made_at)
    found += [
        fault("backups", f"{backup.path} has lost its dump, or a part of it.", "take another backup")
        for backup in known
        if backup.found != backup.bytes
    ]
    return [*found, _age(last, now, len(known))]


def _age(last: Backup, now: datetime, count: int) -> Finding:
    age = now - last.made_at
    told = f"The last of {count} is {_said(age)} old and has {size(last.bytes)} ({last.path})."
    if age > _TOO_OLD:
        return fault("backups", told, "take one now, and find out why the timer does not")
    if age > _OLD:
        return look("backups", told, "take one each day")
    return ok("backups", told)


def _said(age: timedelta) -> str:
    hours = age.total_seconds() / 3600
    return f"{hours:.0f} hours" if hours < 48 else f"{age.days} days"  # noqa: PLR2004 - two days
