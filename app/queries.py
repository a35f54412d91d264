"""The query registry: every statement of the service, read once from `sql/queries`.

A file `customers.sql` holds statements, each under a line `-- name: list`; they are known as
`customers.list`. Comment lines after the name say what the statement is for and stay with it.

What several statements of a file have in common can stand once, under a line `-- part: chosen`, and is put in where
a statement says `:chosen`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

QUERIES = Path(__file__).resolve().parent.parent / "sql" / "queries"
_HEAD = re.compile(r"^-- (name|part): ([a-z][a-z0-9_]*)$", re.MULTILINE)
# One colon: two are a cast.
_USE = re.compile(r"(?<![:\w]):([a-z][a-z0-9_]*)")


def parse(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, statement) for each statement of a query file's text, with its parts put in.

    Raises ValueError for a part that stands twice, or is used and does not stand in the file.
    """
    _, *pieces = _HEAD.split(text)
    blocks = [
        (what, name, body.strip().rstrip(";"))
        for what, name, body in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True)
    ]
    parts: dict[str, str] = {}
    for what, name, body in blocks:
        if what == "part" and parts.setdefault(name, body) is not body:
            raise ValueError(f"the part {name} stands twice")
    for what, name, body in blocks:
        if what == "name":
            yield name, _put_in(parts, body)


def _put_in(parts: dict[str, str], statement: str) -> str:
    unknown = {name for name in _USE.findall(statement) if name not in parts}
    if unknown:
        raise ValueError(f"no part is called {', '.join(sorted(unknown))}")
    return _USE.sub(lambda use: parts[use[1]], statement)


@cache
def load(folder: Path = QUERIES) -> Mapping[str, str]:
    """Read every file, once; a name that stands twice in a file is an error."""
    queries: dict[str, str] = {}
    for file in sorted(folder.glob("*.sql")):
        for name, statement in parse(file.read_text(encoding="utf-8")):
            if queries.setdefault(f"{file.stem}.{name}", statement) is not statement:
                raise ValueError(f"{file.name} names {name} twice")
    return MappingProxyType(queries)
