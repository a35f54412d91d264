"""`doctor`: the faults of the installation, with advice."""

import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click

from app import __version__
from app.config import Settings
from app.doctor import machine_facts, machine_findings, server_findings, setting_findings, version_findings
from app.doctor.findings import Finding, fault, look, ok
from app.embedded.server import EmbeddedDatabaseError, embedded_database
from app.environment import whole_number
from app.operators import session
from app.operators.progress import progress
from app.operators.session import json_option, show
from app.postgres.connection import is_readable
from app.postgres.inspection import Inspected, NotReachedError, inspect
from app.postgres.migrations import checksums


@click.command()
@click.option(
    "--backups",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where `backup` writes: look at their age too.",
)
@json_option
@click.pass_context
def doctor(context: click.Context, folder: Path | None, as_json: bool) -> None:
    """Tell what is wrong here, and what to do.

    Looks at versions, settings, the database, this machine and the backups, and changes nothing. Each line is `ok`,
    `look` (for an operator to decide) or `fault`; status 1 where there is a fault.
    """
    with progress("Looking"):
        found = [*_of_program(), *_of_database(), *_of_machine(), *_of_backups(folder)]
    for finding in found:
        show(asdict(finding), _line(finding), as_json=as_json)
    if any(finding.level == "fault" for finding in found):
        context.exit(1)


def _line(finding: Finding) -> str:
    advice = f" To do: {finding.advice}." if finding.advice else ""
    return f"{finding.level:<5}  {finding.subject:<11}  {finding.found}{advice}"


def _settings() -> Settings:
    """Return the settings, or the defaults if one of them is refused: the rest can be checked all the same."""
    try:
        return Settings.from_environment()
    except ValueError:
        return Settings(database_url=os.environ.get("DATABASE_URL") or None)


def _of_program() -> Iterator[Finding]:
    yield ok("program", f"Release {__version__}.")
    yield version_findings.python(sys.version_info[:2])
    pins = machine_facts.pins()
    yield version_findings.packages(pins, machine_facts.installed(version_findings.pinned_names(pins or "")))
    yield from setting_findings.judge(os.environ)
    yield from setting_findings.tracing(
        os.environ.get("OTEL_TRACES_EXPORTER"), lambda: bool(machine_facts.installed(["opentelemetry-sdk"]))
    )
    yield setting_findings.links(_settings().public_url)


def _of_database() -> Iterator[Finding]:
    url = _settings().database_url
    if url is None:
        yield from _of_embedded()
    elif is_readable(url):
        yield from _of_server(url, is_embedded=False)
    # A URL that cannot be read is among the findings on settings.


def _of_embedded() -> Iterator[Finding]:
    data = session.EMBEDDED / "data"
    if not data.exists():
        yield look("database", "There is no embedded database yet.", "make run makes it, or set DATABASE_URL")
        return
    yield machine_findings.space(machine_facts.place("The embedded PostgreSQL", data))
    try:
        with embedded_database(session.EMBEDDED) as url:
            yield from _of_server(url, is_embedded=True)
    except EmbeddedDatabaseError as error:
        yield fault("database", " ".join(str(error).split()), f"look at {session.EMBEDDED / 'log'}")


def _of_server(url: str, *, is_embedded: bool) -> Iterator[Finding]:
    try:
        found = inspect(url)
    except NotReachedError as error:
        advice = "see that DATABASE_URL is right, PostgreSQL runs, and its pg_hba.conf lets this login in"
        yield fault("database", f"It does not answer: {error}.", advice)
        return
    yield version_findings.postgresql(
        found.server["version"], machine_facts.fixed_releases(), is_embedded=is_embedded
    )
    yield server_findings.migrations(found.applied, checksums(), is_embedded=is_embedded)
    yield from server_findings.role(found.role, is_embedded=is_embedded)
    yield _connections(found)
    yield server_findings.encryption(
        is_local=found.is_local, is_encrypted=found.is_encrypted, sslmode=found.sslmode
    )
    yield server_findings.durability(found.server)
    yield server_findings.database_size(found.server)
    zones = (found.server["time_zone"], machine_facts.time_zone())
    yield server_findings.clock(found.seconds_ahead, found.uncertainty, zones)


def _connections(found: Inspected) -> Finding:
    settings = _settings()
    try:
        workers = whole_number(os.environ, "WEB_CONCURRENCY", min(2, os.cpu_count() or 1), 10_000)
    except ValueError:
        workers = 1
    return server_findings.connections(
        found.server, found.role, workers=workers, pool_size=settings.pool_size, pooled=settings.pooled
    )


def _of_machine() -> Iterator[Finding]:
    settings = _settings()
    yield from server_findings.zones(are_known=machine_facts.knows_time_zones())
    yield machine_findings.open_files(machine_facts.open_files(), settings.pool_size)
    if settings.pdf_cache:
        cache = machine_facts.place("The cache of PDFs", settings.pdf_cache, settings.pdf_cache_bytes)
        yield machine_findings.space(cache)


def _of_backups(folder: Path | None) -> Iterator[Finding]:
    known, unreadable = machine_facts.backups(folder) if folder else ([], [])
    yield from machine_findings.backups(folder, known, unreadable, datetime.now(UTC))
    if folder and folder.exists():
        # Room for one more, and for what the books have grown by.
        largest = max((backup.bytes for backup in known), default=0)
        yield machine_findings.space(
            machine_facts.place("The folder of the backups", folder.absolute(), 2 * largest)
        )
