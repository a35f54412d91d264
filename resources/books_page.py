"""`/books`: the books of an organization to look at, made of plain modules that ask the interface for every figure."""

from html import escape
from pathlib import Path

import falcon

from resources.assets import Assets, Bundle, answer_page
from resources.docs_page import Demonstration

FOLDER = Path(__file__).parent / "books_assets"
_POLICY = {
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "data:",
    "connect-src": "'self'",
    # The PDF that a request was answered with.
    "frame-src": "blob:",
    "object-src": "blob:",
}


class BooksPage:
    """The page; its modules write the views."""

    def __init__(self, assets: Assets, bundle: Bundle, demonstration: Demonstration) -> None:
        self._assets, self._bundle, self._demonstration = assets, bundle, demonstration

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the page."""
        known = {"token": escape(self._demonstration.token_for(req)), "folder": self._bundle.name}
        answer_page(resp, self._assets.fill(FOLDER / "books.html", known), _POLICY)
