"""`import`: load documents and records that were made elsewhere."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, Any

import click

from app.errors import faults_of
from app.identity import organizations
from app.importing.entries import Entry
from app.importing.file_kinds import FILE_KINDS
from app.importing.loading import Loaded, act_for_the_organization, load
from app.operators import arguments as a
from app.operators.progress import Advance, progress
from app.operators.session import database, enter, json_option, printing_results
from app.postgres.database import Transaction
from app.wire import to_json

# Files above this are kept on disk while their results wait for the commit.
_IN_MEMORY = 1 << 20
# From here on what is loaded may change which plans are good.
_MANY = 1_000


class _RolledBack(Exception):
    """The file was read to its end, and nothing of it is kept."""

    def __init__(self, loaded: Loaded) -> None:
        super().__init__()
        self.loaded = loaded


@click.command("import")
@click.argument("kind", type=click.Choice(list(FILE_KINDS)))
@click.argument("file", type=click.Path())
@a.org_option
@click.option("--strict", is_flag=True, help="Take what looks wrong for wrong.")
@click.option("--dry-run", is_flag=True, help="Check the file and load nothing.")
@json_option
@click.pass_context
def import_command(
    context: click.Context, *, kind: str, file: str, slug: str, strict: bool, dry_run: bool, as_json: bool
) -> None:
    """Load documents and records from a file.

    FILE has one JSON object a line (- is the standard input). It is loaded as a whole or not at all.

    A line that is not right is reported as FILE:LINE: field: message, and ends the program with status 2. One that
    looks wrong and is loaded is reported as FILE:LINE: field: warning: message; --strict refuses it.
    """
    with ExitStack() as stack:
        lines = stack.enter_context(_opened(file))
        results = stack.enter_context(tempfile.SpooledTemporaryFile(_IN_MEMORY))
        faults = stack.enter_context(tempfile.SpooledTemporaryFile(_IN_MEMORY))
        run = _Run(kind, file, slug, strict=strict, dry_run=dry_run)
        loaded = run.transaction(lines, results, faults)
        _copy(faults, sys.stderr.buffer)
        if loaded.bad:
            click.echo(f"Nothing was imported: {_count(loaded.bad, 'line')} not right.", err=True)
            context.exit(2)
        with printing_results():
            if as_json:
                _copy(results, sys.stdout.buffer)
            else:
                done = "Would import" if dry_run else "Imported"
                click.echo(f"{done} {_counted(loaded.good, kind)} into {slug}.")


class _Run:
    """Loads a file, again from its beginning where a deadlock ended the attempt before."""

    def __init__(self, kind: str, file: str, slug: str, *, strict: bool, dry_run: bool) -> None:
        self.kind = kind
        self.file = file
        self.slug = slug
        self.strict = strict
        self.dry_run = dry_run

    def transaction(self, lines: IO[bytes], results: IO[bytes], faults: IO[bytes]) -> Loaded:
        """Load the lines in one transaction, which is committed only if all of them are right."""

        def report(entry: Entry) -> None:
            if self.strict:
                entry.faults += faults_of(entry.warnings)
            if entry.is_good:
                results.write(self._result(entry))
            for field, message in entry.reported_faults:
                faults.write(self._line(entry, f"{field}: {message}"))
            for warning in [] if self.strict else entry.reported_warnings:
                faults.write(self._line(entry, f"{warning.field}: warning: {warning.message}"))

        def work(tx: Transaction) -> Loaded:
            for file in (lines, results, faults):
                file.seek(0)
            results.truncate()
            faults.truncate()
            enter(tx, organizations.find(tx, self.slug)["id"])
            act_for_the_organization(tx)
            with progress(f"Reading {self.kind}", _size(lines)) as advance:
                loaded = load(tx, FILE_KINDS[self.kind], _watched(lines, advance), report)
            if loaded.bad or self.dry_run:
                raise _RolledBack(loaded)
            return loaded

        with database() as opened:
            try:
                loaded = opened.run_as_owner(work)
            except _RolledBack as rolled_back:
                return rolled_back.loaded
            if loaded.good >= _MANY:
                opened.refresh_statistics()
            return loaded

    def _line(self, entry: Entry, text: str) -> bytes:
        # One line each, whatever stands in a name that was not found.
        return " ".join(f"{self.file}:{entry.line}: {text}".split()).encode(errors="replace") + b"\n"

    def _result(self, entry: Entry) -> bytes:
        result: dict[str, Any] = {"line": entry.line, **entry.result}
        if entry.warnings:
            result["warnings"] = [warning.on_the_wire for warning in entry.reported_warnings]
        if self.dry_run:
            result |= {"id": None, "dryRun": True}
        return to_json(result) + b"\n"


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    """Yield the file, to be read from its beginning more than once: the standard input and pipes are copied first."""
    with ExitStack() as stack:
        try:
            file = stack.enter_context(click.open_file(name, "rb"))
            if name == "-" or not file.seekable():
                copy = stack.enter_context(tempfile.TemporaryFile())
                shutil.copyfileobj(file, copy)
                file = copy
        except OSError as error:
            raise click.ClickException(f"{name} cannot be read: {error.strerror}.") from error
        yield file


def _size(file: IO[bytes]) -> int:
    size = file.seek(0, 2)
    file.seek(0)
    return size


def _watched(lines: IO[bytes], advance: Advance) -> Iterator[bytes]:
    for line in lines:
        yield line
        advance(len(line))


def _copy(spool: IO[bytes], stream: IO[bytes]) -> None:
    spool.seek(0)
    shutil.copyfileobj(spool, stream)
    stream.flush()


def _count(number: int, noun: str) -> str:
    return f"1 {noun} is" if number == 1 else f"{number} {noun}s are"


def _counted(number: int, kind: str) -> str:
    nouns = "stock lines" if kind == "stock" else kind.replace("-", " ")
    if number != 1:
        return f"{number} {nouns}"
    # Of payments made or received the first word is the one in the plural.
    return f"1 {nouns.replace('payments', 'payment').removesuffix('s')}"
