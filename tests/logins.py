"""People who log in, the applications they log in with, and what they send to the token endpoint."""

import hashlib
from base64 import b64encode
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from webtest import TestApp, TestResponse

from app.identity.caller import token_hash
from app.ids import new_id
from app.postgres.database import Transaction
from tests.service import Client, Service

TOKEN = "/api/v1/oauth/token"
REVOKE = "/api/v1/oauth/revoke"
PASSWORD = "correct horse battery staple"
# Hashes are slow to verify on purpose, each at the cost that it names: those of the tests name the least.
PASSWORD_HASH = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)


@dataclass(frozen=True)
class Person:
    """A user who may log in with PASSWORD."""

    id: str
    email: str
    organization_id: str


class Logins:
    """Logs people in."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.web = TestApp(service.app)

    def owner(self, query: str, organization_id: str | None = None, **params: Any) -> None:
        """Run a statement of tests/queries/logins.sql as the owner of the tables."""

        def work(tx: Transaction) -> None:
            if organization_id:
                tx.enter(organization_id)
            tx.execute(f"logins.{query}", **params)

        self.service.owner.run_as_owner(work)

    def rows(self, query: str, **params: Any) -> list[dict[str, Any]]:
        """The rows of a query of tests/queries/logins.sql, asked as the owner of the tables."""
        return self.service.owner.run_as_owner(lambda tx: tx.all(f"logins.{query}", **params))

    def person(self, *, password_hash: str | None = PASSWORD_HASH, default: bool = True) -> Person:
        """A new user in an organization of their own."""
        organization_id = self.service.organization().organization_id
        person = Person(new_id("usr"), f"{new_id('x').lower()}@example.com", organization_id)
        self.owner("user", id=person.id, email=person.email, password_hash=password_hash)
        self.owner("member", organization_id, member=person.id)
        if default:
            self.owner("default_organization", organization_id, member=person.id)
        return person

    def client(self, secret: str | None = None, scopes: str = "full") -> str:
        """A new client, public without a secret; its client_id."""
        client_id = new_id("cli")
        hashed = token_hash(secret) if secret else None
        self.owner("client", id=client_id, secret_hash=hashed, scopes=scopes.split())
        return client_id

    def form(self, parameters: Any, headers: dict[str, str] | None = None, path: str = TOKEN) -> TestResponse:
        """Send a form."""
        return self.web.post(path, parameters, headers=headers, expect_errors=True)

    def json(self, parameters: Any, path: str = TOKEN) -> TestResponse:
        """Send the same as JSON."""
        return self.web.post_json(path, parameters, expect_errors=True)

    def raw(self, body: bytes, content_type: str, path: str = TOKEN, **headers: str) -> TestResponse:
        """Send bytes."""
        return self.web.post(path, body, headers=headers, content_type=content_type, expect_errors=True)

    def login(self, person: Person, client_id: str, **more: str) -> TestResponse:
        """The password grant."""
        given = {
            "grant_type": "password",
            "username": person.email,
            "password": PASSWORD,
            "client_id": client_id,
        }
        return self.form(given | more)

    def tokens(self, person: Person, client_id: str, **more: str) -> dict[str, Any]:
        """A login that must succeed; its tokens."""
        response = self.login(person, client_id, **more)
        assert response.status_int == 201, response.text
        return dict(response.json)

    def refresh(self, token: str, client_id: str, **more: str) -> TestResponse:
        """The refresh grant."""
        return self.form(
            {"grant_type": "refresh_token", "refresh_token": token, "client_id": client_id} | more
        )

    def revoke(self, token: str) -> TestResponse:
        """Revoke as anyone may."""
        return self.form({"token": token}, path=REVOKE)

    def works(self, access_token: str) -> bool:
        """Return whether the service takes the token."""
        status = Client(self.service.app, access_token).get("/me").status_int
        assert status in (200, 401)
        return bool(status == 200)

    def fail(self, username: str, client_id: str, times: int) -> TestResponse:
        """Guess wrongly; the last answer."""
        given = {"grant_type": "password", "username": username, "password": "wrong", "client_id": client_id}
        return [self.form(given) for _ in range(times)][-1]


def is_password(hash: str, text: str) -> bool:
    """Return whether the hash was made of the password."""
    try:
        return PasswordHasher().verify(hash, text.encode("utf-8", "surrogatepass"))
    except VerificationError:
        return False


def username_hash(username: str) -> str:
    """The key that failures of a username are counted under."""
    return hashlib.sha256(username.lower().encode()).hexdigest()


def basic(name: str, secret: str) -> dict[str, str]:
    """The header of HTTP Basic."""
    return {"Authorization": "Basic " + b64encode(f"{name}:{secret}".encode()).decode()}


def refused(response: TestResponse, error: str, status: int = 400) -> None:
    """The answer is a refusal as RFC 6749 has it, in plain ASCII, and no cache keeps it."""
    assert (response.status_int, response.json["error"]) == (status, error), response.text
    assert set(response.json) <= {"error", "error_description"}
    assert response.json["error_description"].isascii()
    assert response.content_type == "application/json"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Pragma"] == "no-cache"
