"""Facts of this machine: packages, free space, open files, backups."""

import resource
import shutil
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from zoneinfo import ZoneInfo

from app.backups import BackupError
from app.backups.manifest import ENDING, read_manifest
from app.config import ROOT
from app.doctor.machine_findings import Backup, DiskSpace

_PINS = ROOT / "requirements" / "service.txt"
_FIXED = ROOT / "requirements" / "postgresql-fixed.txt"


def pins() -> str | None:
    """Return the text of the pinned packages; None if the file is missing."""
    return _text(_PINS)


def fixed_releases() -> str:
    """Return the text that names the releases of PostgreSQL without known faults; "" if the file is missing."""
    return _text(_FIXED) or ""


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return None


def installed(names: Iterable[str]) -> dict[str, str]:
    """name -> version, of those packages that are installed."""
    found = {}
    for name in names:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def place(name: str, path: Path, wanted: int = 0) -> DiskSpace:
    """Return a folder with the free space of its disk; the folder may not exist yet."""
    there = next(parent for parent in (path, *path.parents) if parent.exists())
    return DiskSpace(name, path, shutil.disk_usage(there).free, wanted)


def open_files() -> int:
    """Return the soft limit of open files of this process."""
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def knows_time_zones() -> bool:
    """Return whether the data of time zones is there, of this machine or of a package."""
    try:
        ZoneInfo("Asia/Kolkata")
    except (LookupError, OSError):
        return False
    return True


def time_zone() -> str:
    """Return the name of this machine's time zone."""
    return datetime.now(UTC).astimezone().tzname() or "unknown"


def backups(folder: Path) -> tuple[list[Backup], list[Path]]:
    """Return the backups in a folder, and the files that are named like manifests and are none."""
    known, unreadable = [], []
    for path in sorted(folder.glob(f"invoicing-*{ENDING}")):
        try:
            known.append(_backup(path))
        except (BackupError, ValueError):
            unreadable.append(path)
    return known, unreadable


def _backup(path: Path) -> Backup:
    manifest = read_manifest(path)
    made_at = datetime.fromisoformat(manifest.made_at)
    try:
        found = (path.parent / manifest.file).stat().st_size
    except OSError:
        found = None
    return Backup(path, made_at if made_at.tzinfo else made_at.replace(tzinfo=UTC), manifest.bytes, found)
