"""The table in which requests are counted: by several processes and threads, within fixed memory."""

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from app.limits.rates import Rate
from app.limits.table import SIZE, RateTable

NOW = 10**15
RATE = Rate("x", 10)
# Too little comes back while the test runs to matter: one request in half a second.
COUNTER = """
import sys
from concurrent.futures import ThreadPoolExecutor
from app.limits.rates import Rate
from app.limits.table import RateTable

table, rate = RateTable(int(sys.argv[1])), Rate("x", 120)
sys.stdin.readline()
def count(_):
    return sum(table.take(((rate, b"who"),))[0] is None for _ in range(400))
with ThreadPoolExecutor(16) as pool:
    print(sum(pool.map(count, range(16))))
"""


def passes(table: RateTable, who: bytes, now: int = NOW, rate: Rate = RATE) -> bool:
    return table.take(((rate, who),), now)[0] is None


def test_each_caller_has_a_quota_of_its_own() -> None:
    table = RateTable()
    assert [passes(table, b"one") for _ in range(12)] == [True] * 10 + [False] * 2
    assert passes(table, b"two")
    assert passes(table, b"one", NOW + RATE.interval)


def test_a_request_that_one_limit_refuses_is_counted_by_none() -> None:
    table, wide, narrow = RateTable(), Rate("wide", 100), Rate("narrow", 1)
    claims = ((wide, b"token"), (narrow, b"address"))
    assert table.take(claims, NOW)[0] is None
    for _ in range(500):
        assert table.take(claims, NOW)[0] is narrow
    assert wide.left(table.take(claims[:1], NOW)[1], NOW) == 98


def test_thirty_thousand_callers_that_come_once_take_nothing_from_one_that_stays() -> None:
    table = RateTable()
    assert all(passes(table, b"stays") for _ in range(10))
    many, now = Rate("many", 1_000), NOW
    for number in range(30_000):
        now += 100_000
        passes(table, b"%d" % number, now, many)
    assert not passes(table, b"stays", NOW + RATE.interval - 1)


def test_the_table_does_not_grow() -> None:
    with tempfile.TemporaryFile() as file:
        table = RateTable(file.fileno())
        for number in range(1_000):
            passes(table, b"%d" % number)
        assert os.fstat(file.fileno()).st_size == SIZE <= 2 * 1024**2


def test_where_places_run_out_who_has_used_the_least_is_forgotten() -> None:
    table = RateTable()
    wanted = table._place(b"0")[0]
    number, five = 0, []
    while len(five) < 5:
        who = b"%d" % number
        if table._place(who)[0] == wanted:
            five.append(who)
        number += 1
    for used, who in zip((9, 3, 8, 7), five, strict=False):
        assert all(passes(table, who) for _ in range(used))
    assert passes(table, five[4])
    left = [10 - RATE.left(table.take(((RATE, who),), NOW)[1], NOW) for who in (five[0], five[2], five[3])]
    assert left == [10, 9, 8]


def test_threads_and_processes_together_get_what_is_allowed_and_no_more() -> None:
    with tempfile.TemporaryFile() as file:
        RateTable(file.fileno())
        started = [
            subprocess.Popen(
                [sys.executable, "-c", COUNTER, str(file.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                pass_fds=[file.fileno()],
            )
            for _ in range(2)
        ]
        began = time.monotonic()
        with ThreadPoolExecutor(2) as pool:
            counted = list(pool.map(lambda process: int(process.communicate("go\n")[0]), started))
        came_back = (time.monotonic() - began) * 120 / 60
    assert 120 <= sum(counted) <= 120 + came_back


def test_a_process_that_dies_while_it_counts_holds_up_nobody() -> None:
    dying = """
import fcntl, os, sys
fcntl.lockf(int(sys.argv[1]), fcntl.LOCK_EX, 64)
print("held", flush=True)
os.kill(os.getpid(), 9)
"""
    with tempfile.TemporaryFile() as file:
        table = RateTable(file.fileno())
        subprocess.run(
            [sys.executable, "-c", dying, str(file.fileno())],
            check=False,
            pass_fds=[file.fileno()],
            stdout=subprocess.DEVNULL,
        )
        assert passes(table, b"one")
