"""No text of a user and no template opens a file, reaches the network, or becomes anything but words on the page."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pypdf
import pytest

from app.config import ROOT
from app.printing.content.paper import Paper
from app.printing.pdf import rendering
from tests.reliability.sizes import FULL
from tests.unit.hostile_papers import TEMPLATES, TEXTS

pytestmark = pytest.mark.slow

ROUNDS = len(TEXTS) if FULL else 4


@pytest.fixture(scope="module")
def outcome() -> Iterator[dict[str, Any]]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "tests.unit.hostile_papers", str(port), str(ROUNDS)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            check=True,
        )
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()
        yield json.loads(done.stdout)


def test_nothing_is_asked_of_the_operating_system(outcome: dict[str, Any]) -> None:
    assert len(TEXTS) >= 40
    assert len(TEMPLATES) >= 40
    assert outcome["asked"] == []


def test_no_text_of_a_user_hinders_printing(outcome: dict[str, Any]) -> None:
    assert len(outcome["texts"]) >= 2 * ROUNDS
    assert set(outcome["texts"]) == {"%PDF-"}


def test_what_refers_to_something_outside_is_a_fault_that_names_it(outcome: dict[str, Any]) -> None:
    said = outcome["templates"]
    assert "not '/etc/passwd'" in said["<img src='/etc/passwd'>"]
    assert "not 'app/config.py'" in said["<style>@import 'app/config.py';</style>"]
    assert said["{% include '/etc/passwd' %}"] == "There is no part '/etc/passwd' to include."


def test_no_template_leaves_the_sandbox(outcome: dict[str, Any]) -> None:
    leaving = {
        html: said for html, said in outcome["templates"].items() if "__" in html and html.startswith("{{")
    }
    assert len(leaving) > 9
    assert all(not said.startswith("%PDF-") for said in leaving.values())


@pytest.mark.parametrize("text", [text for text in TEXTS if text.isascii() and text.isprintable()])
def test_a_text_is_printed_as_it_is(text: str) -> None:
    rendering.warm_up()
    html = '<table><tr><td>{{ text }}</td></tr></table><p title="{{ text }}">{{ text }}</p>'
    pdf = pypdf.PdfReader(BytesIO(rendering.render(Paper("invoice", text, {"text": text}, html))))
    words = "".join(pdf.pages[0].extract_text().split())
    assert words == 2 * "".join(text.split())
    assert pdf.metadata is not None
    assert pdf.metadata.title == text.strip()
    assert "/Annots" not in pdf.pages[0]
    assert len(pdf.pages) == 1
