"""The deliverer that `serve` runs beside the service: started again where it ends by itself."""

import os
import subprocess
import sys
import time

import click

from app.config import ROOT

# Seconds until it is started again: twice as many each time, and the first again once it has run for the longest.
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0


class DelivererProcess:
    """A process of `python -m app deliver`, for the database of a URL whose user owns the tables."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._pause = FIRST_PAUSE
        self._again_at: float | None = None
        self._start()

    def keep(self) -> None:
        """Start it again if it has ended and its pause is over; to be called again and again."""
        now = time.monotonic()
        if self._again_at is not None:
            if now >= self._again_at:
                self._start()
        elif self._process.poll() is not None:
            if now - self._began > LONGEST_PAUSE:
                self._pause = FIRST_PAUSE
            click.echo(
                f"The deliverer has ended (status {self._process.returncode}); it is started again in "
                f"{self._pause:g} s.",
                err=True,
            )
            self._again_at = now + self._pause
            self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def stop(self) -> None:
        """Let it finish deliveries under way, and wait for its end."""
        self._process.terminate()
        self._process.wait()

    def _start(self) -> None:
        self._again_at, self._began = None, time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app", "deliver"],
            cwd=ROOT,
            env=os.environ | {"DATABASE_URL": self._url, "STOP_WITH_PARENT": str(os.getpid())},
            stdin=subprocess.DEVNULL,
            # Ctrl-C goes to the whole process group.
            start_new_session=True,
        )
