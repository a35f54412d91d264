"""What is printed, before it is."""

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
