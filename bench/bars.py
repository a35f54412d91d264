"""The limits that `make bench` compares its figures with. Pure."""

from collections.abc import Iterator, Sequence

from bench.figures import Bar, Measured, beside, works_of

READS = ("read", "list 50", "list 200")
CREATE, CREATE_MANY, BULK = "create", "create, 16 organizations", "create, 200 in a request"
ROWS = "PostgreSQL alone, 19 statements"

# Processor seconds per 1000 requests, of a bulk per 1000 invoices; service and PostgreSQL together.
_MOST_CPU = {"read": 1.0, "list 50": 1.5, "list 200": 3.0, BULK: 1.2}
_SHARE_OF_ROWS = 0.5
_TAIL = 5.0
_SHARE_OF_MANY = 0.6
_MOST_MIB = 160.0
# CPU of the service in that of PostgREST, in the rounds of one run.
POSTGREST = "PostgREST"
_MOST_OF_POSTGREST = {"read": 1.0, "list 50": 1.0, "list 200": 1.0, CREATE: 1.1}


def bars_of(measured: Sequence[Measured], workers_mib: float) -> list[Bar]:
    """Return each bar with its measured value; a bar whose floor or peer is missing is left out.

    `workers_mib` is the resident memory of gunicorn's workers.
    """
    works = {name: one.figures for name, one in works_of(measured).items()}
    rows = [one.figures for one in measured if one.name == ROWS]
    return [
        *(Bar(f"{name}: CPU s per 1000", works[name].cpu, most) for name, most in _MOST_CPU.items()),
        *(
            Bar(f"{CREATE}: rate ÷ 19 statements", works[CREATE].rate / one.rate, _SHARE_OF_ROWS, True)
            for one in rows
        ),
        *(Bar(f"{name}: p99 ÷ p50", works[name].p99 / works[name].p50, _TAIL) for name in READS),
        Bar("one organization ÷ many", works[CREATE].rate / works[CREATE_MANY].rate, _SHARE_OF_MANY, True),
        Bar("RSS of the workers, MiB", workers_mib, _MOST_MIB),
        *_bars_beside_postgrest(measured),
    ]


def _bars_beside_postgrest(measured: Sequence[Measured]) -> Iterator[Bar]:
    works = works_of(measured)
    for one in measured:
        most = _MOST_OF_POSTGREST.get(one.peer_of or "")
        if one.name == POSTGREST and most is not None:
            ratio = beside(works[one.peer_of or ""], one)
            if ratio is not None:
                yield Bar(f"{one.peer_of}: CPU ÷ {POSTGREST}", ratio, most)
