"""Expenses: numbered from the organization's series as they are created."""

from datetime import UTC, date, datetime
from types import MappingProxyType

from app.documents.document_warnings import date_warnings
from app.documents.own_references import one_per_reference
from app.documents.warned_writes import tell
from app.lists.building import VENDOR, by_day
from app.master_data.declaration import KEEPS, MasterDataKind
from app.master_data.records import Records, refuse_dangling
from app.numbering.counting import ToNumber
from app.numbering.series import stay_in_year, take_number
from app.postgres.constraints import Constraint
from app.postgres.database import Row, Transaction
from app.schemas.answers.derived import answer_of
from app.schemas.answers.fields import Word
from app.schemas.answers.record_base import Signed
from app.schemas.body import BodySchema
from app.schemas.fields import (
    AnyLongText,
    AnyText,
    CurrencyCode,
    ExternalReference,
    RelatedId,
    StrictBoolean,
    StrictDate,
    Text,
)
from app.schemas.numbers import ONE, ZERO, ExchangeRate, Money, Percent


class ExpenseBody(BodySchema):
    """An expense."""

    never_sent = MappingProxyType({"expenseNumber": "Must not be sent: it comes from the number series."})

    vendor_id = RelatedId()
    category = Text(min=1, max=100, required=True)
    expense_date = StrictDate(required=True)
    paid_through_account = AnyText()
    amount = Money(min=0, required=True)
    tax_rate_percent = Percent(load_default=ZERO)
    tax_amount = Money(min=0, load_default=ZERO)
    itc_eligible = StrictBoolean(load_default=False)
    notes = AnyLongText()
    currency_code = CurrencyCode(load_default="INR")
    exchange_rate = ExchangeRate(load_default=ONE)
    external_reference = ExternalReference()


class Expenses(Records):
    """Expenses. The number stays, and the date in its fiscal year."""

    def __init__(self) -> None:
        super().__init__("expenses", "exp")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert an expense under the next number of its date's fiscal year."""
        refuse_dangling(tx, self.kind, body, ["vendor_id"])
        _look_at(tx, body["expense_date"])
        number = take_number(tx, "EXPENSE", ToNumber(body["expense_date"]))
        return super().create(tx, body | {"expense_number": number.text, "fiscal_year": number.fiscal_year})

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change an expense."""
        refuse_dangling(tx, self.kind, body, ["vendor_id"], current)
        stay_in_year(tx, current, body, "expense_date", "delete the expense and enter another")
        _look_at(tx, body["expense_date"])
        super().change(tx, current, body)


def _look_at(tx: Transaction, day: date) -> None:
    """Warn about a date in the future of the organization's calendar."""
    # No calendar is a whole day behind UTC.
    if day < datetime.now(UTC).date():
        return
    (row,) = tx.all("identity.today")
    tell(tx, list(date_warnings("expense_date", day, row["today"])))


KIND = MasterDataKind(
    one="expense",
    module="expenses",
    records=Expenses(),
    body=ExpenseBody(),
    record=answer_of(ExpenseBody, Signed, expense_number=Word()),
    listing=by_day(
        "expenseDate", VENDOR, searched={"expense_number": "expense number", "category": "category"}
    ),
    constraints=(
        one_per_reference("expenses"),
        Constraint("expenses_one_per_number", "This expense number is taken; set the series' nextNumber."),
    ),
    about="Money spent.",
    says={
        "create": "`expenseNumber` comes from the number series and must not be sent.",
        "update": KEEPS + "`expenseNumber` stays and must not be sent.",
    },
    words={
        "category": "The category of the expense, in the organization's words.",
        "expenseNumber": "From the number series.",
        "paidThroughAccount": "The account that the money came from: free text, or an account's id.",
        "taxAmount": "Taken as sent.",
    },
    example={"category": "Travel", "expenseDate": "2026-11-21", "amount": 1250.5, "notes": "To the fair"},
)
