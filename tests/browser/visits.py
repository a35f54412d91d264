"""A fresh service with a demonstration, and a browser at its pages."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.config import ROOT
from app.operators.demo import DEMO_EMAIL, ensure_demo
from tests.browser.page import BROWSER, DRIVER, PATIENCE, Page, browsing
from tests.conftest import fresh_database
from tests.operators.commands import Operator
from tests.reliability.raw import serving

NEEDS_A_BROWSER = [
    pytest.mark.skipif(os.environ.get("BROWSER") != "on", reason="takes half a minute: make browser"),
    pytest.mark.skipif(
        not (BROWSER and DRIVER), reason="no browser: install Debian's chromium and chromium-driver"
    ),
]


@dataclass(frozen=True)
class Visit:
    """A fresh service, a browser at its page, and what the newcomer was told."""

    page: Page
    url: str
    token: str
    password: str
    downloads: Path

    def passes(self, hours: int) -> None:
        """Age the tokens of the demonstration's user by some hours."""
        Operator(self.url).change("logins.age_tokens_of", email=DEMO_EMAIL, seconds=hours * 3600)

    def downloaded(self) -> bytes:
        """The one file that was downloaded, once it is whole."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = list(self.downloads.glob("*"))
            if len(found) == 1 and found[0].suffix not in (".crdownload", ".tmp"):
                return found[0].read_bytes()
            time.sleep(0.05)
        raise AssertionError("nothing was downloaded")


@contextmanager
def visiting(server_url: str, name: str, folder: Path) -> Iterator[Visit]:
    """Serve a demonstration from a database of that name, and open a browser; both leave their files in the folder."""
    pictures = ROOT / "docs" / "pictures" if os.environ.get("PICTURES") == "on" else None
    for url in fresh_database(server_url, name):
        token = ensure_demo(url, folder / "demo-token")
        assert token
        password = str(Operator(url).make("demo")["password"])
        # As `make run` tells it.
        more = {"DEMO_TOKEN": token, "PDF_CACHE": str(folder / "pdf-cache"), "WEB_CONCURRENCY": "1"}
        with serving(url, **more) as server, browsing(folder) as driver:
            page = Page(driver, f"http://127.0.0.1:{server.address[1]}", pictures)
            yield Visit(page, url, token, password, folder / "downloads")
