"""Errors of requests, and warnings about writes that are carried out, without HTTP.

Each class has one code of the closed set that the documentation lists. `resources.serving.errors` maps codes to HTTP
statuses.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

# Pairs of a field, in the caller's words, and a sentence.
Details = Sequence[tuple[str, str]]


# An organization's choices for implausible writes (`checks`).
WARN, REFUSE = "warn", "refuse"


class Warned(NamedTuple):
    """A warning: its code (docs/api.md lists them), the field in the caller's words, a sentence."""

    code: str
    field: str
    message: str

    @property
    def on_the_wire(self) -> dict[str, str]:
        """Return the warning as an element of `warnings`."""
        return {"code": self.code, "field": self.field, "message": self.message}


def faults_of(warnings: Iterable[Warned]) -> list[tuple[str, str]]:
    """Return warnings as faults, for an organization that refuses implausible writes."""
    return [(warning.field, warning.message) for warning in warnings]


def a_or_an(noun: str) -> str:
    """Return a noun with its article: `an invoice`, `a bill`."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def names_no(noun: str = "record") -> str:
    """Return the sentence for a field with an id that the caller's organization does not have."""
    return f"Names no {noun} of this organization."


class DomainError(Exception):
    """A request that cannot be served. The caller sees the code, the message (one sentence) and the details.

    `retry_after` is in seconds.
    """

    code = "internal_error"

    def __init__(self, message: str, details: Details = (), *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.details = tuple(details)
        self.retry_after = retry_after


class InvalidRequest(DomainError):
    """The request is malformed: it cannot be parsed as an input of the operation."""

    code = "invalid_request"


class Invalid(DomainError):
    """A field of the body, or a query parameter, breaks a rule. The message repeats the first of `details`."""

    code = "validation_error"

    def __init__(self, details: Details) -> None:
        first = f"{details[0][0]}: {details[0][1]}" if details else "The request is not valid."
        more = f" (and {len(details) - 1} more)" if len(details) > 1 else ""
        super().__init__(first + more, details)


class Unauthorized(DomainError):
    """The token is missing, malformed or not valid. `presented` is true if it is well-formed and not valid."""

    code = "unauthorized"

    def __init__(self, message: str, *, presented: bool = False) -> None:
        super().__init__(message)
        self.presented = presented


class InsufficientScope(DomainError):
    """The token's scopes do not include the permission. `organization` (slug) and `user_id` are for the log."""

    code = "insufficient_scope"

    def __init__(self, permission: str, organization: str = "", user_id: str = "") -> None:
        super().__init__(f"The token lacks the permission {permission}.")
        self.permission, self.organization, self.user_id = permission, organization, user_id


class Forbidden(DomainError):
    """The caller's role does not include the permission. `organization` (slug) and `user_id` are for the log."""

    code = "forbidden"

    def __init__(self, permission: str, organization: str = "", user_id: str = "") -> None:
        super().__init__(f"Your role does not allow {permission}.")
        self.permission, self.organization, self.user_id = permission, organization, user_id


class NotFound(DomainError):
    """The caller's organization has no such record."""

    code = "not_found"

    def __init__(self, message: str = "There is no such record.") -> None:
        super().__init__(message)


class Conflict(DomainError):
    """The record's state does not allow the operation."""

    code = "conflict"

    def __init__(
        self, message: str = "The records have changed or do not allow this; read them again."
    ) -> None:
        super().__init__(message)


class PreconditionFailed(DomainError):
    """The record has another version than the caller wants to change."""

    code = "precondition_failed"

    def __init__(self) -> None:
        super().__init__("The record has changed since it was read; read it again.")


class RateLimited(DomainError):
    """There are too many requests. The next one is allowed after `retry_after` seconds."""

    code = "rate_limited"


class Unavailable(DomainError):
    """The service cannot answer at the moment; the request itself may be right. `retry_after` is in seconds."""

    code = "service_unavailable"

    def __init__(self, message: str = "The service is busy; try again.", retry_after: int = 1) -> None:
        super().__init__(message, retry_after=retry_after)


class Elsewhere(Unavailable):
    """The organization lies elsewhere in a cluster: at `place`, "host:port/shard"."""

    def __init__(self, place: str) -> None:
        super().__init__()
        self.place = place
