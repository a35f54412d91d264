"""Sizes of the tests of reliability: RELIABILITY=full asks for those that `make test-reliability` runs."""

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
HARMS = 100_000 if FULL else 300
#: Kills, by what is killed; requests meanwhile, at least; clients; how long they rest after each, in seconds; and how
#: many of their writes are imports.
CRASHES = (
    {"worker": 160, "workers": 20, "deliverer": 20, "postmaster": 15, "backend": 8, "all": 5, "outage": 1}
    if FULL
    else {"worker": 2, "deliverer": 2, "postmaster": 1}
)
CRASH_REQUESTS = 10_000 if FULL else 100
CRASH_CLIENTS = 8 if FULL else 4
CRASH_PAUSE = 0.2 if FULL else 0.05
CRASH_IMPORTS = 0.003
#: Requests of ten organizations on as many connections as there are clients; how many of them print.
CROSSINGS = 50_000 if FULL else 400
CROSSING_CLIENTS = 12 if FULL else 6
PRINTED_SHARE = 0.002 if FULL else 0.0
#: Clients that drive the state machine over HTTP, runs and steps of each, and seconds between two kills of a worker.
HTTP_CLIENTS, HTTP_RUNS, HTTP_STEPS, KILL_EVERY = (4, 4, 120, 2.0) if FULL else (2, 2, 8, 1.0)
#: Rows of the list that is downloaded.
DOWNLOADED = 1_000_000 if FULL else 30_000
#: Invoices of the month whose return is made, of each of four months, and the seconds of a processor that it may take.
FILED, FILED_SECONDS = (100_000, 10.0) if FULL else (2_000, 5.0)
#: Histories of clients at once whose answers are explained one at a time; clients of each, and requests of a client.
HISTORIES, HISTORY_CLIENTS, HISTORY_REQUESTS = (100, 8, 16) if FULL else (5, 6, 8)
#: Deaths of a primary whose standby takes over, and of the power under a server.
FAILOVERS, POWER_CUTS = (20 if FULL else 3), 20
