"""Figures as text. Pure."""

from collections.abc import Sequence

from bench.figures import Bar, Measured, beside, ratios, works_of

_HEAD = ("", "req/s", "p50 ms", "p99 ms", "CPU service", "PostgreSQL", "both", "rate ÷", "CPU ÷")
_PEERS_HEAD = ("", "CPU server", "PostgreSQL", "both", "req/s", "service ÷ peer")


def table_of(measured: Sequence[Measured]) -> str:
    """Return one line for each thing measured; a floor also has its work's rate and CPU, divided by its own."""
    works = {name: one.figures for name, one in works_of(measured).items()}
    own = [one for one in measured if one.peer_of is None]
    return aligned([_HEAD, *(_cells(one, ratios(one, works)) for one in own)])


def _cells(one: Measured, ratio: tuple[float, float] | None) -> tuple[str, ...]:
    figures = one.figures
    name = one.name if one.floor_of is None else "  " + one.name
    return (
        name,
        f"{figures.rate:.0f}",
        f"{figures.p50:.1f}",
        f"{figures.p99:.1f}",
        shown(figures.service_cpu),
        shown(figures.database_cpu),
        shown(figures.cpu or None),
        *(("", "") if ratio is None else map(shown, ratio)),
    )


def peers_of(measured: Sequence[Measured]) -> str:
    """Return a line for each peer below each work, with the service's CPU divided by the peer's."""
    works = works_of(measured)
    rows: list[Sequence[str]] = [_PEERS_HEAD]
    for name, work in works.items():
        peers = [one for one in measured if one.peer_of == name]
        if peers:
            rows.append((name, *_costs(work), ""))
            rows += [("  " + one.name, *_costs(one), shown(beside(work, one))) for one in peers]
    return aligned(rows)


def _costs(one: Measured) -> tuple[str, ...]:
    figures = one.figures
    costs = (figures.service_cpu, figures.database_cpu, figures.cpu or None)
    return (*map(shown, costs), f"{figures.rate:.0f}")


def bars_of(bars: Sequence[Bar]) -> str:
    """Return one line for each bar."""
    return aligned([
        ("", "measured", "bar", ""),
        *((bar.name, shown(bar.value), _limit(bar), "" if bar.kept else "MISSED") for bar in bars),
    ])  # fmt: skip


def _limit(bar: Bar) -> str:
    return f"{'>=' if bar.at_least else '<='} {bar.limit:g}"


def shown(value: float | None) -> str:
    """Return a number with three significant digits, or all digits before the point; a dash for None."""
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"  # noqa: PLR2004 - three digits


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows with the first column to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
