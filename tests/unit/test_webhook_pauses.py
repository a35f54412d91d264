"""Pauses before a failed webhook is tried again."""

from hypothesis import given
from hypothesis import strategies as st

from app.webhooks.pauses import PAUSES, pause_after

DAY = 86_400


def test_tries_end_after_three_days() -> None:
    assert 3 * DAY <= sum(PAUSES) <= 3.5 * DAY
    assert pause_after(len(PAUSES) + 1, 0) is None


def test_pauses_grow() -> None:
    assert list(PAUSES) == sorted(set(PAUSES))
    assert pause_after(1, 0) == PAUSES[0]


@given(st.integers(1, len(PAUSES)), st.floats(0, 1))
def test_chance_makes_a_pause_longer_by_a_tenth_at_most(attempts: int, chance: float) -> None:
    pause = pause_after(attempts, chance)
    assert pause is not None
    assert PAUSES[attempts - 1] <= pause <= PAUSES[attempts - 1] * 1.1 + 1e-6
