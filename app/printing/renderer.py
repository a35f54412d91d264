"""A renderer process: `python -m app.printing.renderer PARENT MEMORY` prints papers until its input ends.

Papers come in and PDFs go out as messages (`app.printing.messages`). What is wrong with a paper is an answer; a
renderer that ends without one was killed.
"""

import gc
import os
import sys

import orjson

from app.printing import messages
from app.printing.confinement import confine, end_with_parent, outlive_signals
from app.printing.faults import TemplateFault

_NICER = 10  # than the service: who reads does not wait for who prints


def main() -> None:
    """Serve until the input ends, or the memory does."""
    parent, memory = map(int, sys.argv[1:])
    end_with_parent(parent)
    outlive_signals()
    os.nice(_NICER)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a library prints is no message
    # Half a second of work, which the lines above make a polite one.
    from app.printing import rendering  # noqa: PLC0415

    rendering.warm_up()
    _collect_seldom()
    confine(memory)
    messages.send(target, messages.READY)
    kind = messages.READY
    while kind != messages.NO_MEMORY:
        try:
            _, request = messages.receive(source)
        except EOFError:
            return
        kind, body = _answer(request)
        messages.send(target, kind, body)


def _collect_seldom() -> None:
    # A long page makes a million objects and no garbage: looking for some takes a quarter of its time.
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _answer(request: bytes) -> tuple[bytes, bytes]:
    from app.printing import rendering  # noqa: PLC0415 - as above

    try:
        return messages.PDF, rendering.render(messages.unpacked(request))
    except TemplateFault as fault:
        return messages.FAULT, orjson.dumps((fault.message, fault.line))
    except MemoryError:
        return messages.NO_MEMORY, b""


if __name__ == "__main__":
    main()
