"""The service under test: an organization for each test, and clients that send tokens."""

import itertools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import falcon
from webtest import TestApp, TestResponse

from app.constraint_messages import CONSTRAINTS
from app.identity import registrations
from app.identity.caller import token_hash
from app.ids import new_id
from app.postgres.cluster import open_database
from app.postgres.database import Database, Transaction
from app.postgres.queries import load
from tests.contract import Checked

FIXTURES = Path(__file__).parent / "queries"
# What the database of the tests is: DATABASE_POOLER of the service under test.
POOLER = os.environ.get("TEST_POOLER", "none")

_numbers = itertools.count(1)
T = TypeVar("T")


def new_token() -> str:
    """A personal access token that nobody has yet."""
    return "pat_" + new_id("x")


def opened(url: str, pooler: str = POOLER, **how: Any) -> Database:
    """Open a database as the service under test does; how: the other keywords of Database."""
    return open_database(url, pooled=pooler != "none", distributed=pooler == "citus", **how)


class Client:
    """A caller with a token. Answers are returned whatever their status is."""

    def __init__(self, app: falcon.App, token: str | None, **known: str) -> None:
        self.web = TestApp(app, lint=False)  # the framework keeps to WSGI; checking it costs time
        self.token = token
        self.known = known
        # Records that bodies name and no test changes.
        self.named: dict[str, dict[str, Any]] = {}

    def __getattr__(self, name: str) -> str:
        # organization_id, user_id, token_id, slug, email of the caller
        try:
            return self.known[name]
        except KeyError:
            raise AttributeError(name) from None

    def request(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> TestResponse:
        """Send a request below /api/v1 (a path that begins with // is taken from the root)."""
        sent = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        url = path[1:] if path.startswith("//") else "/api/v1" + path
        send = getattr(self.web, f"{method.lower()}_json" if body is not None else method.lower())
        given = {} if body is None else {"params": body}
        return send(url, headers=sent | (headers or {}), expect_errors=True, **given)

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.request("GET", path, headers=headers)

    def post(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        return self.request("POST", path, body, headers)

    def patch(self, path: str, body: Any) -> TestResponse:
        return self.request("PATCH", path, body)

    def put(self, path: str, body: Any) -> TestResponse:
        return self.request("PUT", path, body)

    def delete(self, path: str) -> TestResponse:
        return self.request("DELETE", path)

    def make(self, path: str, body: Any) -> dict[str, Any]:
        """Create a record that must be created; the record."""
        response = self.post(path, body)
        assert response.status_int == 201, response.text
        return response.json["data"]

    def once(self, name: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Return a record that bodies may name, made when the name is first asked for."""
        if name not in self.named:
            self.named[name] = make()
        return self.named[name]

    def total(self, path: str) -> int:
        """Return how many records a list has in all."""
        return int(self.get(path).json["meta"]["total"])

    def read(self, path: str) -> Any:
        """Read something that must be there; the data."""
        response = self.get(path)
        assert response.status_int == 200, response.text
        return response.json["data"]


class Service:
    """The service under test and its database."""

    def __init__(self, app: falcon.App, url: str, *, pooler: str = POOLER) -> None:
        # Whatever it answers to a test is held to the OpenAPI document.
        self.app = Checked(app)
        self.url = url
        self.owner = opened(url, pooler, pool_size=2, constraints=CONSTRAINTS)
        self.owner.queries |= load(FIXTURES)
        # Those whose books nobody has looked at yet: tests/api/conftest.py.
        self.unchecked: list[str] = []

    def close(self) -> None:
        self.owner.close()

    def organization(self, **settings: Any) -> Client:
        """A new organization in Maharashtra with a GST registration, and its administrator with a full token."""
        number = next(_numbers)
        caller = {
            "organization_id": new_id("org"),
            "user_id": new_id("usr"),
            "token_id": new_id("tok"),
            "email": f"user{number}@example.com",
            "slug": f"org-{number}",
        }
        facts = {
            "name": f"Organization {number}",
            "legal_name": f"Organization {number} Private Limited",
            "state_code": "27",
            "gstin": "27AAPFU0939F1ZV",
            "round_off": False,
            "prices_include_tax": False,
            "fiscal_year_start_month": 4,
            "time_zone": "Asia/Kolkata",
        }
        token = new_token()
        keys = {"registration_id": new_id("reg"), "token_hash": token_hash(token)}
        # One statement: thousands of tests begin with it.
        self._as_owner("fixtures.organization", **caller | facts | keys | settings)
        self.unchecked.append(caller["organization_id"])
        return Client(self.app, token, **caller)

    def describe(self, org: Client, *, checks: str | None = None, **facts: Any) -> None:
        """Set what an organization does with warnings, and facts of its default registration, as operators do."""

        def work(tx: Transaction) -> None:
            if checks:
                tx.execute("fixtures.checks", checks=checks)
            registrations.describe_default(tx, dict.fromkeys(registrations.FACTS) | facts)

        self.as_owner(org, work)

    def member(self, organization_id: str, role: str = "ADMIN", scopes: str = "full", **known: str) -> Client:
        """A new user of an organization, with a personal access token."""
        user_id, email = new_id("usr"), f"user{next(_numbers)}@example.com"
        self._as_owner(
            "fixtures.member", organization_id, user_id=user_id, email=email, name="A Member", role_key=role
        )
        caller = {"organization_id": organization_id, "user_id": user_id, "email": email, **known}
        return self.token(caller, scopes)

    def token(self, caller: dict[str, str], scopes: str = "full") -> Client:
        """Another personal access token of a user."""
        token, token_id = new_token(), new_id("tok")
        self._as_owner(
            "fixtures.token",
            caller["organization_id"],
            id=token_id,
            user_id=caller["user_id"],
            token_hash=token_hash(token),
            scopes=scopes.split(),
        )
        return Client(self.app, token, **caller | {"token_id": token_id})

    def anonymous(self) -> Client:
        """A caller without a token."""
        return Client(self.app, None)

    def as_owner(self, org: Client, work: Callable[[Transaction], T]) -> T:
        """Do work in an organization as the owner of the tables."""
        return self._in(org.organization_id, work)

    def _in(self, organization_id: str, work: Callable[[Transaction], T]) -> T:
        def entered(tx: Transaction) -> T:
            tx.enter(organization_id)
            return work(tx)

        return self.owner.run_as_owner(entered)

    def _as_owner(self, query: str, organization_id: str, **params: Any) -> None:
        self._in(organization_id, lambda tx: tx.execute(query, **params))
