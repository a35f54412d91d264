"""The year from its opening to today."""

from collections.abc import Callable
from datetime import date, timedelta

from app.demonstration import credit, desk, occasions, purchases, sales
from app.demonstration.journal import MONTHS, TODAY, Journal, month_of
from app.demonstration.master_data import make_master_data
from app.demonstration.settling import outlays, receipts
from app.ids import counted_id
from app.postgres.database import Row, Transaction

# One of those with which every bucket of the receivables has something in it.
_SEED = 1_857
# The month with whose first day the letter of undertaking begins to cover exports.
UNDERTAKING_FROM = 6


def dated_facts(today: date) -> Row:
    """Return the dated facts of the default registration: a letter of undertaking for the second half of the year
    and the months after, and e-invoices from the beginning."""
    begins = today - timedelta(days=TODAY)
    return {
        "lut_number": "AD270326004821K",
        "lut_from": begins + timedelta(days=month_of(UNDERTAKING_FROM)[0]),
        "lut_to": today + timedelta(days=TODAY // 2),
        "e_invoicing_since": begins,
    }


def fill(tx: Transaction, today: date, advance: Callable[[int], object]) -> Journal:
    """Fill the entered organization with the twelve months up to today; the journal, to be written on.

    `advance` is told how many more of the `MONTHS` are there.
    """
    journal = Journal(tx, make_master_data(tx), today, _SEED)
    received, paid = receipts(journal), outlays(journal)
    purchases.open_stock(journal)
    for month in range(MONTHS):
        purchases.buy(journal, paid, month)
        occasions.buy(journal, paid, month)
        sales.quote(journal, month)
        sales.sell(journal, received, month)
        occasions.sell(journal, received, month)
        credit.settle_and_return(journal, received, month)
        received.pay_until(month_of(month)[-1])
        advance(1)
    purchases.count_stock(journal)
    for side in (purchases, sales, credit):
        side.leave_open(journal)
    desk.lay_out(journal, {"invoice": counted_id("inv", 157), "credit note": counted_id("cn", 9)})
    return journal
