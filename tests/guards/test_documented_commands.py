"""Every command that a document names exists, with its options, as do the targets of make and the units of systemd."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from app.__main__ import main
from app.config import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted(Path(ROOT, "docs").rglob("*.md"))]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
_APP = re.compile(r"(?:python -m app|^app|(?<=[|;&(] )app) (?=[a-z])(.*)")
_ENDS = ("|", "&&", ";", ">", "||", "&", "2>&1", ">>")


def code(document: Path) -> Iterator[str]:
    """The lines of indented paragraphs, put together where one goes on in the next, and what stands in backquotes."""
    text = document.read_text()
    for paragraph in re.findall(r"(?:^    .*\n)+", text, re.MULTILINE):
        yield from (line.strip() for line in paragraph.replace("\\\n", " ").splitlines())
    yield from (" ".join(said.split()) for said in re.findall(r"`([^`]+)`", text))


def commands(document: Path) -> list[list[str]]:
    """The words after `app` of each command of ours, up to the end of the command."""
    found = []
    for line in code(document):
        if called := _APP.search(line):
            # Within eval "$(…)" it ends with the bracket.
            lexer = shlex.shlex(called[1].partition(')"')[0], posix=True, punctuation_chars=True)
            lexer.whitespace_split = True
            words = [*lexer]
            ends = [place for place, word in enumerate(words) if word in _ENDS]
            found.append(words[: min(ends, default=len(words))])
    return found


def unknown(words: list[str]) -> str | None:
    """Return a command or an option among the words that does not exist; None where all exist."""
    command: click.Command = main
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name, *words = words
        known = command.commands.get(name)
        if known is None:
            return name
        command = known
    options = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
    used = {word.partition("=")[0] for word in words if word.startswith("--")}
    return next(iter(used - options - {"--help"}), None)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_of_a_document_exist_with_their_options(document: Path) -> None:
    wrong = [(words, missing) for words in commands(document) if (missing := unknown(words))]
    assert not wrong, f"{document.name} names what does not exist: {wrong}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_targets_of_make_in_a_document_exist(document: Path) -> None:
    named = {
        target
        for line in code(document)
        for target in re.findall(r"(?:^|&& )make (?:\w+=\S+ )*([a-z-]+)", line)
    }
    assert named <= TARGETS


def test_operating_lists_every_command() -> None:
    table = (
        (ROOT / "docs" / "operating.md")
        .read_text()
        .partition("\n| Command | Does |\n")[2]
        .partition("\n\n")[0]
    )
    named = {
        said.split()[0]
        for row in table.splitlines()
        for said in re.findall(r"`([^`]+)`", row.split(" | ")[0])
    }
    assert named == set(main.commands)


def test_commands_are_found_in_documents() -> None:
    found = commands(ROOT / "docs" / "operating.md")
    assert ["audit-seal", "--org", "junction"] in found
    assert ["completion", "bash"] in found


def test_the_upgrade_is_told_in_order() -> None:
    document = ROOT / "docs" / "upgrade.md"
    assert [words[0] for words in commands(document)] == ["backup", "doctor", "check"]
    text = document.read_text()
    steps = (
        "app backup",
        "git fetch",
        "make service-venv &&",
        "    make migrate",
        "systemctl restart",
        "app doctor",
    )
    assert [text.index(step) for step in steps] == sorted(text.index(step) for step in steps)
    units = re.findall(r"gst-invoicing[a-z-]*\.service", text)
    assert units
    assert all((ROOT / "deploy" / unit).exists() for unit in units)


@pytest.mark.parametrize("words", [["nothing"], ["gst", "gstr-9"], ["check", "--nothing"]])
def test_what_does_not_exist_would_be_found(words: list[str]) -> None:
    assert unknown(words) == words[-1]
