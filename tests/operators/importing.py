"""A set of books to import into, in few words."""

import json
from typing import Any

from click.testing import Result

from app.ledgers.reconciliation import differences
from app.postgres.database import Row
from tests.operators.commands import Operator
from tests.service import Client, Service

Body = dict[str, Any]


class Books:
    """One organization, its administrator's client, and its imports."""

    def __init__(self, service: Service, operator: Operator, **settings: Any) -> None:
        self.org: Client = service.organization(**settings)
        self.service = service
        self.operator = operator
        self.slug = self.org.slug

    def run(self, kind: str, *documents: Any, words: tuple[str, ...] = ()) -> Result:
        """Import documents from the standard input; the import may fail, and text goes in as it is."""
        lines = (line if isinstance(line, str) else json.dumps(line) for line in documents)
        text = "\n".join(lines) + "\n"
        return self.operator.run("import", kind, "-", "--org", self.slug, *words, stdin=text)

    def load(self, kind: str, *documents: Any) -> list[Body]:
        """Import documents that must load; what is told of each. The books tie afterwards."""
        result = self.run(kind, *documents, words=("--json",))
        assert result.exit_code == 0, result.output
        assert self.differences() == []
        return [json.loads(line) for line in result.stdout.splitlines()]

    def one(self, kind: str, document: Any, path: str | None = None) -> Body:
        """Import a document that must load; as the API reads it."""
        (told,) = self.load(kind, document)
        record: Body = self.org.read(f"/{path or kind}/{told['id']}")
        return record

    def refused(self, kind: str, *documents: Any) -> list[str]:
        """Import documents that must be refused; what is said of the lines, without the file's name."""
        before = self.counts()
        result = self.run(kind, *documents)
        assert (result.exit_code, result.stdout) == (2, ""), result.output
        assert self.counts() == before
        *faults, _ = result.stderr.splitlines()
        assert all(fault.startswith("-:") for fault in faults), faults
        return [fault.removeprefix("-:") for fault in faults]

    def differences(self) -> list[Row]:
        """Return the balances that do not tie."""
        return self.as_owner(lambda tx: list(differences(tx)))

    def counts(self) -> Row:
        """Return the number of rows of everything that can be imported."""
        (row,) = self.rows("imported.counts")
        return row

    def rows(self, query: str, **params: Any) -> list[Row]:
        """The rows of a query of tests/queries."""
        return self.as_owner(lambda tx: tx.all(query, **params))

    def as_owner(self, work: Any) -> Any:
        """Work in the organization as the owner of the tables."""
        return self.service.as_owner(self.org, work)
