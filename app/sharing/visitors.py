"""Detection of requests for a page that people make, not robots. Pure."""

import re
from collections.abc import Mapping

# Programs that fetch what a message links to, look for what can be indexed, or say that they are no browser.
_ROBOTS = re.compile(
    # Cubot makes telephones.
    r"(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|curl|wget|python|java/|okhttp|go-http|monitor",
    re.IGNORECASE,
)


def is_look(method: str, headers: Mapping[str, str]) -> bool:
    """Return whether a person looks at the page: a GET by a browser that shows it at once, neither robot nor prefetch.

    headers: by their names in capitals.
    """
    agent = headers.get("USER-AGENT", "")
    ahead = headers.get("SEC-PURPOSE", "") + headers.get("PURPOSE", "") + headers.get("X-MOZ", "")
    return (
        method == "GET"
        and bool(agent)
        and not _ROBOTS.search(agent)
        and not re.search("prefetch|preview", ahead)
    )
