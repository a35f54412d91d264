"""An organization that the tests of one file share, where making its records would take longer than what is asked."""

import json

from tests.api import samples
from tests.api.references import existing
from tests.service import Client


class Standing(Client):
    """The administrator of an organization. What its records are named by, once asked for, stays as it is."""

    def __init__(self, org: Client) -> None:
        super().__init__(org.web.app, org.token, **org.known)
        self._bodies: dict[str, bytes] = {}
        self._ids: dict[str, str] = {}

    def body_of(self, path: str) -> bytes:
        """A valid body, the same at each call."""
        if path not in self._bodies:
            self._bodies[path] = json.dumps(samples.body_of(self, path)).encode()
        return self._bodies[path]

    def id_at(self, path: str) -> str:
        """The id of a record, the same at each call; none where the path names no record."""
        if "{id}" not in path:
            return ""
        if path not in self._ids:
            self._ids[path] = existing(self, path)
        return self._ids[path]
