"""`/`: the name, the health and the addresses of the service, as a page, or as JSON on request."""

from dataclasses import dataclass
from html import escape

import falcon

from app import __version__
from app.errors import Unavailable
from resources.assets import Assets, answer_page
from resources.docs_page import Demonstration
from resources.health import Health
from resources.serving.answers import answer

_READY, _NOT_READY = "ready", "not ready"
# The empty icon, which keeps browsers from asking for one, is a data URL.
_POLICY = {"style-src": "'self'", "img-src": "data:"}


@dataclass(frozen=True)
class Place:
    """An address that the page links to: its name in JSON, its path, its title and a sentence about it."""

    key: str
    path: str
    title: str
    about: str


# In reading order. What is served beside the interface and is to be found gets a line here.
PLACES = (
    Place("documentation", "/docs", "Documentation", "Every operation, with examples that can be sent."),
    Place(
        "books", "/books", "The books", "Receivables, sales and returns, and every document beside its PDF."
    ),
    Place(
        "openapi",
        "/api/v1/openapi.json",
        "OpenAPI document",
        "Every operation, for programs that make clients of it.",
    ),
    Place("health", "/readyz", "Health", "The check of load balancers."),
)


class FrontPage:
    """The first page."""

    def __init__(self, assets: Assets, health: Health, demonstration: Demonstration) -> None:
        self._assets = assets
        self._health = health
        self._demonstration = demonstration

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the page, or JSON."""
        resp.set_header("Vary", "Accept")
        if req.client_prefers((falcon.MEDIA_HTML, falcon.MEDIA_JSON)) == falcon.MEDIA_JSON:
            answer(resp, self._facts(req))
            return
        answer_page(resp, self._page(req), _POLICY)

    def _facts(self, req: falcon.Request) -> dict[str, str]:
        token = self._demonstration.token_for(req)
        return {
            "name": "GST invoicing",
            "version": __version__,
            "status": self._status(),
            **{place.key: place.path for place in PLACES},
            **({"demonstrationToken": token} if token else {}),
        }

    def _page(self, req: falcon.Request) -> str:
        status, token = self._status(), self._demonstration.token_for(req)
        places = "\n".join(
            f'<li><a href="{place.path}">{place.title}</a><br>{place.about}</li>' for place in PLACES
        )
        base = f"{req.scheme}://{req.netloc}"
        return self._assets.page(
            "front.html",
            {
                "version": escape(__version__),
                "status": "Ready"
                if status == _READY
                else "Not ready: its database does not answer, or is old",
                "is_ready": "true" if status == _READY else "false",
                "places": places,
                "demonstration": _told(escape(token), escape(base)) if token else "",
            },
        )

    def _status(self) -> str:
        try:
            return _NOT_READY if self._health.missing() else _READY
        except Unavailable:
            return _NOT_READY


def _told(token: str, base: str) -> str:
    return f"""<section>
<h2>The demonstration</h2>
<p>A year of a made-up trader, Sahyadri Traders of Pune. Its token, which both pages know already:</p>
<pre tabindex="0">{token}</pre>
<p>The latest invoice, from a terminal:</p>
<pre tabindex="0">curl -H "Authorization: Bearer {token}" '{base}/api/v1/invoices?limit=1'</pre>
</section>"""
