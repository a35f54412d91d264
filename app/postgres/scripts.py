"""Scripts: texts of several statements."""

import re
from collections.abc import Iterator

# Texts, names and comments, whose semicolons end nothing; and the semicolon that ends a statement.
_PASSED_BY = r"'(?:[^']|'')*' | \"[^\"]*\" | --[^\n]* | (?P<dollars>\$\w*\$).*?(?P=dollars)"
_PLACES = re.compile(rf"{_PASSED_BY} | (?P<end>;)", re.DOTALL | re.VERBOSE)
_COMMENT = re.compile(r"--[^\n]*")


def statements_of(script: str) -> Iterator[str]:
    """Yield each statement of a script with the comments before it.

    The service's scripts have neither comments in /* */ nor texts with backslashes before a quote.
    """
    began = 0
    for place in _PLACES.finditer(script):
        if place["end"]:
            yield script[began : place.end()]
            began = place.end()
    if _COMMENT.sub("", script[began:]).strip():
        yield script[began:]
