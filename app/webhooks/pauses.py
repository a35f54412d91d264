"""The pauses between tries of a delivery. Pure."""

# Seconds after the first, second, … try: three days and an hour in all.
PAUSES = (5, 60, 300, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 94_835)
# A pause is longer by up to this share of it, so that what failed together does not come back together.
_SPREAD = 0.1


def pause_after(attempts: int, chance: float) -> float | None:
    """Return the seconds to wait after so many tries; None if there is no other. `chance` is from 0 to 1."""
    return PAUSES[attempts - 1] * (1 + _SPREAD * chance) if attempts <= len(PAUSES) else None
