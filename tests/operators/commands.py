"""Commands as tests run them: in this process, on the worker's own database."""

import json
import os
from collections.abc import Callable
from contextlib import closing
from typing import Any, TypeVar

from click.testing import CliRunner, Result

from app.__main__ import main
from app.postgres.database import Database, Row, Transaction
from app.postgres.queries import load
from tests.service import FIXTURES, POOLER

T = TypeVar("T")


class Operator:
    """An operator at a terminal; each command opens the database anew unless an open one is given."""

    def __init__(self, url: str, database: Database | None = None) -> None:
        self.url = url
        self.database = database

    def run(self, *words: str, stdin: str | bytes | None = None) -> Result:
        """Run a command; it may fail."""
        # The embedded PostgreSQL is one server.
        pooler = os.environ.get("DATABASE_POOLER", POOLER) if self.url else "none"
        env = {"DATABASE_URL": self.url, "DATABASE_POOLER": pooler}
        return CliRunner().invoke(main, words, input=stdin, obj=self.database, env=env)

    def make(self, *words: str, stdin: str | None = None) -> Any:
        """Run a command that must succeed; what it prints with --json."""
        result = self.run(*words, "--json", stdin=stdin)
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    def refused(self, *words: str, stdin: str | bytes | None = None) -> str:
        """Run a command that must be refused for its arguments; what it says on standard error."""
        result = self.run(*words, stdin=stdin)
        assert (result.exit_code, result.stdout) == (2, ""), result.output
        return result.stderr

    def organization(self, slug: str, *words: str) -> str:
        """A new organization in Maharashtra; its id."""
        made = self.make(
            "org", "create", "--slug", slug, "--name", "Acme Traders", "--state-code", "27", *words
        )
        return str(made["id"])

    def member(self, slug: str, email: str, role: str = "ADMIN") -> str:
        """A new user who is a member; the user's id."""
        made = self.make("user", "create", "--email", email, "--name", "A")
        self.make("member", "add", "--org", slug, "--email", email, "--role", role)
        return str(made["id"])

    def trail(self, slug: str, *words: str) -> list[dict[str, Any]]:
        """Return the rows that `audit` prints."""
        result = self.run("audit", "--org", slug, *words, "--json")
        assert result.exit_code == 0, result.output
        return [json.loads(line) for line in result.stdout.splitlines()]

    def last(self, slug: str, table: str) -> dict[str, Any]:
        """The last state of a table's last changed record, as the audit trail has it."""
        return dict(self.trail(slug, "--table", table)[-1]["after"])

    def look(self, query: str, **params: Any) -> Row | None:
        """A row of the database, by a query of the registry."""

        def work(tx: Transaction) -> Row | None:
            return tx.one(query, **params)

        return self._as_owner(work)

    def change(self, query: str, **params: Any) -> None:
        """Run a statement of the registry or of the tests."""
        self._as_owner(lambda tx: tx.execute(query, **params))

    def _as_owner(self, work: Callable[[Transaction], T]) -> T:
        with closing(Database(self.url, pool_size=1)) as database:
            database.queries |= load(FIXTURES)
            return database.run_as_owner(work)
