"""What can be wrong with a template."""


class TemplateFault(Exception):
    """A template that cannot be printed with: why, and in which of its lines where that is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
