"""Limits of the processor time that each organization spends on printing, shared by all workers."""

from app.limits.table import RateTable

_SECOND = 1_000_000_000
_MINUTE = 60 * _SECOND


class Budget:
    """A budget of processor time per organization: so many seconds a minute, which may be spent at once.

    More may be spent than is left; the next job waits until it is made up for. Accounts are those of `rates`: the time
    at which the whole budget is there again.
    """

    def __init__(self, table: RateTable, seconds: float) -> None:
        self._table = table
        self._per_second = _MINUTE / seconds

    def wait(self, organization: str, now: int | None = None, *, kept: float = 0) -> int:
        """Return after how many whole seconds something may be spent, 0 for now.

        now: nanoseconds of the monotonic clock; None for the present. kept: the part of the budget that is to be left,
        from 0 to 1.
        """
        short = self._table.ahead(_key(organization), now) - round((1 - kept) * _MINUTE)
        return max(0, -(-short // _SECOND))

    def spend(self, organization: str, seconds: float, now: int | None = None) -> None:
        """Take processor time off the budget, also more than is left."""
        self._table.move(_key(organization), round(seconds * self._per_second), now)


def _key(organization: str) -> bytes:
    return b"p" + organization.encode()
