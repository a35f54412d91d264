"""The table of `make bench`: made from what was measured, and nothing else."""

import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from bench.bars import BULK, CREATE, CREATE_MANY, ROWS, bars_of
from bench.figures import Bar, Figures, Measured, Round, as_json, figures_of, growth, percentile
from bench.generator import drive
from bench.load import Request
from bench.loading import Progress, tenths
from bench.processes import children_of, cpu_seconds, parent_of
from bench.scale import Load
from bench.scale import table_of as growth_table
from bench.table import aligned, shown, table_of
from bench.table import bars_of as bars_table

WORK = Figures(rate=500, p50=10, p99=40, service_cpu=0.75, database_cpu=0.25)
FLOOR = Figures(rate=2000, p50=2, p99=5, service_cpu=None, database_cpu=0.125)


def test_a_figure_is_the_median_of_its_rounds() -> None:
    rounds = [Round(100, 2, 5, 9, 0.2, 0.1), Round(300, 2, 1, 2, 0.3, 0.6), Round(200, 2, 3, 50, 0.4, 0.1)]
    assert figures_of(rounds) == Figures(100, 3, 9, 2.0, 1.0)


def test_processor_time_is_told_for_a_thousand_answers_of_its_own_round() -> None:
    assert figures_of([Round(50, 1, 1, 1, 0.1, None)]).service_cpu == pytest.approx(2)


def test_what_cannot_be_seen_is_absent_and_counts_as_nothing() -> None:
    figures = figures_of([Round(10, 1, 1, 1, 0.5, None)])
    assert figures.database_cpu is None
    assert figures.cpu == 50


def test_a_round_without_answers_is_refused() -> None:
    with pytest.raises(ValueError, match="no answers"):
        figures_of([Round(10, 1, 1, 1), Round(0, 1, 0, 0)])


@pytest.mark.parametrize(("share", "value"), [(0.5, 50), (0.99, 99), (1, 100), (0, 1)])
def test_a_percentile_is_a_value_that_was_measured(share: float, value: float) -> None:
    assert percentile(range(1, 101), share) == value


def test_the_table_shows_a_work_in_terms_of_its_floor() -> None:
    head, work, floor = table_of([Measured("read", WORK), Measured("PostgreSQL", FLOOR, "read")]).splitlines()
    assert head.split()[-4:] == ["rate", "÷", "CPU", "÷"]
    assert work.split() == ["read", "500", "10.0", "40.0", "0.75", "0.25", "1"]
    assert floor.split() == ["PostgreSQL", "2000", "2.0", "5.0", "-", "0.125", "0.125", "0.25", "8"]


def test_lines_of_a_table_have_the_same_columns() -> None:
    assert aligned([("", "ab"), ("abc", "1")]) == "     ab\nabc   1"


@pytest.mark.parametrize(
    ("value", "text"), [(None, "-"), (0.06251, "0.0625"), (1.0, "1"), (12.34, "12.3"), (1234.5, "1234")]
)
def test_three_digits_are_shown(value: float | None, text: str) -> None:
    assert shown(value) == text


def everything(**figures: Figures) -> list[Measured]:
    works = {
        "read": WORK,
        "list 50": WORK,
        "list 200": WORK,
        CREATE: WORK,
        CREATE_MANY: WORK,
        BULK: WORK,
    } | figures
    return [Measured(name, one) for name, one in works.items()]


def test_a_bar_is_missed_by_more_than_it_allows() -> None:
    bars = {bar.name: bar for bar in bars_of(everything(), 150)}
    assert bars["read: CPU s per 1000"].kept
    assert all(bar.kept for bar in bars.values())
    slow = Figures(100, 10, 60, 2, 1)
    missed = {bar.name for bar in bars_of(everything(read=slow, create=slow), 161) if not bar.kept}
    assert missed == {
        "read: CPU s per 1000",
        "read: p99 ÷ p50",
        "one organization ÷ many",
        "RSS of the workers, MiB",
    }


def test_the_bar_of_creating_is_half_the_rate_of_the_floor_that_writes_row_by_row() -> None:
    floor = Measured(ROWS, Figures(1000, 1, 1, None, 1), CREATE)
    (bar,) = [bar for bar in bars_of([*everything(), floor], 1) if "19" in bar.name]
    assert (bar.value, bar.limit, bar.kept) == (0.5, 0.5, True)


def test_a_missed_bar_says_so() -> None:
    lines = bars_table([Bar("a", 2, 1), Bar("b", 2, 1, at_least=True)]).splitlines()
    assert [line.split() for line in lines[1:]] == [["a", "2", "<=", "1", "MISSED"], ["b", "2", ">=", "1"]]


def test_the_json_has_what_the_table_has() -> None:
    told = json.loads(json.dumps(as_json(everything(), [Bar("a", 2, 1)])))
    assert told["measured"][0]["figures"]["rate"] == 500
    assert told["measured"][0]["cpu"] == 1
    assert told["bars"] == [{"name": "a", "value": 2, "limit": 1, "at_least": False, "kept": False}]


def test_growth_is_told_in_times_of_the_smallest() -> None:
    large = Figures(50, 30, 90, 1.5, 0.5)
    assert growth(WORK, large) == (2, 3)
    head, line = growth_table({"1000": {"read": WORK}, "100000": {"read": large}}).splitlines()
    assert "p50 100000÷1000" in head
    assert line.split() == ["read", "1", "10", "2", "30", "2", "3"]


def test_the_tenths_of_an_import_tell_whether_it_slows_down() -> None:
    moments = [Progress(0, 0, 0, 0)]
    moments += [Progress(n * 100, n * (1 if n <= 5 else 2), n * 0.1, n * 0.3) for n in range(1, 11)]
    parts = tenths(moments)
    assert [round(cpu, 6) for _, cpu in parts] == [4.0] * 10
    assert parts[0][0] == 100
    assert parts[-1][0] == 50


def test_a_process_is_charged_with_what_ended_in_it() -> None:
    burn = "import time\nend = time.process_time() + 0.2\nwhile time.process_time() < end: pass"
    run = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}])"
    outer = f"{run}; print('done', flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", outer], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stdout.readline() == b"done\n"
        assert process.pid in children_of(os.getpid())
        assert parent_of(process.pid) == os.getpid()
        assert 0.2 <= cpu_seconds(process.pid) < 2
        process.communicate(b"\n")


class Echo(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    keys: list[str | None] = []  # noqa: RUF012 - one server a test

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.keys.append(self.headers["Idempotency-Key"])
        self.send_response(201 if json.loads(body) == {"total": 1} else 422)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        self.wfile.write(b"x" * 100_000)

    def log_message(self, *_: object) -> None:
        pass


def test_the_generator_counts_answers_and_never_repeats_a_key() -> None:
    Echo.keys.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with server:
        good, bad = (Request("POST", "/x", "token", {"total": n}).line for n in (1, 2))
        told = drive(server.server_port, [good, bad], 2, 0.2, "key")
        server.shutdown()
    assert told["answers"] == len(Echo.keys) == len(set(Echo.keys)) > 2
    assert abs(told["failed"] - told["answers"] / 2) <= 2
    assert 0 < told["p50"] <= told["p99"]


@pytest.mark.parametrize(
    ("invoices", "parts", "imported"),
    [(1_000, 1, 1_000), (100_000, 1, 100_000), (1_000_000, 100, 10_000), (2_999_999, 300, 9_999)],
)
def test_what_would_take_hours_to_import_is_made_of_parts(invoices: int, parts: int, imported: int) -> None:
    load = Load(1, invoices)
    assert (load.parts, load.imported) == (parts, imported)
