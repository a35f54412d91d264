"""Query parameters: page, limit and free-text search, read strictly."""

from dataclasses import dataclass

import falcon

from app.errors import Invalid

DEFAULT_LIMIT = 50
MOST_LIMIT = 200
# 2^31 - 1 pages of 200 rows: the offset fits a 64-bit integer with room to spare.
MOST_PAGE = 2_147_483_647
MOST_SEARCH = 255


@dataclass(frozen=True)
class Window:
    """Which part of a list is asked for: `page` counts from 1."""

    page: int
    limit: int

    @property
    def offset(self) -> int:
        """How many rows come before the page."""
        return (self.page - 1) * self.limit


def window_of(req: falcon.Request) -> Window:
    """Read `page` and `limit`; raises Invalid naming whichever is wrong, or both."""
    details: list[tuple[str, str]] = []
    page = _whole(req, "page", 1, MOST_PAGE, details)
    limit = _whole(req, "limit", DEFAULT_LIMIT, MOST_LIMIT, details)
    if details:
        raise Invalid(details)
    return Window(page, limit)


def parameter_of(req: falcon.Request, name: str) -> str | None:
    """A text parameter, None when it is absent or empty; raises Invalid when it cannot be one."""
    given = req.params.get(name)
    if isinstance(given, list):
        raise Invalid([(name, "May be given once only.")])
    if given and ("\0" in given or len(given) > MOST_SEARCH):
        raise Invalid([(name, f"Must be text of at most {MOST_SEARCH} characters.")])
    return given or None


def search_of(req: falcon.Request) -> str | None:
    """`q` as a LIKE pattern that matches it anywhere, its own wildcards taken as plain characters."""
    q = parameter_of(req, "q")
    if q is None:
        return None
    for special in ("\\", "%", "_"):
        q = q.replace(special, "\\" + special)
    return f"%{q}%"


def _whole(req: falcon.Request, name: str, default: int, most: int, details: list[tuple[str, str]]) -> int:
    given = req.params.get(name)
    if given is None:
        return default
    # Ten digits hold the largest bound; longer text is not worth converting.
    if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) <= len(str(MOST_PAGE)):
        if 1 <= int(given) <= most:
            return int(given)
    details.append((name, f"Must be a whole number from 1 to {most}, given once."))
    return default
