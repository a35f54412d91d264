"""What opens a transaction: each is sent as one message, before anything else."""

import re

from app.connection import FOR_A_TRANSACTION

# A request's statements keep their plans: left to choose, PostgreSQL plans lists and arrays anew each time, since it
# takes a page or a document for larger than it is. What filters gets a plan of its own (Transaction.records_together).
BEGIN = (
    "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL ROLE invoicing_app; "
    "SET LOCAL plan_cache_mode = force_generic_plan"
)
# Who calls, bound to that tenant in the same message.
BEGIN_WITH_TOKEN = BEGIN + (
    "; SELECT *, set_config('app.organization_id', organization_id, true), set_config('app.user_id', user_id, true), "
    "set_config('app.token_id', token_id, true), set_config('app.request_id', '{request_id}', true) "
    "FROM resolve_token('{token_hash}')"
)
# Operators have time: a report may read all of an organization.
BEGIN_AS_OWNER = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 0"
BEGIN_AS_AUDITOR = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0"
SET_TENANT = (
    "SET LOCAL app.organization_id = '{organization_id}'; SET LOCAL app.user_id = '{user_id}'; "
    "SET LOCAL app.token_id = '{token_id}'; SET LOCAL app.request_id = '{request_id}'"
)

# SET LOCAL takes no parameters, so what goes in is held to an alphabet that needs no quoting.
_SAFE = re.compile(r"[A-Za-z0-9_.:-]*")


def literals(template: str, **values: str) -> str:
    """The template with values put in; raises ValueError for one that would need quoting."""
    for name, value in values.items():
        if not _SAFE.fullmatch(value):
            raise ValueError(f"{name} cannot stand in a statement")
    return template.format(**values)


def with_settings(opening: str) -> str:
    """The opening with the settings of a session put after its BEGIN, for where a pooler keeps none."""
    return opening.replace(";", f"; {FOR_A_TRANSACTION};", 1)
