"""What is printed, before it is."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["invoice", "statement"]


@dataclass(frozen=True)
class Paper:
    """A document with all that its page shows.

    `context` is what the template sees: objects, arrays, text, numbers, booleans and null, as JSON has them.
    `template` is the organization's own HTML, None where the built-in one is used. `logo` is a PNG.
    `name` is what the file is called, without its ending.
    """

    kind: Kind
    name: str
    context: dict[str, Any]
    template: str | None = None
    logo: bytes | None = None


@dataclass(frozen=True)
class Order:
    """A paper that is asked for, not made yet: one that was printed before need not be.

    `rows` are all that the context shows, as they come from the database, and `context` makes it from them alone.
    `organization`, `id` (the record's) and `request_id` tell whose it is.
    """

    kind: Kind
    name: str
    rows: tuple[Any, ...]
    context: Callable[..., dict[str, Any]]
    template: str | None = None
    logo: bytes | None = None
    organization: str | None = None
    id: str = ""
    request_id: str | None = None

    def paper(self) -> Paper:
        """The paper."""
        return Paper(self.kind, self.name, self.context(*self.rows), self.template, self.logo)

    def whose(self) -> dict[str, object]:
        """What a line of the log says of it: a name could be a customer's."""
        return {"organization_id": self.organization, "id": self.id, "request_id": self.request_id}

    def digest(self) -> bytes:
        """Of all that the paper is made from: whatever changes on the page changes it."""
        large = [part and hashlib.sha256(part).digest() for part in (self._template_bytes(), self.logo)]
        # What psycopg makes of a row is told apart by its representation, in half the time that JSON takes.
        return hashlib.sha256(repr((self.kind, self.name, self.rows, large)).encode()).digest()

    def _template_bytes(self) -> bytes | None:
        return None if self.template is None else self.template.encode()
