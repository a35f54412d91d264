"""Print jobs for tests of the queue, and the renderer processes of this one."""

from collections.abc import Mapping
from io import BytesIO

import psutil
import pypdf

from app.printing.content.paper import PrintJob
from app.printing.workers.queue import PrintQueue
from app.printing.workers.render_worker import RenderWorker
from tests.printed import is_renderer

ENDLESS = "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}"
GREEDY = "{% set a = 'x' * (10 ** 9) %}{{ a }}"
SLOW = "<table>{% for a in range(150) %}<tr><td>{{ a }}</td><td>{{ name }}</td></tr>{% endfor %}</table>"

# Renderers that the queue of another test's service has in this process.
OTHERS: set[int] = set()


def renderers() -> list[psutil.Process]:
    """Return the renderer processes of this one."""
    children = psutil.Process().children()
    return [child for child in children if child.pid not in OTHERS and is_renderer(child)]


def busy_with(queue: PrintQueue) -> int | None:
    """Return how many jobs wait while one is being rendered, else None."""
    return len(queue._waiting) if queue._unfinished else None


def job(name: str = "A", html: str | None = "<p>{{ name }}</p>", organization: str = "org_1") -> PrintJob:
    return PrintJob("invoice", name, ({"name": name},), dict, html, None, organization, "inv_1", "req_1")


def words(pdf: bytes) -> str:
    return pypdf.PdfReader(BytesIO(pdf)).pages[0].extract_text().strip()


def count_of_prints(queue: PrintQueue) -> list[bytes]:
    """Return a list of what the queue's workers get from now on."""
    asked: list[bytes] = []

    def count(worker: RenderWorker) -> None:
        ask = worker.render

        def counting(request: bytes, whose: Mapping[str, object]) -> bytes:
            asked.append(request)
            return ask(request, whose)

        worker.render = counting  # type: ignore[method-assign]

    for worker in queue._workers:
        count(worker)
    return asked
