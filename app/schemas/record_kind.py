"""Kinds of records as callers know them: names, answers and the permissions of their actions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from marshmallow import Schema


@dataclass(frozen=True, kw_only=True)
class RecordKind:
    """A kind of record, as callers know it.

    `one` and `many` are its name in plain words; `many` is `one` with an s unless it is given. `module` is the module
    of its permissions (`app.identity.scopes`); `asks` maps actions to a permission that is not `module.action`.
    `record` is the answer to a single read, `row` that of a list where it differs. `says` maps actions (list, get,
    create, update, delete) to what a caller should know of them.
    """

    one: str
    many: str = ""
    module: str
    record: type[Schema]
    row: type[Schema] | None = None
    asks: Mapping[str, str] = field(default_factory=dict)
    says: Mapping[str, str] = field(default_factory=dict)

    @property
    def plural(self) -> str:
        """The name of many of them."""
        return self.many or self.one + "s"

    @property
    def heading(self) -> str:
        """The heading of the OpenAPI document that its operations stand under."""
        return self.plural[0].upper() + self.plural[1:]

    @property
    def listed(self) -> type[Schema]:
        """The answer of a list's row."""
        return self.row or self.record

    def permission(self, action: str) -> str:
        """Return the permission that an action requires."""
        return self.asks.get(action, f"{self.module}.{action}")
