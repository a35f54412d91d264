"""The statements that open each kind of transaction."""

from dataclasses import dataclass, replace

from app.postgres.connection import SESSION_OF_A_TRANSACTION
from app.postgres.statements import Call, SqlText, fixed
from app.wire import Row

_SETTINGS = ("organization_id", "user_id", "token_id", "request_id")


@dataclass(frozen=True)
class Authorization:
    """The parameters of `open_request`, which checks the token of a request.

    `permission` is what the route requires, "" where any valid token will do. `scopes` are all scopes that include it,
    `roles` the keys of the program's own roles that do: each as the text of an array, `{read,full}`, which psycopg
    writes in a twelfth of the time that a list takes.
    """

    token_hash: str
    permission: str = ""
    scopes: str = "{}"
    roles: str = "{}"


@dataclass(frozen=True)
class Opening:
    """The statements that open a transaction.

    With `finds_caller` the last one answers the caller's row, or raises what refuses the caller.
    """

    statements: tuple[Call, ...]
    request_id: str = ""
    finds_caller: bool = False

    @property
    def token_hash(self) -> str:
        """The token whose organization it opens; "" where it finds no caller."""
        return str(self.statements[-1].values["token_hash"]) if self.finds_caller else ""

    @property
    def only_reads(self) -> bool:
        """Return whether the transaction is READ ONLY."""
        return self.statements[0] is not _BEGIN

    def calls(self, *, combined: bool, on_a_node: bool) -> list[Call]:
        """Return the calls to send.

        They go in one message where `combined`, else one by one, with the settings that a shared session cannot keep.
        on_a_node: on a node of Citus, which refuses a caller whose organization another one holds.
        """
        begin, *rest = self.statements
        if on_a_node and self.finds_caller:
            rest[-1] = Call(_OPEN_REQUEST_HERE, rest[-1].values)
        if combined:
            return [begin, *rest]
        *first, last = (call for call in rest if call is not _KEEP_PLANS)
        # The role comes first: Citus goes to other nodes as the present role.
        return [begin, SESSION_OF_A_TRANSACTION, *first, *([_TELL_NODES] if on_a_node else ()), last]


_BEGIN = fixed("BEGIN ISOLATION LEVEL READ COMMITTED")
_BEGIN_TO_READ = fixed("BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY")
_BEGIN_ON_A_SNAPSHOT = fixed("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
_AS_SERVICE = fixed("SET LOCAL ROLE invoicing_app")
# Left to choose, PostgreSQL plans lists and arrays anew for each request, since it takes a page or a document for
# larger than it is. Statements with filters are planned for their values (`replan` of Transaction).
_KEEP_PLANS = fixed("SET LOCAL plan_cache_mode = force_generic_plan")
# Operators have time: a report may read all of an organization.
_WITHOUT_TIME_LIMIT = fixed("SET LOCAL statement_timeout = 0")
# Citus passes on to other nodes what is set from now on. Without it their row security hides every row, and the trail
# that they write does not tell of whom.
_TELL_NODES = fixed("SET LOCAL citus.propagate_set_commands = 'local'")
_REQUIRE_HERE = SqlText(b"SELECT require_here(%s)", ("organization_id",))
_HAS_REPLAYED = SqlText(b"SELECT require_replayed(%s, %s)", ("reached", "since"))
_OPEN_REQUEST = SqlText(
    b"SELECT *, now() AS began FROM open_request(%s, %s, %s::text[], %s::text[], %s)",
    ("token_hash", "permission", "scopes", "roles", "request_id"),
)
_OPEN_REQUEST_HERE = SqlText(
    _OPEN_REQUEST.text.replace(b" FROM", b", require_here(organization_id) FROM"), _OPEN_REQUEST.names
)

AS_AUDITOR = Opening((_BEGIN_ON_A_SNAPSHOT, _WITHOUT_TIME_LIMIT))


def for_caller(authorization: Authorization, request_id: str, *, only_reads: bool = False) -> Opening:
    """Return the opening as the service in the organization of a token. only_reads: PostgreSQL refuses any write."""
    known = {
        "token_hash": authorization.token_hash,
        "permission": authorization.permission,
        "scopes": authorization.scopes,
        "roles": authorization.roles,
        "request_id": request_id,
    }
    return Opening(
        (_BEGIN_TO_READ if only_reads else _BEGIN, _AS_SERVICE, _KEEP_PLANS, Call(_OPEN_REQUEST, known)),
        request_id,
        finds_caller=True,
    )


def for_reader(authorization: Authorization, request_id: str) -> Opening:
    """Return the opening of `for_caller` on one snapshot of the database, READ ONLY."""
    opening = for_caller(authorization, request_id)
    return replace(opening, statements=(_BEGIN_ON_A_SNAPSHOT, *opening.statements[1:]))


def for_standby(authorization: Authorization, request_id: str, point: Row) -> Opening:
    """Return the opening of `for_reader` on a standby that has replayed the log up to `point`, of `replicas.point`."""
    opening = for_reader(authorization, request_id)
    *first, last = opening.statements
    return replace(opening, statements=(*first, Call(_HAS_REPLAYED, point), last))


def without_tenant(request_id: str) -> Opening:
    """Return the opening as the service without an organization; audit rows name the request."""
    return Opening((_BEGIN, _AS_SERVICE, _KEEP_PLANS, _set("request_id", request_id)), request_id)


def as_owner(request_id: str) -> Opening:
    """Return the opening as the login role, without a time limit; audit rows name the request."""
    return Opening((_BEGIN, _WITHOUT_TIME_LIMIT, _set("request_id", request_id)), request_id)


def set_tenant(
    organization_id: str, user_id: str, token_id: str, request_id: str, *, on_a_node: bool
) -> list[Call]:
    """Bind an open transaction to an organization; audit rows name user, token and request.

    By SET LOCAL, which Citus passes on to its workers, unlike set_config(). on_a_node: on a node of Citus, which
    refuses then where another one holds the organization.
    """
    values = (organization_id, user_id, token_id, request_id)
    binding = [_set(name, value) for name, value in zip(_SETTINGS, values, strict=True)]
    if not on_a_node:
        return binding
    return [*binding, Call(_REQUIRE_HERE, {"organization_id": organization_id})]


def _set(name: str, value: str) -> Call:
    return Call(SqlText(f"SET LOCAL app.{name} = %s".encode(), (name,)), {name: value})
