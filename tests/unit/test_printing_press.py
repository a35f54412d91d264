"""The press: processes that print, and what becomes of the papers when they fail."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from io import BytesIO
from pathlib import Path
from threading import Event

import psutil
import pypdf
import pytest

from app.config import ROOT
from app.errors import Unavailable
from app.printing.content.paper import Order
from app.printing.pdf.faults import TemplateFault
from app.printing.workers import queue as press_module
from app.printing.workers import worker as printer_module
from app.printing.workers.cache import Cache
from app.printing.workers.queue import Press
from tests.printed import is_renderer
from tests.waiting import eventually

pytestmark = pytest.mark.slow

ENDLESS = "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}"
GREEDY = "{% set a = 'x' * (10 ** 9) %}{{ a }}"
SLOW = "<table>{% for a in range(150) %}<tr><td>{{ a }}</td><td>{{ name }}</td></tr>{% endfor %}</table>"


# Renderers of a press that another test's service has in this process.
_others: set[int] = set()


@pytest.fixture(autouse=True)
def _count_from_here() -> None:
    _others.clear()
    _others.update(child.pid for child in renderers())


@pytest.fixture
def press() -> Iterator[Press]:
    with closing(Press(seconds=2, patience=60)) as press:
        yield press
    assert not renderers()


def renderers() -> list[psutil.Process]:
    """The renderer processes that this one has."""
    children = psutil.Process().children()
    return [child for child in children if child.pid not in _others and is_renderer(child)]


def busy_with(press: Press) -> int | None:
    """How many papers wait while one is being printed."""
    return len(press._waiting) if press._under_way else None


def paper(name: str = "A", html: str | None = "<p>{{ name }}</p>", organization: str = "org_1") -> Order:
    return Order("invoice", name, ({"name": name},), dict, html, None, organization, "inv_1", "req_1")


def words(pdf: bytes) -> str:
    return pypdf.PdfReader(BytesIO(pdf)).pages[0].extract_text().strip()


def count_of_prints(press: Press) -> list[bytes]:
    """What the press's printer is asked from now on."""
    asked: list[bytes] = []
    printer = press._printers[0]
    ask = printer.print

    def counting(request: bytes, whose: Mapping[str, object]) -> bytes:
        asked.append(request)
        return ask(request, whose)

    printer.print = counting  # type: ignore[method-assign]
    return asked


def test_papers_are_printed_by_one_process_which_is_started_by_the_first(press: Press) -> None:
    assert not renderers()
    assert words(press.pdf(paper("first"))) == "first"
    (renderer,) = renderers()
    assert words(press.pdf(paper("second"))) == "second"
    assert renderers() == [renderer]


def test_a_renderer_is_polite_and_knows_nothing_of_the_service(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret")
    press.pdf(paper())
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


def test_a_fault_of_a_template_comes_back_with_its_line(press: Press) -> None:
    with pytest.raises(TemplateFault) as raised:
        press.pdf(paper(html="\n{{ nobody }}"))
    assert (raised.value.message, raised.value.line) == ("'nobody' is undefined", 2)
    assert words(press.pdf(paper("next"))) == "next"


def test_what_takes_too_long_is_given_up_and_not_tried_again_for_a_while(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine its two seconds of a processor may take many by the clock.
    monkeypatch.setattr(printer_module, "WALL", 25)
    press.pdf(paper())
    (before,) = renderers()
    began = time.monotonic()
    with pytest.raises(Unavailable) as raised:
        press.pdf(paper(html=ENDLESS))
    assert time.monotonic() - began >= 2
    assert raised.value.retry_after == 3600
    assert not before.is_running()
    again_at = time.monotonic()
    with pytest.raises(Unavailable) as again:
        press.pdf(paper(html=ENDLESS))
    assert time.monotonic() - again_at < 2
    assert 3500 < again.value.retry_after <= 3600
    assert words(press.pdf(paper("next"))) == "next"


def test_what_takes_too_much_memory_is_given_up(press: Press) -> None:
    with pytest.raises(Unavailable) as raised:
        press.pdf(paper(html=GREEDY))
    assert raised.value.retry_after == 3600
    assert not renderers()
    assert words(press.pdf(paper("next"))) == "next"


def test_a_renderer_that_is_killed_costs_time_only(press: Press) -> None:
    press.pdf(paper())
    (first,) = renderers()
    first.kill()
    assert words(press.pdf(paper("idle"))) == "idle"
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(press.pdf, paper("busy", SLOW))
        time.sleep(0.05)
        (second,) = renderers()
        second.kill()
        assert "busy" in words(waiting.result())


def test_renderers_that_are_killed_time_and_again_make_the_press_unavailable(press: Press) -> None:
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
            press.pdf(paper())
        over.set()
        killer.result()
    assert raised.value.retry_after == 2
    assert words(press.pdf(paper("next"))) == "next"


def test_what_eight_ask_for_at_once_is_printed_once(press: Press) -> None:
    asked = count_of_prints(press)
    with ThreadPoolExecutor(8) as pool:
        pdfs = list(pool.map(lambda _: press.pdf(paper("same", SLOW)), range(8)))
    assert len(set(pdfs)) == len(asked) == 1


def test_who_finds_the_queue_full_is_told_at_once(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press_module, "_PATIENCE", 1)
    press.pdf(paper())
    with ThreadPoolExecutor(16) as pool:
        busy = pool.submit(press.pdf, paper(html=ENDLESS))
        assert eventually(lambda: busy_with(press) == 0, 10)
        waiting = [pool.submit(press.pdf, paper(str(n), organization=f"org_{n % 2}")) for n in range(8)]
        assert eventually(lambda: busy_with(press) == 8, 10)
        with pytest.raises(Unavailable) as raised:
            press.pdf(paper("ninth", organization="org_9"))
        assert not any(each.done() for each in waiting)
        assert raised.value.retry_after == 2
        # Those who wait lose their patience before the endless one is given up.
        assert all(isinstance(each.exception(), Unavailable) for each in waiting)
        assert not busy.done()
        assert isinstance(busy.exception(), Unavailable)
    assert words(press.pdf(paper("ninth"))) == "ninth"


def test_one_organization_leaves_half_of_the_places_to_others(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press_module, "_PATIENCE", 1)
    press.pdf(paper())
    with ThreadPoolExecutor(16) as pool:
        busy = pool.submit(press.pdf, paper(html=ENDLESS))
        assert eventually(lambda: busy_with(press) == 0, 10)
        waiting = [pool.submit(press.pdf, paper(str(n))) for n in range(4)]
        assert eventually(lambda: busy_with(press) == 4, 10)
        with pytest.raises(Unavailable):
            press.pdf(paper("fifth"))
        waiting.append(pool.submit(press.pdf, paper("other", organization="org_2")))
        assert eventually(lambda: busy_with(press) == 5, 10)
        assert all(isinstance(each.exception(), Unavailable) for each in [*waiting, busy])
    assert not press._waiting


def test_what_was_begun_is_printed_though_nobody_waits_any_more(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache", 10**6)
    with closing(Press(cache=cache, patience=0.01)) as press:
        # Nobody is impatient while the renderer starts.
        eventually(lambda: printed(press, paper()), 20)
        with pytest.raises(Unavailable) as raised:
            press._printers[0].print = sluggish(press)  # type: ignore[method-assign]
            press.pdf(paper("slow"))
        assert raised.value.retry_after == 5
        assert eventually(lambda: printed(press, paper("slow")), 10)


def printed(press: Press, order: Order) -> bytes | None:
    with suppress(Unavailable):
        return press.pdf(order)
    return None


def sluggish(press: Press) -> Callable[[bytes, Mapping[str, object]], bytes]:
    ask = press._printers[0].print

    def late(request: bytes, whose: Mapping[str, object]) -> bytes:
        time.sleep(press_module._PATIENCE + 0.5)
        return ask(request, whose)

    return late


def test_what_one_process_gave_up_no_other_tries(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    cache = Cache(tmp_path / "cache", 10**6)
    with closing(Press(cache=cache)) as first, pytest.raises(press_module.TooMuch):
        first.pdf(paper("Mrs Rao", html=GREEDY))
    with closing(Press(cache=cache)) as second:
        with pytest.raises(press_module.TooMuch):
            second.pdf(paper("Mrs Rao", html=GREEDY))
        assert not renderers()
    (record,) = [record for record in caplog.records if record.message == "a paper is over a limit"]
    assert record.fields == {  # type: ignore[attr-defined]
        "organization_id": "org_1",
        "id": "inv_1",
        "request_id": "req_1",
        "reason": "memory",
    }


def test_what_waits_for_a_processor_has_more_time_by_the_clock(press: Press) -> None:
    press.pdf(paper())
    (renderer,) = renderers()
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(press.pdf, paper("late", SLOW))
        assert eventually(lambda: busy_with(press) == 0, 10)
        renderer.suspend()
        time.sleep(3)
        renderer.resume()
        assert "late" in words(waiting.result())


def test_what_gets_no_processor_at_all_is_given_up_for_a_minute(press: Press) -> None:
    press.pdf(paper())
    (renderer,) = renderers()
    renderer.suspend()
    with pytest.raises(press_module.TooMuch) as raised:
        press.pdf(paper("never"))
    assert raised.value.retry_after == 60


def test_what_nobody_waits_for_any_more_is_not_printed(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press_module, "_PATIENCE", 0.2)
    asked = count_of_prints(press)
    with ThreadPoolExecutor() as pool:
        busy = pool.submit(press.pdf, paper(html=ENDLESS))
        assert eventually(lambda: asked, 10)
        with pytest.raises(Unavailable):
            press.pdf(paper("left"))
        assert isinstance(busy.exception(), Unavailable)
    assert eventually(lambda: press._queue.qsize() == 0, 10)
    press.pdf(paper("next"))
    assert len(asked) == 2


def test_what_was_printed_before_needs_no_printer(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache", 10**6)
    with closing(Press(cache=cache)) as first:
        pdf = first.pdf(paper())
    with closing(Press(cache=cache)) as second:
        # The answer may be out before it is kept.
        assert eventually(lambda: len(list(tmp_path.glob("cache/*"))) == 1, 10)
        assert second.pdf(paper()) == pdf
        assert not renderers()
        assert second.pdf(paper("another")) != pdf


@pytest.mark.parametrize("other", [
    Order("statement", "A", ({"name": "A"},), dict, "<p>{{ name }}</p>"),
    Order("invoice", "B", ({"name": "A"},), dict, "<p>{{ name }}</p>"),
    Order("invoice", "A", ({"name": "B"},), dict, "<p>{{ name }}</p>"),
    Order("invoice", "A", ({"name": "A"},), dict, "<p> {{ name }}</p>"),
    Order("invoice", "A", ({"name": "A"},), dict, "<p>{{ name }}</p>", b"x"),
])  # fmt: skip
def test_a_paper_that_differs_in_anything_is_another(other: Order, tmp_path: Path) -> None:
    with closing(Press(cache=Cache(tmp_path, 10**6))) as press:
        asked = count_of_prints(press)
        press.pdf(paper())
        press.pdf(other)
    assert len(asked) == 2


def test_a_closed_press_refuses_and_leaves_nothing(press: Press) -> None:
    press.pdf(paper())
    with ThreadPoolExecutor() as pool:
        busy = [pool.submit(press.pdf, paper(str(n), ENDLESS)) for n in range(3)]
        time.sleep(0.3)
        began = time.monotonic()
        press.close()
        assert all(isinstance(each.exception(), Unavailable) for each in busy)
    # The one in hand would have taken two of a processor.
    assert time.monotonic() - began < 2
    assert not renderers()
    with pytest.raises(Unavailable):
        press.pdf(paper())


def test_signals_to_the_whole_group_leave_the_paper_in_hand(press: Press) -> None:
    press.pdf(paper())
    (renderer,) = renderers()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        renderer.send_signal(number)
    assert words(press.pdf(paper("next"))) == "next"
    assert renderers() == [renderer]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent has died")
@pytest.mark.parametrize("html", [ENDLESS, "{{ 10 ** (10 ** 8) }}", "<p>x</p>"])
def test_no_renderer_outlives_a_killed_service(html: str) -> None:
    program = (
        "import sys, time; from app.printing.workers.queue import Press; from app.printing.content.paper import Order;"
        "press = Press(seconds=60); press.pdf(Order('invoice', 'A', (), dict, '<p>x</p>'));"
        "print('printing', flush=True);"
        "press.pdf(Order('invoice', 'B', (), dict, sys.argv[1])); time.sleep(60)"
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
