"""Faults of templates."""


class TemplateFault(Exception):
    """A template cannot be used. `message` says why; `line` is its line in the template, where it is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
