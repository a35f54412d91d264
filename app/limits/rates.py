"""The arithmetic of a rate limit: the generic cell rate algorithm (GCRA), which stores one number for each caller.

The number is the theoretical arrival time (TAT), in nanoseconds of a monotonic clock: the time at which the caller has
its whole quota again. Each request moves it on by one interval. A request that would move it further than one window
ahead of now is refused, and does not move it.
"""

MINUTE = 60
_SECOND = 1_000_000_000


class Rate:
    """A quota of requests a minute, which may come all at once. One of them is given back each `interval`.

    In any time t, at most `quota` + t / `interval` requests pass. Times are in nanoseconds.
    """

    __slots__ = ("interval", "name", "policy", "quota", "window")

    def __init__(self, name: str, quota: int) -> None:
        self.name, self.quota = name, quota
        self.interval = -(-MINUTE * _SECOND // quota)
        self.window = self.interval * quota
        #: An item of the header RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-11, section 3).
        self.policy = f'"{name}";q={quota};w={MINUTE}'

    def after(self, tat: int, now: int) -> int:
        """Return the TAT after one more request."""
        return (tat if tat > now else now) + self.interval

    def allows(self, after: int, now: int) -> bool:
        """Return whether a request passes that moves the TAT to `after`."""
        return after - now <= self.window

    def left(self, tat: int, now: int) -> int:
        """Return how many requests would pass now."""
        ahead = tat - now
        return (self.window - ahead) // self.interval if ahead > 0 else self.quota

    def wait(self, tat: int, now: int) -> int:
        """Return after how many whole seconds, at least one, a request passes again."""
        short = self.after(tat, now) - now - self.window
        return max(1, -(-short // _SECOND))

    def service_limit(self, left: int) -> str:
        """Return an item of the header RateLimit (section 4): the requests left, and the seconds to spread them over.

        In these seconds as many are given back, so a caller that follows the header keeps its quota.
        """
        return f'"{self.name}";r={left};t={max(1, left * self.interval // _SECOND)}'

    def refused(self, wait: int) -> str:
        """Return the item for a refused request, which may be repeated after `wait` seconds."""
        return f'"{self.name}";r=0;t={wait}'
