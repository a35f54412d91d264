"""Number series: the form of numbers, and their counters."""

from datetime import date

from app.documents.warned_writes import tell
from app.errors import Invalid, names_no
from app.ids import counted_id, new_id
from app.lists.building import by_creation
from app.master_data.declaration import MasterDataKind
from app.master_data.records import Records
from app.numbering.number_text import number_text
from app.numbering.serial_numbers import NUMBERED_BY_LAW, text_warnings
from app.numbering.series import (
    DEFAULT_PREFIX,
    begin_counting,
    count_on,
    forms_differ,
    kind_of,
    meets_another,
    queue_for_series,
)
from app.postgres.constraints import Constraint
from app.postgres.database import Row, Transaction
from app.schemas.answers import fields as answers
from app.schemas.answers.derived import answer_of
from app.schemas.answers.record_base import Owned
from app.schemas.body import BodySchema
from app.schemas.fields import Choice, RelatedId, StrictBoolean, Text
from app.schemas.numbers import SAFE_INTEGER, StrictInteger
from app.wire import camel

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


# Kinds whose documents are sold under a registration.
OF_REGISTRATIONS = ("QUOTE", "SALES_ORDER", "INVOICE", "CREDIT_NOTE")


class NumberSeriesChange(BodySchema):
    """PATCH /number-series/{id}: nothing is required; `docType` and `registrationId` may be repeated, not changed."""

    doc_type = Choice(*DOC_TYPES)
    registration_id = RelatedId()
    prefix = Text(max=40, load_default="")
    suffix = Text(max=20, load_default="")
    padding = StrictInteger(min=1, max=10, load_default=5)
    next_number = StrictInteger(min=1, max=SAFE_INTEGER, load_default=None, allow_none=False)
    reset_yearly = StrictBoolean(load_default=True)


class NumberSeriesBody(NumberSeriesChange):
    """A number series of a type of document."""

    change_schema = NumberSeriesChange

    doc_type = Choice(*DOC_TYPES, required=True)


class NumberSeriesRecords(Records):
    """One live series for each kind of document and registration, and one without registration.

    `nextNumber` is the counter of the fiscal year that runs today; a series that never resets has one counter
    for all years. Counters outlive their series and never give a number that a document has.
    """

    def __init__(self) -> None:
        super().__init__("number_series", "ser")

    def lock(self, tx: Transaction, id: str) -> Row:
        """Lock the series and those of the same kind; return its columns. Raises NotFound."""
        queue_for_series(tx)
        tx.all("number_series.hold_kind", id=id, doc_type=None)
        return super().lock(tx, id)

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a series. It counts from `next_number`, else after the last number of its form.

        Raise Invalid for a registration that documents of the kind do not have, and for numbers that another series
        gives. The unique index answers when there is a series for the docType and registration already: a Conflict.
        """
        queue_for_series(tx)
        tx.all("number_series.hold_kind", id=None, doc_type=body["doc_type"])
        _check_registration(tx, body)
        registration = body["registration_id"]
        name = f"{body['doc_type']} {registration}" if registration else body["doc_type"]
        series = body | {"id": new_id(self.prefix), "doc_type": name}
        tx.execute("number_series.insert", **series)
        _check_form(tx, series)
        if not body["reset_yearly"]:
            self._take_over(tx, series)
        begin_counting(tx, series)
        self._set_next(tx, series)
        self._look_at(tx, series)
        return str(series["id"])

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a series. When `reset_yearly` changes, the numbers go on: other counters take over."""
        _refuse_moving(current, body)
        series = current | body | {"doc_type": current["doc_type"]}
        if forms_differ(current, series):
            # Transactions that took numbers of the former form began before this moment.
            series |= {"formed_at": tx.all("number_series.moment")[0]["moment"]}
        super().change(tx, current, series)
        if series["reset_yearly"] != current["reset_yearly"]:
            self._take_over(tx, series)
        if forms_differ(current, series):
            _check_form(tx, series)
            count_on(tx, series)
        if "next_number" in body:
            self._set_next(tx, series)
        self._look_at(tx, series)

    def delete(self, tx: Transaction, id: str) -> None:
        """Mark the series deleted; raises NotFound. The next one, which may reset, counts on."""
        current = self.lock(tx, id)
        super().delete(tx, id)
        if not current["reset_yearly"]:
            self._take_over(tx, current | {"reset_yearly": True})

    def _take_over(self, tx: Transaction, series: Row) -> None:
        statement = "count_each_year" if series["reset_yearly"] else "count_all_years"
        named = {"doc_type": series["doc_type"], "running_year": self._running_year(tx)}
        if series["reset_yearly"]:
            named["kind"] = kind_of(series)
        tx.execute(f"number_series.{statement}", **named)

    def _set_next(self, tx: Transaction, series: Row) -> None:
        set_to = {
            "doc_type": series["doc_type"],
            "fiscal_year": self._running_year(tx) if series["reset_yearly"] else 0,
            "next_number": series["next_number"],
        }
        if tx.execute("number_series.set_next", **set_to) == 0:
            raise Invalid([("nextNumber", "Must be above every number that was taken in this form.")])

    def _look_at(self, tx: Transaction, series: Row) -> None:
        """Warn about numbers that the law does not allow, as they are in the running year."""
        if kind_of(series) not in NUMBERED_BY_LAW:
            return
        year = self._running_year(tx)
        form = {"padding": series["padding"], "fiscal_year": year, "day": date(year, 12, 31)}
        text = number_text(series["prefix"], series.get("next_number") or 1, series["suffix"], **form)
        tell(tx, text_warnings(text, "prefix"))

    def _running_year(self, tx: Transaction) -> int:
        row = tx.one("number_series.running_year")
        assert row is not None, "the tenant is an organization"  # noqa: S101 - true by the token's foreign key
        return int(row["fiscal_year"])


def _check_registration(tx: Transaction, body: Row) -> None:
    registration = body["registration_id"]
    if registration is None:
        return
    if body["doc_type"] not in OF_REGISTRATIONS:
        raise Invalid([("registrationId", "Documents of this kind are of no registration.")])
    if tx.one("number_series.registration", id=registration) is None:
        raise Invalid([("registrationId", names_no("registration"))])


def _refuse_moving(current: Row, body: Row) -> None:
    kept = {"doc_type": kind_of(current), "registration_id": current["registration_id"]}
    moved = [name for name, value in kept.items() if body.get(name, value) != value]
    if moved:
        sentence = "Cannot be changed; delete this series and create another."
        raise Invalid([(camel(name), sentence) for name in moved])


def _check_form(tx: Transaction, series: Row) -> None:
    """Refuse a form that meets that of another series. Where none is without registration, one begins at first use."""
    kind = kind_of(series)
    forms = tx.all("numbering.forms", doc_type=kind)
    others = [form for form in forms if form["id"] != series["id"]]
    if all(form["registration_id"] is not None for form in forms):
        others.append({"prefix": DEFAULT_PREFIX[kind], "suffix": ""})
    if meets_another(series, others):
        raise Invalid(
            [("prefix", "With this prefix and suffix the numbers would be those of another series.")]
        )


_YEARS = "`{FY}`, `{YYYY}` and `{YY}` stand for the document's year."

KIND = MasterDataKind(
    one="number series",
    many="number series",
    module="numberSeries",
    records=NumberSeriesRecords(),
    body=NumberSeriesBody(),
    record=answer_of(
        NumberSeriesBody,
        Owned,
        # One more than the last number of all, once that was taken.
        next_number=answers.Integer(min=1, max=SAFE_INTEGER + 1),
        updated_at=answers.Moment(),
    ),
    listing=by_creation(
        "docType",
        searched={"doc_type": "docType", "prefix": "prefix", "suffix": "suffix"},
        hidden_fields=frozenset({"createdAt"}),
    ),
    constraints=(
        Constraint(
            "number_series_one_per_doc_type",
            "There is already a number series for this docType and registration.",
        ),
        Constraint("number_counters_last_taken_check", "The number series is used up."),
    ),
    about="Numbering of documents: without gaps or duplicates, by fiscal year.",
    says={
        "create": "Each kind of document has one series at most, and one for each registration. `{FY}`, `{YYYY}` and "
        "`{YY}` in prefix and suffix stand for the document's fiscal and calendar year.",
        "update": "Nothing is required. `docType` and `registrationId` cannot change, and `nextNumber` cannot go back "
        "to a number that was taken; with another prefix or suffix it may begin at 1.",
        "delete": "The counter outlives its series: a new one with the same prefix and suffix goes on.",
    },
    words={
        "nextNumber": "The number that the next document of this fiscal year gets.",
        "padding": "The least number of digits of a number.",
        "prefix": f"What stands before the counter. {_YEARS}",
        "registrationId": "Documents of this registration are numbered; null: those of all registrations that have no "
        "series of their own.",
        "resetYearly": "True if numbers begin at 1 again in each fiscal year.",
        "suffix": f"What stands after the counter. {_YEARS}",
    },
    example={"docType": "QUOTE", "registrationId": counted_id("reg", 2), "prefix": "QT-{FY}-"},
    change={"prefix": "QT-{FY}-", "padding": 4},
)
