"""Number series: what numbers look like, and where their counters stand."""

from app.errors import Invalid
from app.ids import new_id
from app.lists.building import by_creation
from app.master_data.declaration import MasterDataKind
from app.master_data.records import Records
from app.postgres.constraints import Constraint
from app.postgres.database import Row, Transaction
from app.schemas.answers import fields as answers
from app.schemas.answers.record_base import Owned
from app.schemas.body import BodySchema
from app.schemas.fields import Choice, StrictBoolean, Text
from app.schemas.numbers import SAFE_INTEGER, StrictInteger

DOC_TYPES = (
    "QUOTE",
    "SALES_ORDER",
    "INVOICE",
    "PAYMENT_RECEIVED",
    "PURCHASE_ORDER",
    "BILL",
    "PAYMENT_MADE",
    "EXPENSE",
    "CREDIT_NOTE",
    "DEBIT_NOTE",
    "DEBIT_ADJUSTMENT",
    "CREDIT_ADJUSTMENT",
)


class NumberSeriesChange(BodySchema):
    """PATCH /number-series/{id}: nothing is required; `docType` may be repeated but not changed."""

    doc_type = Choice(*DOC_TYPES)
    prefix = Text(max=40, load_default="")
    suffix = Text(max=20, load_default="")
    padding = StrictInteger(min=1, max=10, load_default=5)
    next_number = StrictInteger(min=1, max=SAFE_INTEGER, load_default=None, allow_none=False)
    reset_yearly = StrictBoolean(load_default=True)


class NumberSeriesBody(NumberSeriesChange):
    """POST /number-series."""

    change_schema = NumberSeriesChange

    doc_type = Choice(*DOC_TYPES, required=True)


class NumberSeries(Owned):
    """How the documents of a kind are numbered."""

    doc_type = answers.OneOf(*DOC_TYPES)
    prefix = answers.Word()
    suffix = answers.Word()
    padding = answers.Integer(min=1, max=10)
    # One more than the last number of all, once that was taken.
    next_number = answers.Integer(min=1, max=SAFE_INTEGER + 1)
    reset_yearly = answers.Boolean()
    updated_at = answers.Moment()


class NumberSeriesRecords(Records):
    """One live series for each kind of document.

    `nextNumber` is the counter of the fiscal year that runs today; a series that never resets has one counter
    for all years. Counters outlive their series and never go back over a number that was taken.
    """

    def __init__(self) -> None:
        super().__init__("number_series", "ser")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a series. It counts from `next_number`, else after the last number taken.

        The unique index answers when there is a series for the docType already: a Conflict.
        """
        series_id = new_id(self.prefix)
        tx.execute("number_series.insert", **body, id=series_id)
        if not body["reset_yearly"]:
            self._take_over(tx, body)
        self._set_next(tx, body)
        return series_id

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a series. When `reset_yearly` changes, the numbers go on: other counters take over."""
        if body.get("doc_type", current["doc_type"]) != current["doc_type"]:
            raise Invalid([("docType", "Cannot be changed; delete this series and create another.")])
        series = current | body
        if series["reset_yearly"] != current["reset_yearly"]:
            self._take_over(tx, series)
        if "next_number" in body:
            self._set_next(tx, series)
        super().change(tx, current, body)

    def delete(self, tx: Transaction, id: str) -> None:
        """Mark the series deleted; raises NotFound. The next one, which may reset, counts on."""
        current = self.lock(tx, id)
        super().delete(tx, id)
        if not current["reset_yearly"]:
            self._take_over(tx, current | {"reset_yearly": True})

    def _take_over(self, tx: Transaction, series: Row) -> None:
        statement = "count_each_year" if series["reset_yearly"] else "count_all_years"
        running = self._running_year(tx)
        tx.execute(f"number_series.{statement}", doc_type=series["doc_type"], running_year=running)

    def _set_next(self, tx: Transaction, series: Row) -> None:
        set_to = {
            "doc_type": series["doc_type"],
            "fiscal_year": self._running_year(tx) if series["reset_yearly"] else 0,
            "next_number": series["next_number"],
        }
        if tx.execute("number_series.set_next", **set_to) == 0:
            raise Invalid([("nextNumber", "Must be above the last number that was taken.")])

    def _running_year(self, tx: Transaction) -> int:
        row = tx.one("number_series.running_year")
        assert row is not None, "the tenant is an organization"  # noqa: S101 - true by the token's foreign key
        return int(row["fiscal_year"])


_YEARS = "`{FY}`, `{YYYY}` and `{YY}` stand for the document's year."

KIND = MasterDataKind(
    one="number series",
    many="number series",
    module="numberSeries",
    records=NumberSeriesRecords(),
    body=NumberSeriesBody(),
    record=NumberSeries,
    listing=by_creation("docType", hidden_fields=frozenset({"createdAt"})),
    constraints=(
        Constraint("number_series_one_per_doc_type", "There is already a number series for this docType."),
        Constraint("number_counters_last_taken_check", "The number series is used up."),
    ),
    about="How documents are numbered: without gaps or duplicates, by fiscal year.",
    says={
        "create": "Each kind of document has one series at most. `{FY}`, `{YYYY}` and `{YY}` in prefix and suffix "
        "stand for the document's fiscal and calendar year.",
        "update": "Nothing is required. `docType` cannot change, and `nextNumber` cannot go back to a number that was "
        "taken.",
        "delete": "The counter outlives its series: a new one goes on.",
    },
    words={
        "nextNumber": "The number that the next document of this fiscal year gets.",
        "padding": "How many digits a number has at least.",
        "prefix": f"What stands before the counter. {_YEARS}",
        "resetYearly": "Whether numbers begin at 1 again in each fiscal year.",
        "suffix": f"What stands after the counter. {_YEARS}",
    },
    example={"docType": "QUOTE", "prefix": "QT-{FY}-"},
    change={"prefix": "QT-{FY}-", "padding": 4},
)
