"""Links to the paragraphs about error codes in the documentation page."""


def help_path(code: str) -> str:
    """Return the path of the paragraph: the heading of the code's name in the description of the interface."""
    return f"/docs#description/{code.replace('_', '-')}"
