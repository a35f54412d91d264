"""Figures as text. Pure."""

from collections.abc import Sequence

from bench.figures import Bar, Measured, ratios

_HEAD = ("", "req/s", "p50 ms", "p99 ms", "CPU service", "PostgreSQL", "both", "rate ÷", "CPU ÷")


def table_of(measured: Sequence[Measured]) -> str:
    """One line for each thing measured; a floor has its work's rate and CPU in terms of its own."""
    works = {one.name: one.figures for one in measured if one.floor_of is None}
    return aligned([_HEAD, *(_cells(one, ratios(one, works)) for one in measured)])


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


def bars_of(bars: Sequence[Bar]) -> str:
    """One line for each bar."""
    return aligned([
        ("", "measured", "bar", ""),
        *((bar.name, shown(bar.value), _limit(bar), "" if bar.kept else "MISSED") for bar in bars),
    ])  # fmt: skip


def _limit(bar: Bar) -> str:
    return f"{'>=' if bar.at_least else '<='} {bar.limit:g}"


def shown(value: float | None) -> str:
    """Three digits that count; a dash for what was not measured."""
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"  # noqa: PLR2004 - three digits


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """The first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
