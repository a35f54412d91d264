"""Restoring a backup into an empty database, and telling how the copy differs from what was dumped."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pyrage import DecryptError, decrypt_io
from pyrage.x25519 import Identity

from app.backups import BackupError
from app.backups.manifest import Manifest, require_whole
from app.backups.pipes import running
from app.postgres.database import Database, Row, Transaction
from app.postgres.migrations import make_service_role


def restore(
    database: Database, url: str, path: Path, manifest: Manifest, identities: Sequence[Identity]
) -> None:
    """Fill the database with the dump that lies beside a manifest, in one transaction.

    `identities` are age's keys for one that is encrypted. Raise BackupError where the dump is not the one that was
    made, no key fits, or the database is not empty.
    """
    if manifest.is_encrypted and not identities:
        raise BackupError("The backup is encrypted: give the file of its key with --key.")
    dump = require_whole(path, manifest)
    (found,) = database.run_as_auditor(lambda tx: tx.all("backups.target"))
    if found["tables"]:
        raise BackupError("The database is not empty: restore into a new one.")
    make_service_role(url)
    _fill(url, dump, found["server_version"], identities if manifest.is_encrypted else ())
    database.refresh_statistics()


def _fill(url: str, dump: Path, server_version: int, identities: Sequence[Identity]) -> None:
    words = ("--enable-row-security", "--no-owner", "--exit-on-error", "--single-transaction")
    with (
        dump.open("rb") as file,
        running("pg_restore", server_version, url, *words, writes=False) as restored,
    ):
        if not identities:
            shutil.copyfileobj(file, restored)
            return
        try:
            decrypt_io(file, restored, list(identities))
        except DecryptError as error:
            raise BackupError(f"No key opens the backup: {error}.") from error


def unlike(tx: Transaction, manifest: Manifest) -> Iterator[str]:
    """Sentences about what a restored copy has otherwise than its manifest says."""
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
