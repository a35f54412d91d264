"""The check of an organization's template before it is stored."""

from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing
from itertools import product

from app.errors import Unavailable
from app.printing.content.paper import PaperKind, PrintJob
from app.printing.pdf.faults import TemplateFault
from app.printing.pdf.samples import samples
from app.printing.workers.queue import PrintQueue

# A grey dot.
_LOGO = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
)
# Long enough to learn whether a sample exceeds a limit.
_RENDER_WAIT = 600.0


def check_template(kind: PaperKind, html: str, seconds: float) -> list[TemplateFault]:
    """Return the faults of a template, an empty list if there are none.

    All sample documents are rendered with it, with and without a logo. seconds: processor time for each.
    """
    with closing(PrintQueue(seconds=seconds, render_wait=_RENDER_WAIT)) as queue:
        # The same fault occurs in most samples.
        found = {(fault.line, fault.message): fault for fault in _faults(queue, kind, html)}
    return list(found.values())


def _faults(queue: PrintQueue, kind: PaperKind, html: str) -> Iterator[TemplateFault]:
    for context, logo in product(samples(kind), (None, _LOGO)):
        try:
            queue.pdf(PrintJob(kind, "Sample", (context,), dict, html, logo))
        except TemplateFault as fault:
            yield fault
        except Unavailable as limit:
            yield TemplateFault(limit.message)
            return  # the other samples would exceed the limit too
