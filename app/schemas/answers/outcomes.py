"""Short answers: outcomes, the health of the service, and errors (RFC 6749 section 5.2)."""

from marshmallow import fields, validate

from app.schemas.answers.fields import Answered, Boolean, Integer, Many, One, OneOf, Word
from app.schemas.body import MOST_ERRORS

CODES = (
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "forbidden",
    "not_found",
    "conflict",
    "precondition_failed",
    "validation_error",
    "rate_limited",
    "internal_error",
    "service_unavailable",
)

WARNING_CODES = (
    "gstin_malformed",
    "gstin_check_character",
    "gstin_state_mismatch",
    "pan_malformed",
    "pan_not_of_gstin",
    "hsn_malformed",
    "hsn_too_short",
    "unit_unknown",
    "rate_unusual",
    "number_not_rule_46",
    "date_in_future",
    "date_before_last_number",
    "recipient_address_missing",
    "credit_note_late",
    "supplier_bill_duplicate",
    "adjustment_untaxed",
)


class Deleted(Answered):
    """The record was deleted."""

    deleted = Boolean(metadata={"const": True})


class Done(Answered):
    """It was done."""

    ok = Boolean(metadata={"const": True})


class Revoked(Answered):
    """The token is valid no more, if it ever was."""

    success = Boolean(metadata={"const": True})


class Alive(Answered):
    """The process answers."""

    status = OneOf("alive")


class Ready(Answered):
    """The database answers and is current."""

    status = OneOf("ready")


class WriteWarning(Answered):
    """A warning about a write that was carried out: a value is valid but implausible."""

    code = OneOf(*WARNING_CODES)
    field = Word()
    message = Word()


class PageMeta(Answered):
    """The position of the page in the list, and the number of records on all pages."""

    page = Integer(min=1)
    limit = Integer(min=1)
    total = Integer(min=0)
    has_more = Boolean()
    next_cursor = Word(null=True)


class ErrorDetail(Answered):
    """A fault of one field."""

    field = Word()
    message = Word()


class Problem(Answered):
    """An error: its code, and a message for people."""

    code = OneOf(*CODES)
    message = Word()
    help = Word()


class Error(Answered):
    """An error."""

    success = Boolean(metadata={"const": False})
    error = One(Problem)


class InvalidProblem(Answered):
    """A refusal of the request, with the fault of each field."""

    code = OneOf("validation_error")
    message = Word()
    help = Word()
    details = Many(ErrorDetail, validate=validate.Length(1, MOST_ERRORS))


class ValidationError(Answered):
    """An error that names the fields at fault."""

    success = Boolean(metadata={"const": False})
    error = One(InvalidProblem)


class TokenError(Answered):
    """An error in the words of RFC 6749."""

    error = OneOf(
        "invalid_request",
        "invalid_client",
        "invalid_grant",
        "invalid_scope",
        "unsupported_grant_type",
        "insecure_transport",
        "temporarily_unavailable",
    )
    error_description = fields.String(data_key="error_description")
