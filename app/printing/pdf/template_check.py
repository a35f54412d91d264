"""Trying an organization's template before it is set: what fails, fails on the operator's screen."""

from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing
from itertools import product

from app.errors import Unavailable
from app.printing.content.paper import Kind, Order
from app.printing.pdf.faults import TemplateFault
from app.printing.pdf.samples import samples
from app.printing.workers.queue import Press

# A grey dot.
_LOGO = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
)
# An operator waits until it is known whether a sample is over a limit.
_PATIENCE = 600.0


def faults_of(kind: Kind, html: str, seconds: float) -> list[TemplateFault]:
    """What is wrong with a template: every sample document is printed with it, with a logo and without, each in at
    most so many seconds of a processor. None is good news."""
    with closing(Press(seconds=seconds, patience=_PATIENCE)) as press:
        # The same line fails in most samples.
        found = {(fault.line, fault.message): fault for fault in _faults(press, kind, html)}
    return list(found.values())


def _faults(press: Press, kind: Kind, html: str) -> Iterator[TemplateFault]:
    for context, logo in product(samples(kind), (None, _LOGO)):
        try:
            press.pdf(Order(kind, "Sample", (context,), dict, html, logo))
        except TemplateFault as fault:
            yield fault
        except Unavailable as limit:
            yield TemplateFault(limit.message)
            return  # it would be over the limit with the others too
