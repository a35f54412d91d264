"""The arithmetic of a rate limit (GCRA): one number for each caller says how much it has used.

The number is the moment, in nanoseconds of a monotonic clock, at which all that was used is made good again: each
request moves it on by the time that one request is worth. A request that would move it more than a minute ahead of
now is refused, and moves nothing.
"""

MINUTE = 60
_SECOND = 1_000_000_000


class Rate:
    """So many requests a minute: all of them at once, or as they come back, one each `interval`.

    In any time t pass at most `quota` + t / `interval` requests. Times are in nanoseconds.
    """

    __slots__ = ("interval", "name", "policy", "quota", "window")

    def __init__(self, name: str, quota: int) -> None:
        self.name, self.quota = name, quota
        self.interval = -(-MINUTE * _SECOND // quota)
        self.window = self.interval * quota
        #: An item of the header RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-11, section 3).
        self.policy = f'"{name}";q={quota};w={MINUTE}'

    def after(self, tat: int, now: int) -> int:
        """When all is made good again after one more request, if it was to be at `tat`."""
        return (tat if tat > now else now) + self.interval

    def allows(self, after: int, now: int) -> bool:
        """May the request pass that moves the moment to `after`?"""
        return after - now <= self.window

    def left(self, tat: int, now: int) -> int:
        """How many requests would pass now."""
        ahead = tat - now
        return (self.window - ahead) // self.interval if ahead > 0 else self.quota

    def wait(self, tat: int, now: int) -> int:
        """Whole seconds, at least one, after which a request passes again."""
        short = self.after(tat, now) - now - self.window
        return max(1, -(-short // _SECOND))

    def service_limit(self, left: int) -> str:
        """An item of the header RateLimit (section 4): what is left, and the seconds that it is meant for.

        Used up evenly in them, it is no more than what comes back; a full quota does not invite a rush.
        """
        return f'"{self.name}";r={left};t={max(1, left * self.interval // _SECOND)}'

    def refused(self, wait: int) -> str:
        """The same for a request that may come again after `wait` seconds."""
        return f'"{self.name}";r=0;t={wait}'
