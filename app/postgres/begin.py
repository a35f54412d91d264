"""What opens a transaction: each is sent as one message, or at the head of one, before anything else."""

from app.postgres.connection import FOR_A_TRANSACTION
from app.postgres.statements import Call, Form, fixed

# A request's statements keep their plans: left to choose, PostgreSQL plans lists and arrays anew each time, since it
# takes a page or a document for larger than it is. What filters gets a plan of its own (Transaction.records_of_all).
_BEGIN = (
    "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL ROLE invoicing_app; "
    "SET LOCAL plan_cache_mode = force_generic_plan"
)
# Who calls, bound to that tenant in the same message.
_RESOLVE = (
    "; SELECT *, set_config('app.organization_id', organization_id, true), set_config('app.user_id', user_id, true), "
    "set_config('app.token_id', token_id, true), set_config('app.request_id', %s, true) FROM resolve_token(%s)"
)
# What writes before a tenant is known, or in several, says at least for which request.
_FOR_REQUEST = "; SET LOCAL app.request_id = %s"
_BEGIN_FOR_REQUEST = Form((_BEGIN + _FOR_REQUEST).encode(), ("request_id",))
_BEGIN_WITH_TOKEN = Form((_BEGIN + _RESOLVE).encode(), ("request_id", "token_hash"))
# Operators have time: a report may read all of an organization.
_BEGIN_AS_OWNER = Form(
    ("BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 0" + _FOR_REQUEST).encode(),
    ("request_id",),
)
BEGIN_AS_AUDITOR = fixed("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0")
_SETTINGS = ("organization_id", "user_id", "token_id", "request_id")
_SET_TENANT = Form("; ".join(f"SET LOCAL app.{name} = %s" for name in _SETTINGS).encode(), _SETTINGS)


def begin(request_id: str) -> Call:
    """Begin without a tenant; audit rows will name the request."""
    return Call(_BEGIN_FOR_REQUEST, {"request_id": request_id})


def begin_as_owner(request_id: str) -> Call:
    """Begin as the login role itself; audit rows will name the request."""
    return Call(_BEGIN_AS_OWNER, {"request_id": request_id})


def begin_with_token(token_hash: str, request_id: str) -> Call:
    """Begin in the organization of a token; the last statement answers who calls, or nothing."""
    return Call(_BEGIN_WITH_TOKEN, {"token_hash": token_hash, "request_id": request_id})


def set_tenant(organization_id: str, user_id: str, token_id: str, request_id: str) -> Call:
    """Bind what is open to a tenant."""
    values = (organization_id, user_id, token_id, request_id)
    return Call(_SET_TENANT, dict(zip(_SETTINGS, values, strict=True)))


def with_settings(opening: Call) -> Call:
    """The opening with the settings of a session put after its BEGIN, for where a pooler keeps none."""
    form, values = opening
    text = form.text.replace(b";", f"; {FOR_A_TRANSACTION};".encode(), 1)
    return Call(Form(text, form.names), values)
