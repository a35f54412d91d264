"""The help of commands, as a newcomer reads it."""

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from app.__main__ import main


def walk(command: click.Command, *path: str) -> Iterator[tuple[str, click.Command]]:
    yield " ".join(path), command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from walk(inner, *path, name)


COMMANDS = dict(walk(main))
GROUPS = [path for path, command in COMMANDS.items() if isinstance(command, click.Group)]


@pytest.mark.parametrize("path", GROUPS)
def test_lists_of_commands_are_told_in_whole_sentences(path: str) -> None:
    told = CliRunner().invoke(main, [*path.split(), "--help"], terminal_width=80).stdout
    listed = told.partition("Commands:\n")[2].splitlines()
    assert len(listed) == len(COMMANDS[path].commands)  # type: ignore[attr-defined]
    assert [line for line in listed if not line.endswith(".") or line.endswith("...")] == []


def test_every_option_says_what_it_is_for(subtests: pytest.Subtests) -> None:
    for path, command in COMMANDS.items():
        with subtests.test(path):
            options = [option for option in command.params if isinstance(option, click.Option)]
            assert [option.name for option in options if not option.help] == []
