"""The queries of an SQL statement: the statement itself and its subqueries, each with the tables it reads.

This is no SQL parser. Comments and the contents of strings are removed, parentheses are matched, and keywords are
searched for in the rest.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

_TOKEN = re.compile(
    r"""(?P<skipped>--[^\n]*|/\*.*?\*/|\s+)
        |(?P<text>'(?:[^']|'')*')
        |(?P<word>%\(\w+\)s|\w+(?:\.(?:\w+|\*))*)
        |(?P<sign>.)""",
    re.VERBOSE | re.DOTALL,
)
_KEYWORDS = (
    "as|cross|for|full|group|having|inner|join|left|limit|natural|offset|on|order|returning|right|select|set|using"
    "|values|where|with"
)
# A table, or a function with its `()`, and how it is called: `invoices as i`, `unnest () with ordinality as n`.
_SOURCE = re.compile(
    r"(?:lateral |only )?(?P<name>\w+)(?P<call> \(\))?(?: with ordinality)?(?: as)?"
    rf"(?: (?!(?:{_KEYWORDS})\b)(?P<alias>\w+))?"
)
# Not of `IS DISTINCT FROM`, `FOR UPDATE` and `DO UPDATE`.
_READ = re.compile(
    r"(?:(?<!distinct )\bfrom|\busing|(?<!for )(?<!key )(?<!do )\bupdate) (?P<list>.*?)"
    r"(?= (?:where|group by|having|order by|limit|offset|set|select|values|returning|for|window)\b|$)"
)


class Source(NamedTuple):
    """A table or function that a query reads or changes. `alias` is its name where it has no other."""

    name: str
    alias: str
    is_function: bool


@dataclass
class Level:
    """One query: the statement itself, or one between parentheses.

    `outline` is its text with `()` for whatever stands between parentheses; `full` has what stands there, with `()` for
    the queries among it, which are `inner`. Both are in lower case, with one space between words.
    """

    outline: str
    full: str
    inner: list["Level"] = field(default_factory=list)

    def all(self) -> Iterator["Level"]:
        """This query and all queries within it."""
        yield self
        for level in self.inner:
            yield from level.all()

    @property
    def branches(self) -> list[str]:
        """The outlines of the queries that UNION, INTERSECT or EXCEPT puts together; one where there is none."""
        return re.split(r"\b(?:union|intersect|except)(?: all| distinct)?\b", self.outline)


def level_of(text: str) -> Level:
    """The statement's own query."""
    return _level(_tokens(text))


def statements_of(body: str) -> list[Level]:
    """The statements of the body of a plpgsql function, each with the IF or FOR before it."""
    pieces: list[list[str]] = [[]]
    for word in _tokens(body):
        if word in (";", "loop", "begin", "declare"):
            pieces.append([])
        else:
            pieces[-1].append(word)
    return [_level(iter(piece)) for piece in pieces if piece]


def sources(branch: str) -> list[Source]:
    """The tables and functions that one branch reads or changes, without the target of an INSERT and subqueries."""
    lists = [found["list"] for found in _READ.finditer(branch)]
    items = [item for each in lists for item in re.split(r" ?, |\bjoin ", each)]
    named = [found for item in items if (found := _SOURCE.match(item.strip()))]
    return [Source(found["name"], found["alias"] or found["name"], bool(found["call"])) for found in named]


def _tokens(text: str) -> Iterator[str]:
    for found in _TOKEN.finditer(text):
        if found["text"]:
            yield "''"
        elif not found["skipped"]:
            yield found[0].lower()


def _level(tokens: Iterator[str]) -> Level:
    outline: list[str] = []
    full: list[str] = []
    inner: list[Level] = []
    for token in tokens:
        if token == ")":
            break
        if token != "(":
            outline.append(token)
            full.append(token)
            continue
        level = _level(tokens)
        outline.append("()")
        if re.search(r"\b(select|insert|update|delete)\b", level.outline):
            full.append("()")
            inner.append(level)
        else:
            full.append(f"( {level.full} )")
            inner += level.inner
    return Level(" ".join(outline), " ".join(full), inner)
