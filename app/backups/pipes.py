"""Runs of pg_dump and pg_restore through pipes, and their error messages."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from subprocess import PIPE, Popen
from tempfile import TemporaryFile
from typing import IO

from app.backups import BackupError
from app.embedded.server import program
from app.postgres.programs import NoProgramError, find_program, invocation

_TOLD = 5


@contextmanager
def running(name: str, server_version: int, url: str, *words: str, writes: bool) -> Iterator[IO[bytes]]:
    """Run a program on a database; yield what it `writes`, else what it reads from.

    Raise BackupError with the last lines of its complaint where it fails, also for what the block raised then: a pipe
    breaks because of it.
    """
    try:
        path = find_program(name, server_version, [program(name)])
    except NoProgramError as error:
        raise BackupError(str(error)) from error
    command, environment = invocation(path, url, *words)
    pipes = {"stdout": PIPE} if writes else {"stdin": PIPE}
    with TemporaryFile() as complaint:
        # The program was found above; what comes from outside is the URL of the operator's own settings.
        with Popen(command, env=environment, stderr=complaint, **pipes) as process:  # type: ignore[call-overload] # noqa: S603
            broken = None
            try:
                yield process.stdout if writes else process.stdin
            except OSError as error:
                broken = error
            except BaseException:
                process.kill()
                raise
            if process.stdin:
                with suppress(BrokenPipeError):
                    process.stdin.close()
        if process.returncode or broken:
            complaint.seek(0)
            said = complaint.read().decode(errors="replace").strip().splitlines()[-_TOLD:]
            raise BackupError(f"{name} failed: " + ("\n".join(said) or str(broken))) from broken
