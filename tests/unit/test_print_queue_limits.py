"""The queue of print jobs: limits of time, memory, processors and waiting."""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from app.errors import RateLimited, Unavailable
from app.limits.budget import Budget
from app.limits.table import RateTable
from app.printing.content.paper import PrintJob
from app.printing.workers import queue as queue_module
from app.printing.workers import render_worker as worker_module
from app.printing.workers.cache import Cache
from app.printing.workers.queue import PrintQueue
from app.printing.workers.render_worker import RenderWorker
from tests.unit.print_jobs import ENDLESS, GREEDY, SLOW, busy_with, count_of_prints, job, renderers, words
from tests.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("count_renderers")]


def test_what_takes_too_long_is_given_up_and_not_tried_again_for_a_while(
    queue: PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine its two seconds of a processor may take many by the clock.
    monkeypatch.setattr(worker_module, "WALL", 25)
    queue.pdf(job())
    (before,) = renderers()
    began = time.monotonic()
    with pytest.raises(Unavailable) as raised:
        queue.pdf(job(html=ENDLESS))
    assert time.monotonic() - began >= 2
    assert raised.value.retry_after == 3600
    assert not before.is_running()
    again_at = time.monotonic()
    with pytest.raises(Unavailable) as again:
        queue.pdf(job(html=ENDLESS))
    assert time.monotonic() - again_at < 2
    assert 3500 < again.value.retry_after <= 3600
    assert words(queue.pdf(job("next"))) == "next"


def test_what_takes_too_much_memory_is_given_up(queue: PrintQueue) -> None:
    with pytest.raises(Unavailable) as raised:
        queue.pdf(job(html=GREEDY))
    assert raised.value.retry_after == 3600
    assert not renderers()
    assert words(queue.pdf(job("next"))) == "next"


def test_who_finds_the_queue_full_is_told_at_once(queue: PrintQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue_module, "_LONGEST_WAIT", 1)
    queue.pdf(job())
    with ThreadPoolExecutor(16) as pool:
        busy, also = (pool.submit(queue.pdf, job(f"busy {n}", ENDLESS, f"org_{n}")) for n in range(2))
        assert eventually(lambda: len(queue._unfinished) == 2 and busy_with(queue) == 0, 10)
        waiting = [pool.submit(queue.pdf, job(str(n), organization=f"org_{n % 4}")) for n in range(8)]
        assert eventually(lambda: busy_with(queue) == 8, 10)
        with pytest.raises(Unavailable) as raised:
            queue.pdf(job("ninth", organization="org_2"))
        assert not any(each.done() for each in waiting)
        assert raised.value.retry_after == 2
        # Those who wait lose their patience before the endless one is given up.
        assert all(isinstance(each.exception(), Unavailable) for each in waiting)
        assert not (busy.done() or also.done())
        assert isinstance(busy.exception(), Unavailable)
        assert isinstance(also.exception(), Unavailable)
    assert words(queue.pdf(job("ninth"))) == "ninth"


def test_one_organization_leaves_half_of_the_places_to_others(
    queue: PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_module, "_LONGEST_WAIT", 1)
    queue.pdf(job())
    with ThreadPoolExecutor(16) as pool:
        busy = pool.submit(queue.pdf, job(html=ENDLESS))
        assert eventually(lambda: busy_with(queue) == 0, 10)
        waiting = [pool.submit(queue.pdf, job(str(n))) for n in range(4)]
        assert eventually(lambda: busy_with(queue) == 4, 10)
        with pytest.raises(Unavailable):
            queue.pdf(job("fifth"))
        # Another one does not wait for it.
        assert words(queue.pdf(job("other", organization="org_2"))) == "other"
        assert not busy.done()
        assert all(isinstance(each.exception(), Unavailable) for each in [*waiting, busy])
    assert not len(queue._waiting)


def test_visitors_leave_places_and_budget_to_the_organization(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue_module, "_LONGEST_WAIT", 2)
    budget = Budget(RateTable(), 60)
    with closing(PrintQueue(seconds=3, budget=budget)) as queue, ThreadPoolExecutor(16) as pool:
        assert words(queue.pdf(job("seen"), for_visitor=True)) == "seen"
        busy = pool.submit(queue.pdf, job(html=ENDLESS))
        assert eventually(lambda: busy_with(queue) == 0, 10)
        waiting = [pool.submit(queue.pdf, job(str(n)), for_visitor=True) for n in range(2)]
        assert eventually(lambda: busy_with(queue) == 2, 10)
        with pytest.raises(Unavailable):
            queue.pdf(job("third"), for_visitor=True)
        own = pool.submit(queue.pdf, job("own"))
        assert eventually(lambda: busy_with(queue) == 3, 10)
        assert all(isinstance(each.exception(), Unavailable) for each in [*waiting, own, busy])
        budget.spend("org_1", 31)
        with pytest.raises(RateLimited):
            queue.pdf(job("later"), for_visitor=True)
        assert words(queue.pdf(job("own"))) == "own"


def test_two_organizations_do_not_take_all_places_from_a_third(queue: PrintQueue) -> None:
    queue.pdf(job())
    with ThreadPoolExecutor(16) as pool:
        busy = [pool.submit(queue.pdf, job(f"busy {n}", SLOW, f"org_{n % 2}")) for n in range(2)]
        assert eventually(lambda: len(queue._unfinished) == 2 and busy_with(queue) == 0, 10)
        waiting = [pool.submit(queue.pdf, job(str(n), SLOW, f"org_{n % 2}")) for n in range(8)]
        assert eventually(lambda: busy_with(queue) == 8, 10)
        assert words(queue.pdf(job("third", organization="org_9"))) == "third"
        # Its turn came before theirs were over.
        assert not all(each.done() for each in waiting)
        for each in [*busy, *waiting]:
            each.exception()


def test_one_organization_holds_few_threads_however_often_it_asks_for_one_paper(
    queue: PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_module, "_MOST_ASKING_OF_ONE", 4)
    queue.pdf(job())
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(queue.pdf, job("slow", SLOW)) for _ in range(4)]
        assert eventually(lambda: queue._asking.total() == 4, 10)
        with pytest.raises(Unavailable):
            queue.pdf(job("slow", SLOW))
        assert words(queue.pdf(job("other", organization="org_2"))) == "other"
        assert len({each.result() for each in asked}) == 1
    assert not queue._asking


def test_what_was_begun_is_printed_though_nobody_waits_any_more(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache", 10**6)
    with closing(PrintQueue(cache=cache, render_wait=0.01)) as queue:
        # Nobody is impatient while the renderer starts.
        eventually(lambda: printed(queue, job()), 20)
        with pytest.raises(Unavailable) as raised:
            for worker in queue._workers:
                worker.render = sluggish(worker)  # type: ignore[method-assign]
            queue.pdf(job("slow"))
        assert raised.value.retry_after == 5
        assert eventually(lambda: printed(queue, job("slow")), 10)


def printed(queue: PrintQueue, job: PrintJob) -> bytes | None:
    with suppress(Unavailable):
        return queue.pdf(job)
    return None


def sluggish(worker: RenderWorker) -> Callable[[bytes, Mapping[str, object]], bytes]:
    ask = worker.render

    def late(request: bytes, whose: Mapping[str, object]) -> bytes:
        time.sleep(queue_module._LONGEST_WAIT + 0.5)
        return ask(request, whose)

    return late


def test_what_one_process_gave_up_no_other_tries(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    cache = Cache(tmp_path / "cache", 10**6)
    with closing(PrintQueue(cache=cache)) as first, pytest.raises(queue_module.RenderLimitExceeded):
        first.pdf(job("Mrs Rao", html=GREEDY))
    with closing(PrintQueue(cache=cache)) as second:
        with pytest.raises(queue_module.RenderLimitExceeded):
            second.pdf(job("Mrs Rao", html=GREEDY))
        assert not renderers()
    (record,) = [record for record in caplog.records if record.message == "a paper is over a limit"]
    assert record.fields == {  # type: ignore[attr-defined]
        "organization_id": "org_1",
        "id": "inv_1",
        "request_id": "req_1",
        "reason": "memory",
    }


def test_what_waits_for_a_processor_has_more_time_by_the_clock(queue: PrintQueue) -> None:
    queue.pdf(job())
    (renderer,) = renderers()
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(queue.pdf, job("late", SLOW))
        assert eventually(lambda: busy_with(queue) == 0, 10)
        renderer.suspend()
        time.sleep(3)
        renderer.resume()
        assert "late" in words(waiting.result())


def test_what_gets_no_processor_at_all_is_given_up_for_a_minute(queue: PrintQueue) -> None:
    queue.pdf(job())
    (renderer,) = renderers()
    renderer.suspend()
    with pytest.raises(queue_module.RenderLimitExceeded) as raised:
        queue.pdf(job("never"))
    assert raised.value.retry_after == 60


def test_what_nobody_waits_for_any_more_is_not_printed(
    queue: PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_module, "_LONGEST_WAIT", 0.2)
    asked = count_of_prints(queue)
    with ThreadPoolExecutor() as pool:
        busy = pool.submit(queue.pdf, job(html=ENDLESS))
        assert eventually(lambda: asked, 10)
        with pytest.raises(Unavailable):
            queue.pdf(job("left"))
        assert isinstance(busy.exception(), Unavailable)
    assert eventually(lambda: len(queue._waiting) == 0, 10)
    queue.pdf(job("next"))
    assert len(asked) == 2


def test_two_organizations_that_ask_at_the_same_moment_are_printed_side_by_side(queue: PrintQueue) -> None:
    queue.pdf(job())
    endless = [job(f"busy {n}", ENDLESS, f"org_{n}") for n in range(2)]
    # None is begun before both wait.
    with queue._changed:
        entered = [queue._enter(queue_module._QueuedJob(each.name, each)) for each in endless]
    assert eventually(lambda: all(entry.done.running() for entry in entered), 5)


def test_the_second_renderer_is_started_for_another_organization_only(queue: PrintQueue) -> None:
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            asked = [pool.submit(queue.pdf, job(f"{time.monotonic_ns()} {n}", SLOW)) for n in range(4)]
            assert all(each.result() for each in asked)
        assert len(renderers()) == 1
        asked = [pool.submit(queue.pdf, job(f"of {n}", SLOW, f"org_{n}")) for n in range(2)]
        assert all(each.result() for each in asked)
        assert len(renderers()) == 2


def test_an_organization_that_spent_its_budget_is_told_when_to_come_back_and_others_print() -> None:
    with closing(PrintQueue(seconds=2, render_wait=60, budget=Budget(RateTable(), 0.001))) as queue:
        # A small paper may take less than the clock of processor time tells.
        queue.pdf(job("first", SLOW))
        assert eventually(lambda: not queue._waiting._printing, 10)
        with pytest.raises(RateLimited) as raised:
            queue.pdf(job("second"))
        assert raised.value.retry_after > 0
        assert words(queue.pdf(job("theirs", organization="org_2"))) == "theirs"
