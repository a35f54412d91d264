"""The house keeps to its sizes: few loose files, short files, short functions (docs/architecture.md, "Rooms")."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.config import ROOT

LOOSE_FILES = 10
FILE_LINES = 300
FUNCTION_LINES = 40
SETTINGS_LINES = 100


def python_files(*rooms: str) -> list[Path]:
    return sorted(file for room in rooms for file in Path(ROOT, room).rglob("*.py"))


def place(file: Path) -> str:
    return str(file.relative_to(ROOT))


def functions(file: Path) -> Iterator[tuple[str, int]]:
    """Each function of a file, and how many lines it has from `def` to its end."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def test_few_files_lie_loose_in_app() -> None:
    loose = sorted(file.name for file in Path(ROOT, "app").glob("*.py"))
    assert len(loose) <= LOOSE_FILES, f"{len(loose)} files lie in app/: give some a room: {loose}"


@pytest.mark.parametrize("room", ["app", "resources", "tests"])
def test_no_file_is_long(room: str) -> None:
    lines = {place(file): len(file.read_text(encoding="utf-8").splitlines()) for file in python_files(room)}
    long = {file: count for file, count in lines.items() if count > FILE_LINES}
    assert not long, f"divide these files, at most {FILE_LINES} lines each: {long}"


def test_no_text_has_both_sides_of_a_conflict() -> None:
    texts = [
        file for room in ("app", "docs", "resources", "sql", "tests") for file in Path(ROOT, room).rglob("*")
    ]
    sides = re.compile(rb"^(<<<<<<<|>>>>>>>) ", re.MULTILINE)
    torn = [
        place(file)
        for file in texts
        if file.suffix in (".md", ".py", ".sql", ".html") and sides.search(file.read_bytes())
    ]
    assert not torn, f"keep one side in {torn}"


def test_no_function_is_long() -> None:
    long = {
        f"{place(file)}: {name}": lines
        for file in python_files("app", "resources")
        for name, lines in functions(file)
        if lines > FUNCTION_LINES
    }
    assert not long, f"divide these functions, at most {FUNCTION_LINES} lines each: {long}"


def test_gunicorn_s_file_holds_settings_alone() -> None:
    lines = len(Path(ROOT, "gunicorn.conf.py").read_text(encoding="utf-8").splitlines())
    assert lines < SETTINGS_LINES, (
        f"gunicorn.conf.py has {lines} lines: its functions belong to resources/serving/gunicorn"
    )
