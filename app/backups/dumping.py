"""Backups: pg_dump of one snapshot, and a manifest of the contents of that snapshot."""

import hashlib
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from pyrage import EncryptError, encrypt_io
from pyrage.x25519 import Recipient

from app import __version__
from app.backups import BackupError
from app.backups.files import new_private_file, settle, settle_folder
from app.backups.manifest import ENDING, Manifest
from app.backups.pipes import running
from app.postgres.database import Database, Row, Transaction

NOT_ONE_SERVER = (
    "The database lies on several servers, of which a dump shows no one moment: back up each node of the cluster, "
    "as docs/scaling.md says."
)


class _Hashing:
    """A file that is written, counted and hashed at once; `advance` is called with the bytes of each piece."""

    def __init__(self, file: BinaryIO, advance: Callable[[int], object]) -> None:
        self._file = file
        self._advance = advance
        self.hash = hashlib.sha256()
        self.size = 0

    def write(self, piece: bytes) -> int:
        self.hash.update(piece)
        self.size += len(piece)
        self._advance(len(piece))
        return self._file.write(piece)

    def flush(self) -> None:
        self._file.flush()


def make_backup(
    database: Database,
    url: str,
    folder: Path,
    recipients: Sequence[Recipient],
    advance: Callable[[int], object],
) -> Path:
    """Dump the database into a file of the folder, encrypted for age's `recipients` if there are any; return the
    manifest's path.

    `advance` is called with the number of new bytes of the dump. The manifest is written last: a dump without one is
    not whole. Raise BackupError, or OSError of the folder.
    """
    moment = datetime.now(UTC)
    name = f"invoicing-{moment:%Y%m%dT%H%M%S.%fZ}"
    dump = folder / (name + ".dump" + (".age" if recipients else ""))
    unfinished = dump.with_name(dump.name + ".part")

    def work(tx: Transaction) -> Manifest:
        (facts,) = tx.all("backups.snapshot")
        if facts["is_distributed"]:
            raise BackupError(NOT_ONE_SERVER)
        with new_private_file(unfinished) as file:
            written = _Hashing(file, advance)
            _dump(facts, url, written, recipients)
            settle(file)
        return _manifest(tx, moment, facts, dump, written, is_encrypted=bool(recipients))

    try:
        manifest = database.run_as_auditor(work)
        unfinished.rename(dump)
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()
    return _write(folder / (name + ENDING), manifest)


def _manifest(
    tx: Transaction, made_at: datetime, facts: Row, dump: Path, written: _Hashing, *, is_encrypted: bool
) -> Manifest:
    return Manifest(
        made_at=made_at.isoformat(timespec="seconds"),
        service_version=__version__,
        server_version=facts["server_version"],
        file=dump.name,
        bytes=written.size,
        sha256=written.hash.hexdigest(),
        is_encrypted=is_encrypted,
        migrations=[row["version"] for row in tx.all("backups.migrations")],
        tables={row["table_name"]: row["rows"] for row in tx.all("backups.rows_of_tables")},
        organizations=[row["slug"] for row in tx.all("backups.organizations")],
    )


def _dump(facts: Row, url: str, written: _Hashing, recipients: Sequence[Recipient]) -> None:
    # Row level security is forced, also on the owner, who may see every row by a policy.
    words = ("-Fc", "--enable-row-security", f"--snapshot={facts['snapshot']}")
    with running("pg_dump", facts["server_version"], url, *words, writes=True) as dumped:
        if not recipients:
            shutil.copyfileobj(dumped, written)
            return
        try:
            encrypt_io(dumped, written, list(recipients))
        except EncryptError as error:
            raise BackupError(f"The dump cannot be encrypted: {error}.") from error


def _write(path: Path, manifest: Manifest) -> Path:
    """Write the manifest so that it is there whole or not at all, also after a power failure."""
    unfinished = path.with_name(path.name + ".part")
    with new_private_file(unfinished) as file:
        file.write(manifest.text().encode())
        settle(file)
    unfinished.rename(path)
    settle_folder(path.parent)
    return path
