"""`/docs`: the documentation page, made of Scalar and a few files of this service. It loads no other host."""

from html import escape

import falcon

from resources.assets import Assets, answer_page

_GIVEN = "The token of the demonstration, whose records every example names."
_WANTED = "A personal access token, such as the one that make run printed."


class DocsPage:
    """The page: the first steps, and every operation."""

    def __init__(self, assets: Assets, demonstration: "Demonstration") -> None:
        self._assets = assets
        self._demonstration = demonstration

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the page."""
        token = self._demonstration.token_for(req)
        known = {"token": escape(token), "hint": _GIVEN if token else _WANTED}
        policy = {
            "script-src": "'self'",
            # Scalar writes its style sheets into the page, in part without a nonce.
            "style-src": "'self' 'unsafe-inline'",
            "img-src": "'self' data: blob:",
            "connect-src": "'self'",
            # The PDF that a request was answered with.
            "frame-src": "blob:",
            "object-src": "blob:",
        }
        answer_page(resp, self._assets.page("page.html", known), policy)


class Demonstration:
    """The token of the demonstration, where `make run` made one for this machine."""

    def __init__(self, token: str | None) -> None:
        self._token = token or ""

    def token_for(self, req: falcon.Request) -> str:
        """Return the token for who asks on this machine by its own name, else nothing.

        A page of another site, which has its own name point here, sends that name.
        """
        return self._token if req.host in ("127.0.0.1", "localhost", "[::1]", "::1") else ""
