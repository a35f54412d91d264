"""The queue of print jobs: renderer processes, equal jobs, the cache, and their ends."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Event

import psutil
import pytest

from app.config import ROOT
from app.errors import Unavailable
from app.printing.content.paper import PrintJob
from app.printing.pdf.faults import TemplateFault
from app.printing.workers.cache import Cache
from app.printing.workers.queue import PrintQueue
from tests.unit.print_jobs import ENDLESS, SLOW, count_of_prints, job, renderers, words
from tests.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("count_renderers")]


def test_papers_are_printed_by_one_process_which_is_started_by_the_first(queue: PrintQueue) -> None:
    assert not renderers()
    assert words(queue.pdf(job("first"))) == "first"
    (renderer,) = renderers()
    assert words(queue.pdf(job("second"))) == "second"
    assert renderers() == [renderer]


def test_a_renderer_is_polite_and_knows_nothing_of_the_service(
    queue: PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret")
    queue.pdf(job())
    (renderer,) = renderers()
    assert renderer.nice() == 10
    assert set(renderer.environ()) <= {
        "PATH",
        "LD_LIBRARY_PATH",
        "LANG",
        "LC_ALL",
        "LC_CTYPE",
        "TZ",
        "PYTHONHASHSEED",
    }
    assert renderer.rlimit(psutil.RLIMIT_NOFILE) == (3, 3)
    assert renderer.rlimit(psutil.RLIMIT_FSIZE) == (0, 0)
    assert renderer.rlimit(psutil.RLIMIT_AS) == (512 * 1024**2,) * 2
    assert renderer.num_fds() == 3


def test_a_fault_of_a_template_comes_back_with_its_line(queue: PrintQueue) -> None:
    with pytest.raises(TemplateFault) as raised:
        queue.pdf(job(html="\n{{ nobody }}"))
    assert (raised.value.message, raised.value.line) == ("'nobody' is undefined", 2)
    assert words(queue.pdf(job("next"))) == "next"


def test_a_renderer_that_is_killed_costs_time_only(queue: PrintQueue) -> None:
    queue.pdf(job())
    (first,) = renderers()
    first.kill()
    assert words(queue.pdf(job("idle"))) == "idle"
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(queue.pdf, job("busy", SLOW))
        time.sleep(0.05)
        (second,) = renderers()
        second.kill()
        assert "busy" in words(waiting.result())


def test_renderers_that_are_killed_time_and_again_make_the_queue_unavailable(queue: PrintQueue) -> None:
    over = Event()

    def kill() -> None:
        while not over.is_set():
            for renderer in renderers():
                with suppress(psutil.NoSuchProcess):
                    renderer.kill()
            time.sleep(0.01)

    with ThreadPoolExecutor() as pool:
        killer = pool.submit(kill)
        with pytest.raises(Unavailable) as raised:
            queue.pdf(job())
        over.set()
        killer.result()
    assert raised.value.retry_after == 2
    assert words(queue.pdf(job("next"))) == "next"


def test_what_eight_ask_for_at_once_is_printed_once(queue: PrintQueue) -> None:
    asked = count_of_prints(queue)
    with ThreadPoolExecutor(8) as pool:
        pdfs = list(pool.map(lambda _: queue.pdf(job("same", SLOW)), range(8)))
    assert len(set(pdfs)) == len(asked) == 1


def test_what_was_printed_before_needs_no_renderer(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache", 10**6)
    with closing(PrintQueue(cache=cache)) as first:
        pdf = first.pdf(job())
    with closing(PrintQueue(cache=cache)) as second:
        # The answer may be out before it is kept.
        assert eventually(lambda: len(list(tmp_path.glob("cache/*"))) == 1, 10)
        assert second.pdf(job()) == pdf
        assert not renderers()
        assert second.pdf(job("another")) != pdf


@pytest.mark.parametrize("other", [
    PrintJob("statement", "A", ({"name": "A"},), dict, "<p>{{ name }}</p>"),
    PrintJob("invoice", "B", ({"name": "A"},), dict, "<p>{{ name }}</p>"),
    PrintJob("invoice", "A", ({"name": "B"},), dict, "<p>{{ name }}</p>"),
    PrintJob("invoice", "A", ({"name": "A"},), dict, "<p> {{ name }}</p>"),
    PrintJob("invoice", "A", ({"name": "A"},), dict, "<p>{{ name }}</p>", b"x"),
])  # fmt: skip
def test_a_paper_that_differs_in_anything_is_another(other: PrintJob, tmp_path: Path) -> None:
    with closing(PrintQueue(cache=Cache(tmp_path, 10**6))) as queue:
        asked = count_of_prints(queue)
        queue.pdf(job())
        queue.pdf(other)
    assert len(asked) == 2


def test_a_closed_queue_refuses_and_leaves_nothing(queue: PrintQueue) -> None:
    queue.pdf(job())
    with ThreadPoolExecutor() as pool:
        busy = [pool.submit(queue.pdf, job(str(n), ENDLESS)) for n in range(3)]
        time.sleep(0.3)
        began = time.monotonic()
        queue.close()
        assert all(isinstance(each.exception(), Unavailable) for each in busy)
    # The one in hand would have taken two of a processor.
    assert time.monotonic() - began < 2
    assert not renderers()
    with pytest.raises(Unavailable):
        queue.pdf(job())


def test_signals_to_the_whole_group_leave_the_paper_in_hand(queue: PrintQueue) -> None:
    queue.pdf(job())
    (renderer,) = renderers()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        renderer.send_signal(number)
    assert words(queue.pdf(job("next"))) == "next"
    assert renderers() == [renderer]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent has died")
@pytest.mark.parametrize("html", [ENDLESS, "{{ 10 ** (10 ** 8) }}", "<p>x</p>"])
def test_no_renderer_outlives_a_killed_service(html: str) -> None:
    program = (
        "import sys, time; from app.printing.workers.queue import PrintQueue;"
        "from app.printing.content.paper import PrintJob;"
        "queue = PrintQueue(seconds=60); queue.pdf(PrintJob('invoice', 'A', (), dict, '<p>x</p>'));"
        "print('printing', flush=True);"
        "queue.pdf(PrintJob('invoice', 'B', (), dict, sys.argv[1])); time.sleep(60)"
    )
    command = [sys.executable, "-c", program, html]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as service:
        assert service.stdout is not None
        assert service.stdout.readline() == b"printing\n"
        (renderer,) = psutil.Process(service.pid).children()
        time.sleep(0.2)
        os.kill(service.pid, signal.SIGKILL)
        assert eventually(lambda: not alive(renderer), 20)


def alive(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return process.status() != psutil.STATUS_ZOMBIE
    return False
