"""Manifests of dumps: the file, its SHA-256, and the facts that a restored copy must match."""

import hashlib
import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app.backups import BackupError
from app.wire import camel

ENDING = ".json"
_PIECE = 1024 * 1024
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Manifest:
    """`file` lies beside the manifest and has so many `bytes`; `sha256` is its hash in hexadecimal digits.

    `made_at` is ISO 8601, UTC. `server_version` is PostgreSQL's number, 180004 for 18.4; `migrations` are the versions
    that were applied, `tables` the number of rows of each table, `organizations` the slugs of all.
    """

    made_at: str
    service_version: str
    server_version: int
    file: str
    bytes: int
    sha256: str
    is_encrypted: bool
    migrations: list[str]
    tables: dict[str, int]
    organizations: list[str]

    def text(self) -> str:
        """The manifest as JSON."""
        told = {camel(name): value for name, value in asdict(self).items()}
        return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def size_of_last(folder: Path) -> int | None:
    """Return the bytes of the last dump of a folder whose manifest can be read; None if there is none."""
    for path in sorted(folder.glob(f"invoicing-*{ENDING}"), reverse=True):
        with suppress(BackupError):
            return read_manifest(path).bytes
    return None


def read_manifest(path: Path) -> Manifest:
    """Read a manifest. Raise BackupError if the file is not one."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        manifest = Manifest(**{name: told[camel(name)] for name in Manifest.__dataclass_fields__})
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise BackupError(f"{path} is no manifest of a backup.") from error
    if not _is_sound(manifest):
        raise BackupError(f"{path} is no manifest of a backup.")
    return manifest


def _is_sound(manifest: Manifest) -> bool:
    texts: tuple[Any, ...] = (manifest.file, manifest.sha256, *manifest.migrations, *manifest.organizations)
    return (
        all(isinstance(text, str) for text in texts)
        and manifest.file == Path(manifest.file).name
        and _HASH.fullmatch(manifest.sha256) is not None
        and isinstance(manifest.tables, dict)
        and all(isinstance(rows, int) for rows in manifest.tables.values())
    )


def require_whole(path: Path, manifest: Manifest, advance: Callable[[int], object]) -> Path:
    """Return the dump that lies beside a manifest. Raise BackupError if its size or hash is another than the
    manifest's.

    `advance` is called with the number of further bytes that were read.
    """
    dump = path.parent / manifest.file
    found, size = hashlib.sha256(), 0
    try:
        with dump.open("rb") as file:
            while piece := file.read(_PIECE):
                found.update(piece)
                size += len(piece)
                advance(len(piece))
    except OSError as error:
        raise BackupError(f"{dump} cannot be read: {error.strerror}.") from error
    if size != manifest.bytes:
        raise BackupError(f"{dump} has {size:,} bytes where the manifest says {manifest.bytes:,}.")
    if found.hexdigest() != manifest.sha256:
        raise BackupError(f"{dump} was altered: its SHA-256 is {found.hexdigest()}.")
    return dump
