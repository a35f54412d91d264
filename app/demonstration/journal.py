"""The writer of the demonstration: its days, its random choices, and the import that stores every document."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from random import Random

from app.demonstration.goods import Ware
from app.importing.entries import Entry
from app.importing.file_kinds import FILE_KINDS
from app.importing.loading import load
from app.postgres.database import Transaction
from app.wire import Json, to_json

# Days are counted from the first of the year, 0, to today.
TODAY = 364
MONTHS = 12


class RequestRefused(RuntimeError):
    """The import found a fault in the demonstration's own documents."""


class Journal:
    """The writer of documents, by their day of the year.

    `known` maps names to ids. `on_hand` is the stock of each ware, so that no more is sold than was bought.
    """

    def __init__(self, tx: Transaction, known: dict[str, str], today: date, seed: int) -> None:
        self.tx = tx
        self.known = known
        self.today = today
        # Not for secrets: the demonstration is to be the same every time.
        self.random = Random(seed)  # noqa: S311
        self.on_hand: defaultdict[str, float] = defaultdict(float)

    def date(self, day: int) -> str:
        """Return the date of a day of the year."""
        return (self.today - timedelta(days=TODAY - day)).isoformat()

    def load(self, kind: str, bodies: Iterable[Json]) -> list[str]:
        """Load documents through the import; return their ids, in order."""
        ids: list[str] = []
        self.stream(kind, bodies, ids.append)
        return ids

    def stream(self, kind: str, bodies: Iterable[Json], report: Callable[[str], None]) -> None:
        """Load documents through the import as they come; `report` is called with the id of each."""

        def check(entry: Entry) -> None:
            if not entry.is_good:
                raise RequestRefused(f"{kind} {entry.line}: {entry.faults}")
            report(entry.result["id"])

        load(self.tx, FILE_KINDS[kind], map(to_json, bodies), check)

    def line(self, ware: Ware, pieces: int | None = None) -> Json:
        """Return a line that sells a ware, a random quantity unless given, and take it off the stock."""
        line = self.offer(ware, pieces)
        if ware.level:
            self.on_hand[ware.name] -= (
                line.get("quantity") or line["width"] * line["height"] * line["qtyCount"]
            )
        return line

    def offer(self, ware: Ware, pieces: int | None = None) -> Json:
        """Return a line that offers a ware; the stock stays."""
        count = self.random.randint(ware.fewest, ware.most) if pieces is None else pieces
        if ware.sides is None:
            return self.goods(ware) | {"quantity": count}
        width, height, unit = ware.sides
        return self.goods(ware) | {"width": width, "height": height, "lengthUnit": unit, "qtyCount": count}

    def goods(self, ware: Ware) -> Json:
        """Return the fields that name a ware in a line: its item and, for a variant, the variant."""
        line = {"itemId": self.known[ware.item]}
        return line | ({} if ware.name == ware.item else {"itemVariantId": self.known[ware.name]})


def month_of(month: int) -> range:
    """Return the days of a month of the year, 0 to 11: a twelfth of the year, not a calendar month."""
    return range(month * (TODAY + 1) // MONTHS, (month + 1) * (TODAY + 1) // MONTHS)
