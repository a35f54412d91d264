"""Restores of a backup into an empty database, and the comparison of the copy with the manifest."""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, BinaryIO

from pyrage import DecryptError, decrypt_io
from pyrage.x25519 import Identity

from app.backups import BackupError
from app.backups.manifest import Manifest, require_whole
from app.backups.pipes import running
from app.postgres.database import Database, Row, Transaction
from app.postgres.migrations import make_service_role


class _Watched:
    """A file that is read; `advance` is called with the bytes of each piece."""

    def __init__(self, file: BinaryIO, advance: Callable[[int], object]) -> None:
        self._file = file
        self._advance = advance

    def read(self, size: int = -1) -> bytes:
        piece = self._file.read(size)
        self._advance(len(piece))
        return piece


def require_fillable(
    database: Database,
    path: Path,
    manifest: Manifest,
    identities: Sequence[Identity],
    advance: Callable[[int], object],
) -> Path:
    """Return the dump that lies beside a manifest. Raise BackupError if it cannot be restored.

    That is so if it is encrypted and there are no `identities` (age's keys), if it differs from the manifest, or if the
    database is not empty. `advance` is called with the number of further bytes of it that were read.
    """
    if manifest.is_encrypted and not identities:
        raise BackupError("The backup is encrypted: give the file of its key with --key.")
    dump = require_whole(path, manifest, advance)
    if _target(database)["tables"]:
        raise BackupError("The database is not empty: restore into a new one.")
    return dump


def _target(database: Database) -> Row:
    (found,) = database.run_as_auditor(lambda tx: tx.all("backups.target"))
    return found


def fill(
    database: Database,
    url: str,
    dump: Path,
    manifest: Manifest,
    identities: Sequence[Identity],
    advance: Callable[[int], object],
) -> None:
    """Fill an empty database with a dump, in one transaction. Raise BackupError if no key fits.

    `advance` is called with the number of further bytes of the dump; indexes are made after the last of them.
    """
    make_service_role(url)
    server_version = _target(database)["server_version"]
    words = ("--enable-row-security", "--no-owner", "--exit-on-error", "--single-transaction")
    with (
        dump.open("rb") as file,
        running("pg_restore", server_version, url, *words, writes=False) as restored,
    ):
        _pour(_Watched(file, advance), restored, identities if manifest.is_encrypted else ())
    database.refresh_statistics()


def _pour(dump: _Watched, restored: IO[bytes], identities: Sequence[Identity]) -> None:
    if not identities:
        shutil.copyfileobj(dump, restored)
    else:
        try:
            decrypt_io(dump, restored, list(identities))
        except DecryptError as error:
            raise BackupError(f"No key opens the backup: {error}.") from error


def unlike(tx: Transaction, manifest: Manifest) -> Iterator[str]:
    """Return a sentence for each difference of a restored copy from its manifest."""
    migrations = [row["version"] for row in tx.all("backups.migrations")]
    if migrations != manifest.migrations:
        yield "The copy has other migrations than the original had."
    slugs = [row["slug"] for row in tx.all("backups.organizations")]
    if slugs != manifest.organizations:
        yield "The copy has other organizations than the original had."
    yield from _other_counts(manifest.tables, tx.all("backups.rows_of_tables"))


def _other_counts(expected: Mapping[str, int], found: Sequence[Row]) -> Iterator[str]:
    counted = {row["table_name"]: row["rows"] for row in found}
    for table in sorted(expected.keys() | counted.keys()):
        had, has = expected.get(table), counted.get(table)
        if had != has:
            yield f"{table} has {'no table' if has is None else has} where {had or 0} rows were dumped."
