"""A renderer process: `python -m app.printing.workers.renderer PARENT MEMORY SECONDS`.

PARENT is the pid of the service's process, MEMORY the limit of memory in bytes, SECONDS the limit of processor time
for one paper. The process reads papers and writes PDFs (`app.printing.workers.protocol`) until its input ends. It
answers a fault of a paper with a message; it ends without an answer only where it is killed.
"""

import gc
import os
import signal
import sys
import time

import orjson

from app.printing.pdf.faults import TemplateFault
from app.printing.workers import protocol
from app.printing.workers.confinement import confine, end_with_parent, ignore_signals

_NICENESS = 10  # requests that need no PDF go first


def main() -> None:
    """Render papers until the input or the memory ends."""
    parent, memory, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    end_with_parent(parent)
    ignore_signals()
    os.nice(_NICENESS)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a library that prints must not disturb the protocol
    # After nice(): this import is half a second of work.
    from app.printing.pdf import rendering  # noqa: PLC0415

    rendering.warm_up()
    _collect_seldom()
    confine(memory)
    protocol.send(target, protocol.READY_MESSAGE)
    kind = protocol.READY_MESSAGE
    while kind != protocol.NO_MEMORY_MESSAGE:
        try:
            _, body = protocol.receive(source)
        except EOFError:
            return
        # SIGPROF ends the process, even within a call of C code.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        before = time.process_time_ns()
        kind, answer = _answer(body)
        signal.setitimer(signal.ITIMER_PROF, 0)
        spent = protocol.encode_spent(time.process_time_ns() - before)
        protocol.send(target, protocol.SPENT_MESSAGE, spent)
        protocol.send(target, kind, answer)


def _collect_seldom() -> None:
    # A long page creates a million objects and no garbage; collecting would take a quarter of its time.
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _answer(body: bytes) -> tuple[bytes, bytes]:
    from app.printing.pdf import rendering  # noqa: PLC0415 - as above

    try:
        return protocol.PDF_MESSAGE, rendering.render(protocol.decode_paper(body))
    except TemplateFault as fault:
        return protocol.FAULT_MESSAGE, orjson.dumps((fault.message, fault.line))
    except MemoryError:
        return protocol.NO_MEMORY_MESSAGE, b""


if __name__ == "__main__":
    main()
