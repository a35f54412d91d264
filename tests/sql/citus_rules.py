"""Rules for statements that Citus accepts, checked in their text. A complaint says what to write instead.

There is no list of exceptions: a statement that is refused without need is written as the complaint says.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.sql.query_levels import Level, Source, level_of, sources, statements_of

ORGANIZATION = "%(organization_id)s"
# In a function the organization is an argument, a variable, a parameter of EXECUTE or that of the trigger's row.
_VARIABLE = r"(?:\w+|\$ ?\d|\w+(?: \(\))?|(?:old|new)\.organization_id)(?![\w.])"
_CLOCK = {"current_date", "current_time", "current_timestamp", "localtime", "localtimestamp"}


@dataclass(frozen=True)
class Schema:
    """The names that the rules need from the database's catalogue.

    `keys`: tables and views with rows of organizations, each with the column that holds the organization.
    `mutable`: functions that are not IMMUTABLE. `volatile`: functions that are VOLATILE. `of_rows`: functions with a
    row of a table as an argument.
    """

    keys: dict[str, str]
    mutable: frozenset[str]
    volatile: frozenset[str]
    of_rows: frozenset[str] = frozenset()


Rule = Callable[[Level, Schema], Iterator[str]]


def complaints(text: str, schema: Schema) -> list[str]:
    """The rules that a statement of the registry breaks, as sentences."""
    return [
        complaint
        for level in level_of(text).all()
        for complaint in (
            *_organization(level, schema, re.escape(ORGANIZATION)),
            *_of_all(level, schema),
            *_target(level, schema),
            *_rows(level, schema),
        )
    ]


def complaints_of_function(language: str, body: str, schema: Schema) -> list[str]:
    """The rules that a function breaks, as sentences; `language` and `body` are lanname and prosrc of the catalogue."""
    if language == "sql":
        writes = any(_writes(level) for level in level_of(body).all())
        return ["a function that writes is LANGUAGE plpgsql, not sql"] if writes else []
    return [
        complaint
        for statement in statements_of(body)
        for level in statement.all()
        for complaint in (
            *_organization(level, schema, _VARIABLE),
            *_of_all(level, schema),
            *_chain(level, schema),
        )
    ]


def complaints_of_view(text: str, schema: Schema) -> list[str]:
    """The rules that a view breaks, as sentences. Within a view no organization is a constant."""
    return [complaint for level in level_of(text).all() for complaint in _beside(level, schema)]


def _of_all(level: Level, schema: Schema) -> Iterator[str]:
    for rule in RULES:
        yield from rule(level, schema)


def _organization(level: Level, schema: Schema, wanted: str) -> Iterator[str]:
    """Each table is compared with the organization itself, in a condition that holds for every row."""
    for branch in level.branches:
        certain = not re.search(r"\b(?:where|on)\b.*\bor\b", branch)
        read = [source for source in sources(branch) if source.name in schema.keys and not source.is_function]
        for source in read:
            column = schema.keys[source.name]
            own = rf"{source.alias}\.{column}" if len(read) > 1 else rf"(?:{source.alias}\.)?{column}"
            if not (certain and re.search(rf"\b(?:where|and|on) {own} = {wanted}", branch)):
                yield (
                    f"{source.alias} is not compared with the organization itself: write"
                    f" {source.alias}.{column} = {ORGANIZATION} in its WHERE or ON, and parentheses around every OR"
                )


def _target(level: Level, schema: Schema) -> Iterator[str]:
    """An INSERT names the organization itself as the value of its first column."""
    found = re.search(r"\binsert into (\w+)(?: as \w+)? (.*)", level.full)
    if found and schema.keys.get(found[1]) == "organization_id":
        given = rf"\( organization_id , .*?(?:select|values \() {re.escape(ORGANIZATION)} ,"
        if not re.match(given, found[2]):
            yield (
                f"a row of {found[1]} is not given the organization first:"
                f" write (organization_id, …) and {ORGANIZATION} as its value"
            )


def _returning(level: Level, _: Schema) -> Iterator[str]:
    """Without RETURNING Citus copies the rows of the query into the table, which row level security refuses."""
    if re.search(r"\binsert into\b.*\bselect\b", level.outline) and "returning" not in level.outline:
        yield "INSERT … SELECT has no RETURNING: add one, such as RETURNING id"


def _told(level: Level, schema: Schema) -> Iterator[str]:
    """Citus demands IMMUTABLE functions in RETURNING."""
    _, returning, told = level.full.rpartition(" returning ")
    for name in sorted(_mutable(told, schema) if returning else ()):
        yield f"RETURNING has {name}, which is not IMMUTABLE: ask for it in a statement of its own"


def _conflict(level: Level, schema: Schema) -> Iterator[str]:
    """Citus demands IMMUTABLE functions in the action of a conflict."""
    found = re.search(r"\bdo update set (.*?)(?= returning |$)", level.full)
    for name in sorted(_mutable(found[1], schema) if found else ()):
        yield f"ON CONFLICT DO UPDATE uses {name}, which is not IMMUTABLE: use the column of excluded"


def _conditional(level: Level, schema: Schema) -> Iterator[str]:
    """Citus evaluates now() before it sends an UPDATE to a shard, but not within CASE or COALESCE."""
    for part in _conditionals(level):
        for name in sorted(_mutable(part, schema)):
            yield f"UPDATE uses {name} within CASE or COALESCE: set it outside, or take it from a query in FROM"


def _dates(level: Level, _: Schema) -> Iterator[str]:
    """A cast between text and date depends on the session's date style. A parameter has the type that is sent: cast to
    text it is such a cast if a date comes, which PostgreSQL takes."""
    whole = " ".join(each.full for each in level.all())
    for part in _conditionals(level):
        if re.search(r"(?<!\)s) : : (?:date|timestamptz)\b", part):
            yield "UPDATE makes a date within CASE or COALESCE: make it outside, or cast a parameter alone"
        for name in sorted(set(re.findall(r"%\((\w+)\)s : : text\b", part))):
            if re.search(rf"%\({name}\)s (?:: : text [^()]*\) )?: : date\b", whole):
                yield f"{name} may come as a date, and CASE casts it to text: decide by a parameter that is boolean"


def _searched(level: Level, _: Schema) -> Iterator[str]:
    if (_changes(level) or "do update" in level.outline) and re.search(r"\bcase (?!when\b)", level.full):
        yield "UPDATE has CASE x WHEN v: write CASE WHEN x = v"


def _volatile(level: Level, schema: Schema) -> Iterator[str]:
    if _changes(level):
        for name in sorted(_calls(level.full, schema.volatile)):
            yield f"UPDATE uses {name}, which is VOLATILE: use now(), or a variable of plpgsql that is set before"


def _of_columns(level: Level, schema: Schema) -> Iterator[str]:
    """Citus works out what is not IMMUTABLE before it sends a change to a shard, when there are no rows yet."""
    if not (_changes(level) or "delete from" in level.outline):
        return
    called = set(re.findall(r"\b(\w+) \( [^()]*?\b[a-z_]+\.[a-z_]\w*", level.full)) & schema.mutable
    moved = set(re.findall(r"(?<!\S)([a-z_][\w.]*) [-+] interval\b", level.full))
    for name in sorted(called | moved):
        yield f"a change works out {name} of a row, which is not IMMUTABLE: find the rows before, or move now() instead"


def _correlated(level: Level, schema: Schema) -> Iterator[str]:
    """Citus refuses a subquery on a table that depends on the rows of a function in FROM."""
    for source in (source for branch in level.branches for source in sources(branch) if source.is_function):
        for inner in level.inner:
            if _reads_tables(inner, schema) and _mentions(inner, source.alias):
                yield (
                    f"a query within names {source.alias}, which are the rows of {source.name}():"
                    " JOIN or LEFT JOIN its tables instead"
                )


def _beside(level: Level, schema: Schema) -> Iterator[str]:
    """A query within that depends on the rows around it sends the whole statement to every shard."""
    for source in (source for branch in level.branches for source in sources(branch)):
        for inner in level.inner:
            if _reads_tables(inner, schema) and _mentions(inner, source.alias):
                yield f"a query within names {source.alias}: make it a plpgsql function of {source.alias}'s columns"


def _rows(level: Level, schema: Schema) -> Iterator[str]:
    for name in sorted(_calls(level.full, schema.of_rows)):
        yield f"{name} takes a row of a table, and those of a shard have another type: give it the columns"


def _chain(level: Level, _: Schema) -> Iterator[str]:
    if re.match(r".*?\bwith \w+", level.outline) and any(_writes(inner) for inner in level.inner):
        yield "a WITH of a function writes: hold what it tells in variables and write in statements of their own"


RULES: tuple[Rule, ...] = (
    _returning,
    _told,
    _conflict,
    _conditional,
    _dates,
    _searched,
    _volatile,
    _of_columns,
    _correlated,
)


def _conditionals(level: Level) -> list[str]:
    """Return each CASE and COALESCE of an UPDATE."""
    # A parameter, %(name)s, has parentheses too.
    plain = r"%\(\w+\)s|[^()]"
    coalesce = rf"\bcoalesce \( (?:{plain}|\((?:{plain})*\))* \)"
    found = re.finditer(rf"\bcase\b.*?\bend\b|{coalesce}", level.full)
    return [each[0] for each in found] if _changes(level) else []


def _changes(level: Level) -> bool:
    return bool(re.search(r"(?<!for )(?<!key )(?<!do )\bupdate \w+.* set\b", level.outline))


def _writes(level: Level) -> bool:
    return _changes(level) or bool(re.search(r"\b(?:insert into|delete from)\b", level.outline))


def _calls(text: str, functions: frozenset[str]) -> set[str]:
    return {f"{name}()" for name in re.findall(r"\b(\w+) \(", text) if name in functions}


def _mutable(text: str, schema: Schema) -> set[str]:
    """Return the parts of the text that are not IMMUTABLE.

    Adding an interval to a time depends on the session's time zone, and the text of a date on its date style.
    """
    moved = {"+ or - interval"} if re.search(r"[-+] interval\b", text) else set()
    written = {f"{name}::text" for name in re.findall(r"(?<![\w)])([a-z_][\w.]*) : : text\b", text)}
    return _calls(text, schema.mutable) | moved | written | (_CLOCK & set(text.split()))


def _reads_tables(level: Level, schema: Schema) -> bool:
    return any(
        source.name in schema.keys
        for each in level.all()
        for branch in each.branches
        for source in sources(branch)
    )


def _mentions(level: Level, alias: str) -> bool:
    """Return whether the query, or one within it, names a column of an alias that is defined outside it."""
    own: list[Source] = [source for branch in level.branches for source in sources(branch)]
    if alias in {source.alias for source in own}:
        return False
    return bool(re.search(rf"\b{alias}\.\w", level.full)) or any(
        _mentions(inner, alias) for inner in level.inner
    )
