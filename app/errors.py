"""What can be wrong with a request, in the domain's words.

Each class carries one code of the closed set that the documentation lists; which HTTP status a code
has is known to `resources.serving.errors` alone.
"""

from collections.abc import Sequence

Details = Sequence[tuple[str, str]]


def names_no(noun: str = "record") -> str:
    """What is said of a field that names nothing in the caller's organization."""
    return f"Names no {noun} of this organization."


class Problem(Exception):
    """A request that cannot be served, told to the caller: a code, one sentence, and fields at fault."""

    code = "internal_error"

    def __init__(self, message: str, details: Details = (), *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.details = tuple(details)
        self.retry_after = retry_after


class InvalidRequest(Problem):
    """The request is malformed: what was sent cannot be read as what the operation takes."""

    code = "invalid_request"


class Invalid(Problem):
    """A body or query parameter breaks a rule. `details`: (field in the caller's words, sentence)."""

    code = "validation_error"

    def __init__(self, details: Details) -> None:
        first = f"{details[0][0]}: {details[0][1]}" if details else "The request is not valid."
        more = f" (and {len(details) - 1} more)" if len(details) > 1 else ""
        super().__init__(first + more, details)


class Unauthorized(Problem):
    """No caller is known: the token is missing, malformed or not valid (`presented` tells the last)."""

    code = "unauthorized"

    def __init__(self, message: str, *, presented: bool = False) -> None:
        super().__init__(message)
        self.presented = presented


class InsufficientScope(Problem):
    """The token does not carry the permission. `organization` (slug) and `user_id` are for the log."""

    code = "insufficient_scope"

    def __init__(self, permission: str, organization: str = "", user_id: str = "") -> None:
        super().__init__(f"The token lacks the permission {permission}.")
        self.permission, self.organization, self.user_id = permission, organization, user_id


class Forbidden(Problem):
    """The caller's role does not carry the permission. `organization` (slug) and `user_id` are for the log."""

    code = "forbidden"

    def __init__(self, permission: str, organization: str = "", user_id: str = "") -> None:
        super().__init__(f"Your role does not allow {permission}.")
        self.permission, self.organization, self.user_id = permission, organization, user_id


class NotFound(Problem):
    """No such record in the caller's organization."""

    code = "not_found"

    def __init__(self, message: str = "There is no such record.") -> None:
        super().__init__(message)


class Conflict(Problem):
    """The record's state does not allow the operation."""

    code = "conflict"

    def __init__(
        self, message: str = "The records have changed or do not allow this; read them again."
    ) -> None:
        super().__init__(message)


class RateLimited(Problem):
    """Too many requests; `retry_after` seconds say when to come back."""

    code = "rate_limited"


class Unavailable(Problem):
    """The service cannot answer just now, through no fault of the caller."""

    code = "service_unavailable"

    def __init__(self, message: str = "The service is busy; try again.", retry_after: int = 1) -> None:
        super().__init__(message, retry_after=retry_after)
