"""An answer of the service, by whichever client it came."""

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Answer:
    """`headers` has their names in small letters; `seconds` is how long it took, where that was measured."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float = field(default=0.0, compare=False)

    @property
    def json(self) -> Any:
        """The body read as JSON."""
        return json.loads(self.body)

    @property
    def data(self) -> Any:
        """The data in the envelope."""
        return self.json["data"]

    @property
    def code(self) -> str | None:
        """The code of an error of the envelope."""
        return self.json.get("error", {}).get("code") if self.body else None
