"""The operations that hostile requests are sent to, and what is sent to them."""

from collections.abc import Iterable
from typing import Any

from resources.api import PREFIX
from tests.api import hostile, samples
from tests.api.hostile import Answer, assert_in_envelope, send
from tests.api.kinds import UNIQUE
from tests.api.moves import MOVES
from tests.contract import operation_of, published
from tests.routes import WALKED
from tests.service import Client

# The permission that each operation asks for.
TABLE = {name: operation.permission for name, operation in WALKED.items()}
FORMS = sorted(samples.FORMS & set(TABLE))
WRITES = [name for name in TABLE if name.split()[0] in ("POST", "PATCH", "PUT") and name not in samples.FORMS]
BODIES = [name for name in WRITES if name not in samples.WITHOUT_BODY]
# What writes the one record that it answers.
KEPT = [
    name
    for name in BODIES
    if name not in samples.WRITES_NOTHING | MOVES.keys()
    and name.split()[1] not in samples.SETTINGS
    and not name.endswith(samples.BULK)
]
READS = [
    name.split()[1] for name, permission in TABLE.items() if name.startswith("GET") and "." in permission
]
LISTS = [path for path in READS if "{id}" not in path]
MEMBERS = [name for name in TABLE if "{id}" in name]
PAPERS = {"/customers/{id}/ledger-pdf"} | {path for path in READS if path.endswith("/pdf")}


def query_parameters(path: str, *, required: bool = False) -> list[str]:
    """Return the documented query parameters of a read, or the required ones alone."""
    operation = operation_of("GET", PREFIX + path) or {}
    shared = published()["components"]["parameters"]
    given = [
        shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        for one in operation.get("parameters", ())
    ]
    asked = [one for one in given if one["in"] == "query"]
    return [one["name"] for one in asked if not required or one.get("required")]


#: A place in a body, and what is put there: its name, and the raw JSON.
Harm = dict[tuple[Any, ...], tuple[str, str]]


class Target:
    """An endpoint that writes, with a valid body and, where it has one, the record it writes to."""

    def __init__(self, org: Client, name: str) -> None:
        self.org = org
        self.method, path = name.split()
        self.collection = samples.collection_of(path)
        self.path = path
        if "{id}" in path:
            id = samples.ready_for(org, name)
            self.path, self.body = path.replace("{id}", id), samples.sent_with(org, name, id) or {}
        else:
            self.body = samples.body_of(org, path)
        # The body goes many times, and a reference names one record.
        self.body |= {name: None for name in self.body if name == "externalReference"}

    def send(self, body: bytes) -> Answer:
        """Send a body; return the answer. A new record of a kind that must be unique is deleted again."""
        answer = send(self.org.web.app, self.method, self.path, body, self.org.token)
        assert_in_envelope(answer)
        if answer.status == 201 and self.collection in UNIQUE:
            made = f"{self.collection}/{answer.json['data']['id']}"
            samples.make_deletable(self.org, self.collection)
            assert send(self.org.web.app, "DELETE", made, token=self.org.token).status == 200
        return answer

    def take(self, rows: Iterable[Harm]) -> None:
        """Send each row of harm as one body; what was not refused by name goes again, until it is taken.

        So each value is either refused for itself, or goes all the way with others that are not refused.
        """
        waiting: dict[tuple[Any, ...], list[tuple[str, str]]] = {}
        for harm in rows:
            for at, value in self._not_refused(harm).items():
                waiting.setdefault(at, []).append(value)
        while waiting := {at: values for at, values in waiting.items() if values}:
            harm = {at: values.pop() for at, values in waiting.items()}
            while harm:
                left = self._not_refused(harm)
                harm = left if len(left) < len(harm) else {}

    def _not_refused(self, harm: Harm) -> Harm:
        """Return the harmful values that the answer did not name; none when the whole body was taken."""
        answer = self.send(hostile.with_raws(self.body, {at: raw for at, (_, raw) in harm.items()}))
        assert answer.status in (200, 201, 404, 409, 422), (harm, answer.body)
        if answer.status != 422:
            return {}
        named = named_fields(answer)
        return {at: value for at, value in harm.items() if not concerned(at, named)}


def named_fields(answer: Answer) -> set[str]:
    """The fields that a refusal names; it must name some, each with words."""
    details = answer.json["error"]["details"]
    assert 1 <= len(details) <= 100
    assert all(detail["field"] and detail["message"] for detail in details)
    return {detail["field"] for detail in details}


def concerned(at: tuple[Any, ...], named: set[str]) -> bool:
    """Return whether an error names a place, a place inside it, or a place around it."""
    place = ".".join(map(str, at))
    return any(
        place == name or f"{place}.".startswith(f"{name}.") or name.startswith(f"{place}.") for name in named
    )
