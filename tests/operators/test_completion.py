"""Completion: what a shell offers after the script of `completion` was evaluated."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from app.config import ROOT
from tests.operators.commands import Operator

pytestmark = pytest.mark.slow

BASH = shutil.which("bash")
FISH = shutil.which("fish")

# Sets the words of a line as bash does after Tab, and prints what is offered.
_OFFERED = """
eval "$(cat script)"
offered() {
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _app_completion app
    echo "${COMPREPLY[@]}"
}
"""


def script(shell: str, folder: Path) -> None:
    printed = Operator("").run("completion", shell)
    assert (printed.exit_code, printed.stderr) == (0, "")
    (folder / "script").write_text(printed.stdout)


def ran(shell: str | None, text: str, folder: Path) -> list[str]:
    done = subprocess.run(
        [str(shell), "-c", text],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.skipif(not BASH, reason="there is no bash")
def test_bash_completes_commands_their_subcommands_and_options(tmp_path: Path) -> None:
    script("bash", tmp_path)
    # A folder of this name is not taken for the program.
    (tmp_path / "app").mkdir()
    asked = "offered app back; offered app gst gstr; offered app audit --rec; offered app e-way-bill --vehicle-type ''"
    assert ran(BASH, _OFFERED + asked, tmp_path) == ["backup backup-key", "gstr-1 gstr-3b", "--record", "R O"]


@pytest.mark.skipif(not BASH, reason="there is no bash")
def test_bash_registers_the_completion_and_runs_the_program_from_any_folder(tmp_path: Path) -> None:
    script("bash", tmp_path)
    registered, usage, *_ = ran(BASH, _OFFERED + "complete -p app; app check --help", tmp_path)
    assert registered == "complete -o nosort -F _app_completion app"
    assert usage == "Usage: python -m app check [OPTIONS]"


@pytest.mark.skipif(not FISH, reason="there is no fish")
def test_fish_completes_subcommands(tmp_path: Path) -> None:
    script("fish", tmp_path)
    offered = ran(FISH, "source script; complete -C 'app gst gstr'", tmp_path)
    assert [line.split("\t")[0] for line in offered] == ["gstr-1", "gstr-3b"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_ask_the_program_and_not_a_command_called_app(shell: str) -> None:
    printed = Operator("").run("completion", shell).stdout
    assert f"{shell}_complete" in printed
    asked = [line for line in printed.splitlines() if "COMP_CWORD=" in line]
    assert len(asked) == 1
    assert f"PYTHONPATH={shlex.quote(str(ROOT))} " in asked[0]
    assert "commands[app]" not in printed


def test_another_shell_is_refused() -> None:
    assert "'bash', 'zsh', 'fish'" in Operator("").refused("completion", "csh")
