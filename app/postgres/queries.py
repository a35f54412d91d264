"""The query registry: every statement of the service, read once from `sql/queries`.

A file `customers.sql` holds statements, each under a line `-- name: list`; they are known as `customers.list`. Comment
lines after the name say what the statement is for and stay with it.

A text that several statements have in common stands once, under a line `-- part: chosen`, and is put in where a
statement says `:chosen`. A part may have parameters: what stands under `-- part: found(table)` says `:table` where
`:found(tax_rates)` puts in `tax_rates`.

What several files have in common stands in `parts.sql`: parts, and groups of statements. A group is all that follows a
line `-- group: record(table, view)`, up to the next group. A file with a line `-- use: record(tax_rates,
tax_rate_records)` has the group's statements, put together with its own parts. A group may use others.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType

QUERIES = Path(__file__).resolve().parent.parent.parent / "sql" / "queries"
_SHARED = "parts.sql"
_HEAD = re.compile(r"^-- (name|part|group|use): ([a-z][a-z0-9_]*)(?:\(([a-z0-9_, :]*)\))?$", re.MULTILINE)
# One colon: two are a cast.
_PUT_IN = re.compile(r"(?<![:A-Za-z0-9]):([a-z][a-z0-9_]*)(?:\(([a-z0-9_, :]+)\))?")


@dataclass(frozen=True)
class _Block:
    """A line that begins with `-- name:`, `-- part:`, `-- group:` or `-- use:`, and what stands under it."""

    head: str
    name: str
    arguments: tuple[str, ...]
    text: str


_Parts = dict[str, _Block]


def parse(text: str, shared: str = "") -> Iterator[tuple[str, str]]:
    """Yield (name, statement) for each statement of a query file's text, complete with parts; `shared` is the text of
    `parts.sql`.

    Raises ValueError for a part that stands twice, for one that is put in and stands nowhere, for a group that is used
    and stands nowhere, and for arguments that do not fit.
    """
    own, common = _blocks(text), _blocks(shared)
    yield from _statements(own, _parts([*common, *own]), common)


def _statements(blocks: list[_Block], parts: _Parts, common: list[_Block]) -> Iterator[tuple[str, str]]:
    for block in blocks:
        if block.head == "name":
            yield block.name, _put_in(parts, block.text)
        elif block.head == "use":
            group, inner = _group(common, block.name)
            yield from _statements(inner, parts | _given(parts, group, block.arguments), common)


def _blocks(text: str) -> list[_Block]:
    _, *pieces = _HEAD.split(text)
    return [
        _Block(head, name, _listed(arguments), body.strip().rstrip(";"))
        for head, name, arguments, body in zip(*(pieces[n::4] for n in range(4)), strict=True)
    ]


def _listed(arguments: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in arguments.split(",")) if arguments else ()


def _parts(blocks: list[_Block]) -> _Parts:
    parts: _Parts = {}
    for block in blocks:
        if block.head == "part" and parts.setdefault(block.name, block) is not block:
            raise ValueError(f"the part {block.name} stands twice")
    return parts


def _group(blocks: list[_Block], name: str) -> tuple[_Block, list[_Block]]:
    """Return the head of a group of `parts.sql`, and the blocks that follow it up to the next one."""
    found = [place for place, block in enumerate(blocks) if (block.head, block.name) == ("group", name)]
    if not found:
        raise ValueError(f"no group is called {name}")
    head, *rest = blocks[found[0] :]
    return head, list(takewhile(lambda block: block.head != "group", rest))


def _given(parts: _Parts, block: _Block, arguments: tuple[str, ...]) -> _Parts:
    """Return each parameter of a part or group as a part that holds its argument."""
    if len(arguments) != len(block.arguments):
        raise ValueError(f"{block.name} takes ({', '.join(block.arguments)}), not ({', '.join(arguments)})")
    named = zip(block.arguments, arguments, strict=True)
    return {name: _Block("part", name, (), _put_in(parts, argument)) for name, argument in named}


def _put_in(parts: _Parts, text: str) -> str:
    return _PUT_IN.sub(lambda use: _text_of(parts, use[1], use[2]), text)


def _text_of(parts: _Parts, name: str, given: str | None) -> str:
    """Return the text that replaces a use of the part `name`; `given` is the text in parentheses behind the name."""
    if name not in parts:
        raise ValueError(f"no part is called {name}")
    part = parts[name]
    # Behind a part without parameters, parentheses are the statement's own: matching_:table(1).
    arguments, behind = (
        (_listed(given), "") if part.arguments or not given else ((), f"({_put_in(parts, given)})")
    )
    # Without itself: a part that puts itself in is told as one that stands nowhere.
    others = {other: block for other, block in parts.items() if other != name}
    return _put_in(others | _given(parts, part, arguments), part.text) + behind


@cache
def load(folder: Path = QUERIES) -> Mapping[str, str]:
    """Read every file, once; a name that stands twice in a file is an error."""
    texts = {file: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.sql"))}
    shared = texts.pop(folder / _SHARED, "")
    queries: dict[str, str] = {}
    for file, text in texts.items():
        for name, statement in _parsed(file, text, shared):
            if queries.setdefault(f"{file.stem}.{name}", statement) is not statement:
                raise ValueError(f"{file.name} names {name} twice")
    return MappingProxyType(queries)


def _parsed(file: Path, text: str, shared: str) -> list[tuple[str, str]]:
    try:
        return list(parse(text, shared))
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from error
