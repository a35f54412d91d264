"""A renderer process: `python -m app.printing.workers.renderer PARENT MEMORY SECONDS` prints until its input ends.

Each may take so many bytes and seconds of a processor. Papers come in and PDFs go out as messages
(`app.printing.workers.messages`). What is wrong with a paper is an answer; a renderer that ends without one was killed.
"""

import gc
import os
import signal
import sys

import orjson

from app.printing.pdf.faults import TemplateFault
from app.printing.workers import messages
from app.printing.workers.confinement import confine, end_with_parent, outlive_signals

_NICER = 10  # than the service: who reads does not wait for who prints


def main() -> None:
    """Serve until the input ends, or the memory does."""
    parent, memory, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    end_with_parent(parent)
    outlive_signals()
    os.nice(_NICER)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a library prints is no message
    # Half a second of work, which the lines above make a polite one.
    from app.printing.pdf import rendering  # noqa: PLC0415

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
        # Its signal ends the process, whatever it is at.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        kind, body = _answer(request)
        signal.setitimer(signal.ITIMER_PROF, 0)
        messages.send(target, kind, body)


def _collect_seldom() -> None:
    # A long page makes a million objects and no garbage: looking for some takes a quarter of its time.
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _answer(request: bytes) -> tuple[bytes, bytes]:
    from app.printing.pdf import rendering  # noqa: PLC0415 - as above

    try:
        return messages.PDF, rendering.render(messages.unpacked(request))
    except TemplateFault as fault:
        return messages.FAULT, orjson.dumps((fault.message, fault.line))
    except MemoryError:
        return messages.NO_MEMORY, b""


if __name__ == "__main__":
    main()
