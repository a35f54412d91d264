"""The year from its opening to today."""

from datetime import date

from app.demonstration import credit, purchases, sales
from app.demonstration.journal import MONTHS, Journal, month_of
from app.demonstration.master_data import make_master_data
from app.demonstration.settling import outlays, receipts
from app.postgres.database import Transaction

# One of those with which every bucket of the receivables has something in it.
_SEED = 1_857


def fill(tx: Transaction, today: date) -> Journal:
    """Fill the entered organization with the twelve months up to today; the journal, to be written on."""
    journal = Journal(tx, make_master_data(tx), today, _SEED)
    received, paid = receipts(journal), outlays(journal)
    purchases.open_stock(journal)
    for month in range(MONTHS):
        purchases.buy(journal, paid, month)
        sales.quote(journal, month)
        sales.sell(journal, received, month)
        credit.settle_and_return(journal, received, month)
        received.pay_until(month_of(month)[-1])
    purchases.count_stock(journal)
    for side in (purchases, sales, credit):
        side.leave_open(journal)
    return journal
