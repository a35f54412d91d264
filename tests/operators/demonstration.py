"""A demonstration as a test sees it: what its token can read, and what the check says of it."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

from app.config import Settings
from app.ledgers.reconciliation import differences
from app.postgres.database import Database, Row, Transaction
from app.postgres.queries import load
from resources.api import create_app
from tests.operators.commands import Operator
from tests.service import FIXTURES, POOLER, Client

Record = dict[str, Any]

_PAGE = 200


class Demonstration:
    """The demonstration of a slug, made if need be."""

    def __init__(self, operator: Operator, slug: str, *words: str) -> None:
        self.made = operator.make("demo", "--org", slug, *words)
        self.operator = operator
        settings = Settings(database_url=operator.url, pooler=POOLER, pool_size=1)
        self.client = Client(create_app(settings), self.made["token"])

    def all(self, path: str) -> list[Record]:
        """Every record of a list."""
        records: list[Record] = []
        page = 1
        while found := self.client.read(f"{path}?limit={_PAGE}&page={page}"):
            records += found
            page += 1
        return records

    def each(self, path: str) -> list[Record]:
        """Every record of a list, as it is read alone."""
        return [self.client.read(f"{path}/{record['id']}") for record in self.all(path)]

    def statuses(self, path: str) -> set[str]:
        """The statuses that occur."""
        return {record["status"] for record in self.all(path)}

    def differences(self) -> list[Row]:
        """Return the balances that do not tie."""
        return self._as_owner(lambda tx: list(differences(tx)))

    def rows(self, query: str) -> list[Row]:
        """The rows of a query of tests/queries/demonstration.sql."""
        return self._as_owner(lambda tx: tx.all(f"demonstration.{query}"))

    def _as_owner(self, work: Callable[[Transaction], list[Row]]) -> list[Row]:
        def entered(tx: Transaction) -> list[Row]:
            tx.enter(self.made["id"])
            return work(tx)

        with closing(Database(self.operator.url, pool_size=1)) as database:
            database.queries |= load(FIXTURES)
            return database.run_as_owner(entered)
