"""How statements are sent: several in one message, their values written into it.

PostgreSQL keeps a statement under its name once a connection has prepared it; from then on a message says
`EXECUTE "invoices.get"('org_…', 'inv_…')`, one such after another, and is one round trip. psycopg writes the values as
literals, as its client-side cursors do for every query. With pipelines of the extended protocol a request costs Python
a third more (docs/performance.md).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

# `%(name)s`, and the percent sign that a statement has to write twice.
_NAMED = re.compile(r"%\((\w+)\)s|%%")
# What the session knows of the tenant, once a statement of the same message has bound it.
_OF_THE_TENANT = {
    name: f"nullif(current_setting('app.{name}', true), '')" for name in ("organization_id", "user_id")
}
# On a line of its own: what comes before it may end in a comment.
_NEXT = b"\n; "


@dataclass(frozen=True, slots=True)
class Form:
    """A text with `%s` where values go, and the parameters whose values they are, in that order."""

    text: bytes
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Forms:
    """A statement of the registry as it is prepared, then `kept` to be called, or called `ahead` of knowing the tenant;
    and `plain`, as it is sent without being prepared."""

    prepare: bytes
    kept: Form
    ahead: Form
    plain: Form


@cache
def forms_of(name: str, statement: str) -> Forms:
    """The forms of a statement with parameters `%(name)s`."""
    order = tuple(match[1] for match in _NAMED.finditer(statement) if match[1])
    distinct = tuple(dict.fromkeys(order))
    numbered = _NAMED.sub(lambda use: f"${distinct.index(use[1]) + 1}" if use[1] else "%", statement)
    return Forms(
        f'PREPARE "{name}" AS {numbered}'.encode(),
        _called(name, distinct, {}),
        _called(name, distinct, _OF_THE_TENANT),
        Form(_NAMED.sub(lambda use: "%s" if use[1] else "%%", statement).encode(), order),
    )


def _called(name: str, parameters: Sequence[str], known: Mapping[str, str]) -> Form:
    values = ", ".join([known.get(parameter, "%s") for parameter in parameters])
    text = f'EXECUTE "{name}"({values})' if values else f'EXECUTE "{name}"'
    return Form(text.encode(), tuple(parameter for parameter in parameters if parameter not in known))


class Call(NamedTuple):
    """A form, and values for its parameters; others among them do no harm."""

    form: Form
    values: Mapping[str, Any]


def fixed(text: str) -> Call:
    """A call of what has no parameters."""
    return Call(Form(text.encode(), ()), {})


def message(calls: Sequence[Call]) -> tuple[bytes, list[Any]]:
    """One text of all calls, and the values that go into it; raises KeyError for a parameter without one."""
    text = _NEXT.join([form.text for form, _ in calls])
    return text, [values[name] for form, values in calls for name in form.names]
