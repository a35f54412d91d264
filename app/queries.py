"""The query registry: every statement of the service, read once from `sql/queries`.

A file `customers.sql` holds statements, each under a line `-- name: list`; they are known as
`customers.list`. Comment lines after the name say what the statement is for and stay with it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

QUERIES = Path(__file__).resolve().parent.parent / "sql" / "queries"
_NAME = re.compile(r"^-- name: ([a-z][a-z0-9_]*)$", re.MULTILINE)


def parse(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, statement) for each statement of a query file's text."""
    _, *pieces = _NAME.split(text)
    for name, body in zip(pieces[::2], pieces[1::2], strict=True):
        yield name, body.strip().rstrip(";")


def load(folder: Path = QUERIES) -> dict[str, str]:
    """Read every file; a name that stands twice in a file is an error."""
    queries: dict[str, str] = {}
    for file in sorted(folder.glob("*.sql")):
        for name, statement in parse(file.read_text(encoding="utf-8")):
            if queries.setdefault(f"{file.stem}.{name}", statement) is not statement:
                raise ValueError(f"{file.name} names {name} twice")
    return queries
