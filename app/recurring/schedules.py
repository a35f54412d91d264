"""Schedules of recurring invoices: written, paused, resumed, and previewed."""

from datetime import date, timedelta

from app.errors import Conflict, Invalid, NotFound
from app.ids import new_id
from app.master_data.records import Records
from app.postgres.database import Row, Transaction, jsonb
from app.recurring.due_days import due_days, first_due_days
from app.recurring.invoices_of_schedules import as_stored, calendar_of, invoice_of
from app.sales.invoices import compose_invoice
from app.schemas.recurring_invoices import contradictions
from app.stock.stocked_lines import kept_in_stock, unclear_variants

# Days. What was due longer ago is not caught up: a slip in the year would make invoices by the thousand.
MOST_CAUGHT_UP = 366
_TOO_LONG_AGO = f"Must not be more than {MOST_CAUGHT_UP} days ago: all days since would be billed."
_NO_MAIL = "Mail is not set up, so no invoice can be mailed: SEND sends it without."
_JSON = ("adjustments", "lines", "scheme_ids", "day_of_month")
_DAYS = ("frequency", "interval", "start_date", "day_of_month")
_UNMADE: Row = {"made": 0, "last_date": None, "not_before_date": None}
_TRIED_ANEW: Row = {"failed_date": None, "failure": None, "retry_date": None}


class Schedules(Records):
    """The live schedules of an organization. `can_mail`: a mail server is set."""

    def __init__(self, *, can_mail: bool) -> None:
        super().__init__("recurring_invoices", "rin")
        self._can_mail = can_mail

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a schedule; return its id. Raise Invalid for what no invoice could be made of, Conflict without
        mail."""
        (organization,) = tx.all("recurring_invoices.today")
        schedule = as_stored(body) | _UNMADE
        schedule["next_date"] = _planned(schedule)
        self._check(tx, schedule, organization["today"])
        id = new_id(self.prefix)
        tx.execute("recurring_invoices.insert", **_columns(schedule), id=id)
        return id

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Replace what `body` names in the locked schedule.

        It goes on from today where other days follow on invoices that were made, where it is resumed, and where it had
        come to its end. What could not be made is tried again.
        """
        schedule = current | as_stored(body)
        errors = contradictions(schedule)
        if errors:
            raise Invalid(list(errors.items()))
        moved = current["made"] and any(schedule[name] != current[name] for name in _DAYS)
        # Paused, or at its end: what passed since is not made.
        stood_still = current["next_date"] is None
        if moved or stood_still:
            schedule["not_before_date"] = current["today"]
        _plan(schedule)
        self._check(tx, schedule, current["today"])
        tx.execute("recurring_invoices.update", **_columns(schedule))

    def pause(self, tx: Transaction, id: str) -> str:
        """Make no more of the schedule's invoices; return its id. Raise NotFound or Conflict."""
        schedule = self.lock(tx, id)
        if schedule["is_paused"]:
            raise Conflict("It is paused already.")
        return self._set(tx, schedule | {"is_paused": True})

    def resume(self, tx: Transaction, id: str) -> str:
        """Go on with the first due day that is not before today; return the schedule's id. Raise NotFound or
        Conflict."""
        schedule = self.lock(tx, id)
        if not schedule["is_paused"]:
            raise Conflict("It is not paused.")
        return self._set(tx, schedule | {"is_paused": False, "not_before_date": schedule["today"]})

    def preview(self, tx: Transaction, id: str, count: int) -> list[date]:
        """Return the next due days of which invoices will be made, at most `count`; of a paused schedule as if resumed
        today.

        Raise NotFound.
        """
        schedule = tx.one("recurring_invoices.schedule", id=id)
        if schedule is None:
            raise NotFound
        if schedule["is_paused"]:
            schedule |= {"is_paused": False, "not_before_date": schedule["today"]}
            schedule["next_date"] = _planned(schedule)
        if schedule["next_date"] is None:
            return []
        left = schedule["occurrences"] and schedule["occurrences"] - schedule["made"]
        return first_due_days(calendar_of(schedule), schedule["next_date"], min(count, left or count))

    def _check(self, tx: Transaction, schedule: Row, today: date) -> None:
        """Refuse what no invoice could be made of, now or ever, and mails that nobody would take."""
        _check_days(tx, schedule, today)
        if schedule["then"] == "SEND_AND_MAIL" and not self._can_mail:
            raise Conflict(_NO_MAIL)

    def _set(self, tx: Transaction, schedule: Row) -> str:
        _plan(schedule)
        tx.execute("recurring_invoices.update", **_columns(schedule))
        return str(schedule["id"])


def next_date_after(schedule: Row, due: date) -> date | None:
    """Return the due day after one whose invoice was made, None at the end; `schedule` is as it was before."""
    return _planned(schedule | {"last_date": due, "made": schedule["made"] + 1})


def _plan(schedule: Row) -> None:
    """Set the next due day anew. What could not be made is tried again at once, as if it had not failed."""
    schedule["next_date"] = _planned(schedule)
    schedule |= _TRIED_ANEW


def _planned(schedule: Row) -> date | None:
    """Return the first due day to be made: after the last one that was made, and not before the schedule goes on."""
    occurrences = schedule["occurrences"]
    if schedule["is_paused"] or (occurrences and schedule["made"] >= occurrences):
        return None
    last = schedule["last_date"]
    since = max(
        schedule["start_date"],
        schedule["not_before_date"] or date.min,
        last + timedelta(days=1) if last else date.min,
    )
    return next(due_days(calendar_of(schedule), since), None)


def _check_days(tx: Transaction, schedule: Row, today: date) -> None:
    begin = schedule["next_date"]
    if not schedule["made"] and next(due_days(calendar_of(schedule), schedule["start_date"]), None) is None:
        raise Invalid([("endDate", "The schedule has no day until then.")])
    if begin and (today - begin).days > MOST_CAUGHT_UP:
        raise Invalid([("startDate", _TOO_LONG_AGO)])
    _rehearse(tx, schedule, begin or schedule["start_date"])


def _rehearse(tx: Transaction, schedule: Row, due: date) -> None:
    """Work out the invoice of a due day as a draft, since the day may be to come, and write none."""
    invoice = compose_invoice(tx, "", invoice_of(schedule, due) | {"status": "DRAFT"})
    unclear = unclear_variants(kept_in_stock(invoice.lines)) if schedule["then"] != "DRAFT" else []
    if unclear:
        raise Invalid(unclear)
    tx.warnings += invoice.warnings


def _columns(schedule: Row) -> Row:
    return schedule | {name: None if schedule[name] is None else jsonb(schedule[name]) for name in _JSON}
