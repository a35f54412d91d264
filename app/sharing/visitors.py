"""Which requests for a page are looks of a person. Pure."""

import re
from collections.abc import Mapping

# Programs that fetch what a message links to, look for what can be indexed, or say that they are no browser.
_ROBOTS = re.compile(
    # Cubot makes telephones.
    r"(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|curl|wget|python|java/|okhttp|go-http|monitor",
    re.IGNORECASE,
)


def is_look(method: str, headers: Mapping[str, str]) -> bool:
    """Whether a request is a look: a GET of what calls itself a browser and shows the page at once.

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
