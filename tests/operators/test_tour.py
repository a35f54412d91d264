"""The commands of the README, the tour and the recipes, run as they are written beside a service just started."""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from app.config import ROOT
from tests.checkout import PATIENCE, Checkout

BASH = shutil.which("bash")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (BASH and shutil.which("curl")), reason="the documents use bash and curl"),
]
# What a paragraph of commands begins with. Every other indented paragraph shows output.
_COMMANDS = re.compile(r"(api|app|curl|get)\b|[A-Z]+=")
# Entered by the reader: what a command printed before.
_AS_PRINTED = re.compile(r"(\w+)=([a-z]{3}_)\S+ +# as printed")
# What differs from run to run, in text that `re.escape` has escaped: whole ids, the beginnings of ids and tokens,
# times, the name of a draft, what is left out.
_VARIES = re.compile(
    r"(?P<id>[a-z]{2,3}_[0-9A-Z]{26})|(?P<kind>[a-z]{3}_)\w{8}…"
    r"|\d{4}\\-\d\d\\-\d\dT[\d:]+\\\.\d+Z|(?<=DRAFT\\-)\w{8}|…"
)


@dataclass
class Step:
    """A paragraph of commands, and the output that is shown below it."""

    commands: str
    shown: str = ""
    printed: str = ""


@dataclass
class Document:
    """The steps of a document after `make run`, whose output is that of the first step."""

    path: Path
    steps: list[Step] = field(default_factory=lambda: [Step("")])

    @classmethod
    def read(cls, path: Path) -> "Document":
        """Take the indented paragraphs of a document as steps."""
        document = cls(path)
        paragraphs = re.findall(r"(?:^    .*\n)+", path.read_text(), re.MULTILINE)
        started = next(place for place, text in enumerate(paragraphs) if "make run" in text)
        for text in paragraphs[started + 1 :]:
            lines = re.sub(r"^    ", "", text, flags=re.MULTILINE)
            if _COMMANDS.match(lines):
                document.steps.append(Step(lines))
            else:
                document.steps[-1].shown += lines
        return document

    def run(self, checkout: Checkout) -> None:
        """Run all commands in one shell in the folder of the checkout."""
        files = [checkout.root / f"{self.path.stem}-{place:02}" for place in range(len(self.steps))]
        found = rf"\1=$(grep -oh '\2[[:alnum:]_-]*' {self.path.stem}-* | tail -1)"
        address = f"127.0.0.1:{checkout.port}"
        script = ["exec 2>&1 </dev/null"]
        for step, file in zip(self.steps, files, strict=True):
            commands = _AS_PRINTED.sub(found, step.commands).replace("127.0.0.1:8000", address)
            script.append(f"{{ :\n{commands}\n}} > {file.name}")
        command = [str(BASH), "-c", "\n".join(script)]
        subprocess.run(command, cwd=checkout.root, env=checkout.environment(), check=True)
        for step, file in zip(self.steps, files, strict=True):
            step.printed = file.read_text()
        self.steps[0].printed = checkout.printed.replace(address, "127.0.0.1:8000")


def pattern_of(shown: str, known: dict[str, str]) -> str:
    """Return a pattern for output as a document shows it. `known` has the real id for each id that was shown before;
    every other one becomes a group of its own name."""
    new: set[str] = set()

    def varying(found: re.Match[str]) -> str:
        name = found["id"]
        if not name:
            return (found["kind"] or "") + ".*?"
        if name in known:
            return known[name]
        if name in new:
            return f"(?P={name})"
        new.add(name)
        return rf"(?P<{name}>{name[:-26]}\w{{26}})"

    return _VARIES.sub(varying, re.escape(joined(shown)))


def joined(text: str) -> str:
    """The text without white space: documents break lines where the service does not."""
    return re.sub(r"\s", "", text)


@pytest.fixture(scope="module")
def checkout() -> Iterator[Checkout]:
    with TemporaryDirectory(prefix="invoicing-tour-") as place:
        checkout = Checkout.copied_to(Path(place, "invoicing"))
        (checkout.root / ".venv").symlink_to(sys.prefix)
        with checkout.serving() as process:
            yield checkout
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)


RECIPES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs" / "recipes").glob("*.md"))


@pytest.mark.parametrize("name", ["README.md", "docs/tour.md", *RECIPES])
def test_commands_of_a_document_print_what_it_shows(checkout: Checkout, name: str) -> None:
    document = Document.read(ROOT / name)
    document.run(checkout)
    known: dict[str, str] = {}
    for step in document.steps:
        found = re.search(pattern_of(step.shown, known), joined(step.printed))
        assert found, f"{name} shows\n{step.shown}\nfor\n{step.commands}\nwhich prints\n{step.printed}"
        known |= found.groupdict()
    assert known, f"{name} shows no output"
