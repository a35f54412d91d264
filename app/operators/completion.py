"""`completion`: what a shell needs to run the commands by a short name from any folder, and to complete them."""

import shlex
import sys

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from app.config import ROOT

# Asks the program for completions instead of running a command.
VARIABLE = "_APP_COMPLETE"
NAME = "app"

# -P: a folder called app, where the operator stands, is not taken for the program.
_PROGRAM = f"env PYTHONPATH={shlex.quote(str(ROOT))} {shlex.quote(sys.executable)} -P -m app"
_FUNCTION = f'{NAME}() {{ {_PROGRAM} "$@"; }}\n'
_FISH_FUNCTION = f"function {NAME}; {_PROGRAM} $argv; end\n"
# Shell -> the function, what makes click's script, and what is changed in that: the name is not a program on PATH.
_SHELLS: dict[str, tuple[str, type[ShellComplete], dict[str, str]]] = {
    "bash": (_FUNCTION, BashComplete, {"bash_complete $1": f"bash_complete {_PROGRAM}"}),
    "zsh": (
        _FUNCTION,
        ZshComplete,
        {f"$+commands[{NAME}]": f"$+functions[{NAME}]", f"zsh_complete {NAME}": f"zsh_complete {_PROGRAM}"},
    ),
    "fish": (_FISH_FUNCTION, FishComplete, {f"(commandline -t) {NAME}": f"(commandline -t) {_PROGRAM}"}),
}


@click.command()
@click.argument("shell", type=click.Choice(list(_SHELLS)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a script that lets a shell complete commands.

    It defines `app`, which runs them from any folder, and completes it with the Tab key. For bash, now or in ~/.bashrc:

        eval "$(.venv/bin/python -m app completion bash)"
    """
    function, script, changes = _SHELLS[shell]
    text = script(context.find_root().command, {}, NAME, VARIABLE).source()
    for said, instead in changes.items():
        text = text.replace(said, instead)
    click.echo(function + text)
