"""How hard the tests of reliability try: RELIABILITY=full asks for the sizes that `make test-reliability` runs."""

import os

FULL = os.environ.get("RELIABILITY") == "full"

#: Documents that are issued on one series, and how many clients issue them.
ISSUES, CLIENTS = (2_000, 64) if FULL else (200, 16)
#: Rounds of a race between two requests.
ROUNDS = 25 if FULL else 4
#: Steps of a run of the state machine, and runs.
STEPS, RUNS = (200, 25) if FULL else (30, 4)
#: Invoices in the database whose plans are looked at.
PLANNED_INVOICES = 1_000_000 if FULL else 20_000
#: Entries of the longest ledger.
LEDGER_ENTRIES = 100_000 if FULL else 5_000
#: Customers that a migration changes while others are served, and for how many seconds they are served besides.
UPGRADED_CUSTOMERS, UPGRADE_SECONDS = (50_000, 10) if FULL else (500, 0.5)
#: Requests made at random to do harm.
HARMS = 100_000 if FULL else 1_000
#: Kills, by what is killed; requests meanwhile, at least; clients; and how many of their writes are imports.
CRASHES = (
    {"worker": 160, "workers": 20, "postmaster": 15, "backend": 8, "all": 5}
    if FULL
    else {"worker": 2, "postmaster": 1}
)
CRASH_REQUESTS = 10_000 if FULL else 200
CRASH_CLIENTS = 8 if FULL else 4
CRASH_IMPORTS = 0.003
