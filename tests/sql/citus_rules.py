"""What Citus refuses in a statement, told by its text; each complaint says what to write instead.

Where a statement is right and is told to be wrong, write it as the complaint says: there is no list of exceptions.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.sql.levels import Level, Source, level_of, sources, statements_of

ORGANIZATION = "%(organization_id)s"
# In a function the organization is an argument, a variable or that of the trigger's row.
_VARIABLE = r"(?:\w+(?: \(\))?|(?:old|new)\.organization_id)(?![\w.])"
_CLOCK = {"current_date", "current_time", "current_timestamp", "localtime", "localtimestamp"}


@dataclass(frozen=True)
class Schema:
    """What the catalogue says.

    `keys`: the tables and views of organizations, and the column by which each tells its organization.
    `mutable`: functions that are not IMMUTABLE. `volatile`: those of them that are VOLATILE.
    """

    keys: dict[str, str]
    mutable: frozenset[str]
    volatile: frozenset[str]


Rule = Callable[[Level, Schema], Iterator[str]]


def complaints(text: str, schema: Schema) -> list[str]:
    """What is wrong with a statement of the registry."""
    return [
        told
        for level in level_of(text).all()
        for told in (
            *_organization(level, schema, re.escape(ORGANIZATION)),
            *_of_all(level, schema),
            *_target(level, schema),
        )
    ]


def complaints_of_function(language: str, body: str, schema: Schema) -> list[str]:
    """What is wrong with a function, by its language and its source."""
    if language == "sql":
        writes = any(_writes(level) for level in level_of(body).all())
        return ["a function that writes is LANGUAGE plpgsql, not sql"] if writes else []
    return [
        told
        for statement in statements_of(body)
        for level in statement.all()
        for told in (
            *_organization(level, schema, _VARIABLE),
            *_of_all(level, schema),
            *_chain(level, schema),
        )
    ]


def _of_all(level: Level, schema: Schema) -> Iterator[str]:
    for rule in RULES:
        yield from rule(level, schema)


def _organization(level: Level, schema: Schema, wanted: str) -> Iterator[str]:
    """Each table is compared with the organization itself, in a condition that always holds."""
    for arm in level.arms:
        certain = not re.search(r"\b(?:where|on)\b.*\bor\b", arm)
        read = [source for source in sources(arm) if source.name in schema.keys and not source.is_function]
        for source in read:
            column = schema.keys[source.name]
            own = rf"{source.alias}\.{column}" if len(read) > 1 else rf"(?:{source.alias}\.)?{column}"
            if not (certain and re.search(rf"\b(?:where|and|on) {own} = {wanted}", arm)):
                yield (
                    f"{source.alias} is not compared with the organization itself: write"
                    f" {source.alias}.{column} = {ORGANIZATION} in its WHERE or ON, and parentheses around every OR"
                )


def _target(level: Level, schema: Schema) -> Iterator[str]:
    """A row that is inserted has the organization itself, in the first column."""
    found = re.search(r"\binsert into (\w+)(?: as \w+)? (.*)", level.full)
    if found and schema.keys.get(found[1]) == "organization_id":
        given = rf"\( organization_id , .*?(?:select|values \() {re.escape(ORGANIZATION)} ,"
        if not re.match(given, found[2]):
            yield (
                f"a row of {found[1]} is not given the organization first:"
                f" write (organization_id, …) and {ORGANIZATION} as its value"
            )


def _returning(level: Level, _: Schema) -> Iterator[str]:
    """Rows that come from a query would be copied, which row level security refuses."""
    if re.search(r"\binsert into\b.*\bselect\b", level.outline) and "returning" not in level.outline:
        yield "INSERT … SELECT has no RETURNING: add one, such as RETURNING id"


def _conflict(level: Level, schema: Schema) -> Iterator[str]:
    """What a conflict leads to is worked out by each node."""
    found = re.search(r"\bdo update set (.*?)(?= returning |$)", level.full)
    for name in sorted(_mutable(found[1], schema) if found else ()):
        yield f"ON CONFLICT DO UPDATE uses {name}, which is not IMMUTABLE: use the column of excluded"


def _conditional(level: Level, schema: Schema) -> Iterator[str]:
    """Within CASE and COALESCE it is not worked out before the statement is sent to a node."""
    if _changes(level):
        for found in re.finditer(r"\bcase\b.*?\bend\b|\bcoalesce \( (?:[^()]|\([^()]*\))* \)", level.full):
            for name in sorted(_mutable(found[0], schema)):
                yield f"UPDATE uses {name} within CASE or COALESCE: set it outside, or take it from a query in FROM"


def _searched(level: Level, _: Schema) -> Iterator[str]:
    if (_changes(level) or "do update" in level.outline) and re.search(r"\bcase (?!when\b)", level.full):
        yield "UPDATE has CASE x WHEN v: write CASE WHEN x = v"


def _volatile(level: Level, schema: Schema) -> Iterator[str]:
    if _changes(level):
        for name in sorted(_calls(level.full, schema.volatile)):
            yield f"UPDATE uses {name}, which is VOLATILE: use now(), or a variable of plpgsql that is set before"


def _correlated(level: Level, schema: Schema) -> Iterator[str]:
    """A query that is asked once for each row of a function."""
    for source in (source for arm in level.arms for source in sources(arm) if source.is_function):
        for inner in level.inner:
            if _reads_tables(inner, schema) and _mentions(inner, source.alias):
                yield (
                    f"a query within names {source.alias}, which are the rows of {source.name}():"
                    " JOIN or LEFT JOIN its tables instead"
                )


def _chain(level: Level, _: Schema) -> Iterator[str]:
    if re.match(r".*?\bwith \w+", level.outline) and any(_writes(inner) for inner in level.inner):
        yield "a WITH of a function writes: hold what it tells in variables and write in statements of their own"


RULES: tuple[Rule, ...] = (_returning, _conflict, _conditional, _searched, _volatile, _correlated)


def _changes(level: Level) -> bool:
    return bool(re.search(r"(?<!for )(?<!key )(?<!do )\bupdate \w+.* set\b", level.outline))


def _writes(level: Level) -> bool:
    return _changes(level) or bool(re.search(r"\b(?:insert into|delete from)\b", level.outline))


def _calls(text: str, functions: frozenset[str]) -> set[str]:
    return {f"{name}()" for name in re.findall(r"\b(\w+) \(", text) if name in functions}


def _mutable(text: str, schema: Schema) -> set[str]:
    """What is not IMMUTABLE; a time and an interval add up to what depends on the session's time zone."""
    moved = {"+ or - interval"} if re.search(r"[-+] interval\b", text) else set()
    return _calls(text, schema.mutable) | moved | (_CLOCK & set(text.split()))


def _reads_tables(level: Level, schema: Schema) -> bool:
    return any(
        source.name in schema.keys for each in level.all() for arm in each.arms for source in sources(arm)
    )


def _mentions(level: Level, alias: str) -> bool:
    """Does the query, or one within it, name the columns of an alias from outside?"""
    own: list[Source] = [source for arm in level.arms for source in sources(arm)]
    if alias in {source.alias for source in own}:
        return False
    return bool(re.search(rf"\b{alias}\.\w", level.full)) or any(
        _mentions(inner, alias) for inner in level.inner
    )
