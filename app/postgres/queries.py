"""The query registry: every statement of the service, read once from `sql/queries`.

A file `customers.sql` holds statements, each under a line `-- name: list`; they are known as
`customers.list`. Comment lines after the name say what the statement is for and stay with it.

What several statements of a file have in common can stand once, under a line `-- part: chosen`, and is put in where
a statement says `:chosen`. What statements of several files have in common stands in `parts.sql`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

QUERIES = Path(__file__).resolve().parent.parent.parent / "sql" / "queries"
_HEAD = re.compile(r"^-- (name|part): ([a-z][a-z0-9_]*)$", re.MULTILINE)
_SHARED = "parts.sql"
# One colon: two are a cast.
_USE = re.compile(r"(?<![:\w]):([a-z][a-z0-9_]*)")


def parse(text: str, shared: str = "") -> Iterator[tuple[str, str]]:
    """Yield (name, statement) for each statement of a query file's text, with its parts and `shared` ones put in.

    Raises ValueError for a part that stands twice, or is used and stands nowhere.
    """
    parts: dict[str, str] = {}
    for name, body in (*_blocks("part", shared), *_blocks("part", text)):
        if name in parts:
            raise ValueError(f"the part {name} stands twice")
        parts[name] = body
    for name, body in _blocks("name", text):
        yield name, _put_in(parts, body)


def _blocks(kind: str, text: str) -> Iterator[tuple[str, str]]:
    """The name of each statement (`name`) or part (`part`) in a text, and what stands under it."""
    _, *pieces = _HEAD.split(text)
    for found, name, body in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
        if found == kind:
            yield name, body.strip().rstrip(";")


def _put_in(parts: dict[str, str], statement: str) -> str:
    unknown = {name for name in _USE.findall(statement) if name not in parts}
    if unknown:
        raise ValueError(f"no part is called {', '.join(sorted(unknown))}")
    return _USE.sub(lambda use: parts[use[1]], statement)


@cache
def load(folder: Path = QUERIES) -> Mapping[str, str]:
    """Read every file, once; a name that stands twice in a file is an error."""
    texts = {file: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.sql"))}
    shared = texts.pop(folder / _SHARED, "")
    queries: dict[str, str] = {}
    for file, text in texts.items():
        for name, statement in parse(text, shared):
            if queries.setdefault(f"{file.stem}.{name}", statement) is not statement:
                raise ValueError(f"{file.name} names {name} twice")
    return MappingProxyType(queries)
