"""`backup`, `restore` and `backup-key`."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
from pyrage import IdentityError, RecipientError
from pyrage.x25519 import Identity, Recipient

from app.backups.dumping import NOT_ONE_SERVER, make_backup
from app.backups.files import new_private_file
from app.backups.manifest import Manifest, read_manifest, size_of_last
from app.backups.restoring import fill, require_fillable, unlike
from app.ledgers.reconciliation import LOOKS
from app.operators.arguments import Argument
from app.operators.check import past_the_trail, refuse_copies
from app.operators.progress import counted, progress
from app.operators.session import current_database, enter, json_option, owner_url, settings, show
from app.postgres.database import Database, Row, Transaction
from app.trail import seals

NOT_POOLED = (
    "Backups need a session of their own: name PostgreSQL itself in DATABASE_URL, without DATABASE_POOLER."
)


def _recipient(value: str) -> Recipient:
    try:
        return Recipient.from_str(value.strip())
    except RecipientError as error:
        raise ValueError(f"{value} is no public key of age: age1 and 58 more characters.") from error


def _key_file(value: str) -> list[Identity]:
    try:
        lines = Path(value).read_text(encoding="utf-8").splitlines()
        keys = [
            Identity.from_str(line.strip()) for line in lines if line.strip() and not line.startswith("#")
        ]
    except OSError as error:
        raise ValueError(f"{value} cannot be read: {error.strerror}.") from error
    except (IdentityError, UnicodeDecodeError) as error:
        raise ValueError(f"{value} is no file of a key that age or backup-key made.") from error
    if not keys:
        raise ValueError(f"{value} has no key.")
    return keys


# The checks of each organization of a copy.
_LOOKS = (*LOOKS, past_the_trail, seals.faults)
_FOLDER = click.Path(exists=True, file_okay=False, writable=True, path_type=Path)
_FILE = click.Path(path_type=Path)


def _refuse_pooler() -> None:
    if settings().distributed:
        raise click.ClickException(NOT_ONE_SERVER)
    if settings().pooled:
        raise click.ClickException(NOT_POOLED)


@click.command()
@click.option("--to", "folder", type=_FOLDER, required=True, help="The folder for the dump and its manifest.")
@click.option(
    "--for",
    "recipients",
    type=Argument("public key", _recipient),
    multiple=True,
    help="Encrypt it for this key of backup-key; may be repeated.",
)
@json_option
def backup(folder: Path, recipients: tuple[Recipient, ...], as_json: bool) -> None:
    """Dump the whole database while the service runs.

    Beside the dump lies a manifest of what is in it, which `restore` takes.
    """
    _refuse_pooler()
    # The size of the last dump is the only estimate of the size of this one.
    last = size_of_last(folder)
    bar = progress("Dumping", last) if last else progress("Dumping", unit="bytes")
    with current_database() as (url, opened), bar as advance:
        path = make_backup(opened, url, folder, recipients, advance)
        manifest = read_manifest(path)
        if last:
            advance(last - manifest.bytes)
    sentence = (
        f"{path.parent / manifest.file}: {manifest.bytes:,} bytes, {len(manifest.organizations)} organizations, "
        f"{sum(manifest.tables.values()):,} rows\n{path}"
    )
    told = {"manifest": str(path), "dump": str(path.parent / manifest.file), "bytes": manifest.bytes}
    show(told, sentence, as_json=as_json)


@click.command("restore")
@click.option("--from", "path", type=_FILE, required=True, help="The manifest beside the dump.")
@click.option("--key", "identities", type=Argument("file", _key_file), help="The file of the key.")
@json_option
@click.pass_context
def restore_command(
    context: click.Context, path: Path, identities: list[Identity] | None, as_json: bool
) -> None:
    """Fill an empty database with a backup, and check it.

    Status 1 where the copy differs from the original.
    """
    _refuse_pooler()
    manifest = read_manifest(path)
    with owner_url() as url, closing(Database(url, pool_size=1)) as opened:
        with progress("Reading the dump", manifest.bytes) as advance:
            dump = require_fillable(opened, path, manifest, identities or (), advance)
        with progress("Restoring", manifest.bytes) as advance:
            fill(opened, url, dump, manifest, identities or (), advance)
        found = opened.run_as_auditor(lambda tx: list(_faults(tx, manifest)))
    for sentence in found:
        show({"fault": sentence}, sentence, as_json=as_json)
    if found:
        context.exit(1)
    rows, count = sum(manifest.tables.values()), len(manifest.organizations)
    told = {"rows": rows, "organizations": count, "migrations": manifest.migrations[-1]}
    sentence = (
        f"Restored {rows:,} rows. The books of {count} organizations tie, every row is what the trail says, "
        "and all seals hold."
    )
    show(told, sentence, as_json=as_json)


def _faults(tx: Transaction, manifest: Manifest) -> Iterator[str]:
    yield from unlike(tx, manifest)
    organizations = tx.all("backups.organizations")
    with progress("Checking the copy", len(organizations) * len(_LOOKS)) as advance:
        for organization in organizations:
            enter(tx, organization["id"])
            refuse_copies(tx)
            for look in counted(_LOOKS, advance):
                yield from (f"{organization['slug']}: {_sentence(row)}" for row in look(tx))


def _sentence(row: Row) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.items())


@click.command("backup-key")
@click.argument("path", type=_FILE)
@json_option
def backup_key(path: Path, as_json: bool) -> None:
    """Make a key for backups.

    Its secret half, for `restore --key`, goes into the new file PATH. Its public half, for `backup --for`, is printed.
    """
    key = Identity.generate()
    public = str(key.to_public())
    with new_private_file(path) as file:
        file.write(f"# public key: {public}\n{key}\n".encode())
    show({"publicKey": public, "file": str(path)}, public, as_json=as_json)
