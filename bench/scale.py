"""`make bench-scale`: growth of the cost of a request with the invoices of an organization, and with organizations."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import click

from app.config import ROOT
from bench import running
from bench.bars import CREATE
from bench.copies import copy_organization, slugs
from bench.figures import Figures, growth
from bench.load import Request
from bench.loading import SLUG, WatchedImport, add_demonstration, tenths
from bench.multiples import multiply_organization
from bench.questions import Reader, requests_of
from bench.table import aligned, shown
from bench.tasks import Task, driving, measure

SIZES = (1_000, 100_000, 1_000_000)
# Loaded anew every time, in seconds: what the creations of an earlier run have added would be much of it.
SMALL = 10_000
# More are not imported, which takes two hours for three million: a part of them is, and copied.
MOST_IMPORTED = 100_000
PART = 10_000
# Of many organizations so many are asked, in turn.
ASKED = 20


@dataclass(frozen=True, order=True)
class Load:
    """A number of organizations with a number of invoices each."""

    organizations: int
    invoices: int

    @property
    def name(self) -> str:
        """The name of the load in the table."""
        return f"{self.organizations}×{self.invoices}" if self.organizations > 1 else str(self.invoices)

    @property
    def parts(self) -> int:
        """The number of equal parts that an organization consists of."""
        return 1 if self.invoices <= MOST_IMPORTED else -(-self.invoices // PART)

    @property
    def imported(self) -> int:
        """The invoices of one part."""
        return self.invoices // self.parts

    @property
    def kept(self) -> bool:
        """Return whether the database stays for the next run."""
        return self.organizations * self.invoices > SMALL


@click.command()
@click.argument("sizes", type=click.IntRange(1), nargs=-1)
@click.option("--organizations", type=click.IntRange(1), default=1, help="As many alike, too, of each size.")
@click.option("--fresh", is_flag=True, help="Load anew what was loaded before.")
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@click.option("--seconds", type=click.IntRange(1), default=2, show_default=True, help="For each of a round.")
@click.option("--json", "file", type=click.Path(path_type=Path), default=ROOT / "var" / "bench-scale.json")
def main(
    sizes: Sequence[int], organizations: int, fresh: bool, rounds: int, seconds: int, file: Path
) -> None:
    """Load SIZES of invoices (1000, 100000 and 1000000), send the same requests to each, and print the growth of their
    cost.

    Loaded databases stay for the next run.
    """
    wanted = sorted({Load(count, size) for size in sizes or SIZES for count in (1, organizations)})
    with running.server("bench-scale-postgres") as server:
        found = {load.name: _measured(server, load, fresh, rounds, seconds) for load in wanted}
    click.echo(table_of(found))
    file.parent.mkdir(exist_ok=True)
    told = {load: {name: asdict(one) for name, one in each.items()} for load, each in found.items()}
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _measured(server: str, load: Load, fresh: bool, rounds: int, seconds: int) -> dict[str, Figures]:
    name = f"scale_{load.name.replace('×', 'x')}"
    url = running.open_database(server, name, fresh=fresh or not load.kept)
    database = running.postmaster_of(url)
    tokens = _loaded(url, load, database)
    with running.gunicorn("wsgi:application", url) as (service, port):
        asked = _by_name([requests_of(Reader(port, token)) for token in tokens])
        tasks = [
            Task(name, driving(port, requests, 1, service, database)) for name, requests in asked.items()
        ]
        # Creations last: they are all of one customer and one month, and open.
        reading = [task for task in tasks if task.name != CREATE]
        creating = [task for task in tasks if task.name == CREATE]
        settle = partial(running.tidy, url)
        done = [one for some in (reading, creating) for one in measure(some, 1, rounds, seconds, settle)]
        return {one.name: one.figures for one in done}


def _loaded(url: str, load: Load, database: int | None) -> list[str]:
    """Load all organizations; return the tokens of those that requests are sent to."""
    first = add_demonstration(url, database, load.imported)
    if first.told["made"]:
        click.echo(f"{load.imported} invoices: {_told(load.imported, first)}")
        multiply_organization(url, SLUG, load.parts - 1)
        copy_organization(url, SLUG, load.organizations - 1)
        running.tidy(url)
    asked = slugs(SLUG, load.organizations - 1, min(load.organizations, ASKED) - 1)
    more = [add_demonstration(url, database, load.imported, slug) for slug in asked]
    return [one.told["token"] for one in (first, *more)]


def _by_name(asked: Sequence[dict[str, list[Request]]]) -> dict[str, list[Request]]:
    """Return the requests to several organizations, by name, one of each in turn."""
    return {
        name: [request for each in zip(*(one[name] for one in asked), strict=False) for request in each]
        for name in asked[0]
    }


def _told(size: int, loaded: WatchedImport) -> str:
    last = loaded.moments[-1]
    lines = [
        f"loaded in {loaded.seconds:.0f} s ({size / loaded.seconds:.0f} a second), at most {loaded.peak_mib:.0f} MiB; "
        f"CPU s: import {last.cpu:.0f}, PostgreSQL {last.database_cpu:.0f}",
        "  rows a second, by tenths:          "
        + " ".join(f"{rate:.0f}" for rate, _ in tenths(loaded.moments)),
        "  CPU s per 1000 rows, by tenths:    " + " ".join(shown(cpu) for _, cpu in tenths(loaded.moments)),
    ]
    return "\n".join(lines)


def table_of(found: dict[str, dict[str, Figures]]) -> str:
    """Return CPU seconds per 1000 answers and median milliseconds of each load, and their ratios to the first load."""
    first, *larger = found
    head = ["", *(f"{what} {load}" for load in found for what in ("CPU", "p50"))]
    head += [f"{what} {load}÷{first}" for load in larger for what in ("CPU", "p50")]
    rows = [head]
    for name, small in found[first].items():
        each = [of[name] for of in found.values()]
        cells = [shown(value) for one in each for value in (one.cpu, one.p50)]
        factors = [shown(value) for one in each[1:] for value in growth(small, one)]
        rows.append([name, *cells, *factors])
    return aligned(rows)


if __name__ == "__main__":
    main()
