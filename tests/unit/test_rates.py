"""The arithmetic of rate limits, on a clock that the test moves."""

from hypothesis import given, settings
from hypothesis import strategies as st

from app.limits.rates import Rate

SECOND = 1_000_000_000
QUOTAS = st.integers(1, 1_000_000)
PAUSES = st.lists(st.integers(0, 90 * SECOND) | st.integers(0, SECOND // 100), max_size=25)


def passed(rate: Rate, pauses: list[int]) -> tuple[list[int], int, int]:
    """The moments of the requests that pass, of one after each pause; and how the caller stands at the end."""
    moments, tat, now = [], 0, 10**15
    for pause in pauses:
        now += pause
        after = rate.after(tat, now)
        if rate.allows(after, now):
            moments.append(now)
            tat = after
    return moments, tat, now


@settings(max_examples=40)
@given(st.integers(1, 40), PAUSES)
def test_in_no_time_pass_more_than_the_quota_and_what_comes_back_meanwhile(
    quota: int, pauses: list[int]
) -> None:
    rate = Rate("x", quota)
    moments, _, _ = passed(rate, pauses)
    for first, begin in enumerate(moments):
        for last, end in enumerate(moments[first:], first):
            assert last - first + 1 <= quota + (end - begin) // rate.interval


@settings(max_examples=40)
@given(QUOTAS, PAUSES)
def test_who_waits_as_told_passes(quota: int, pauses: list[int]) -> None:
    rate = Rate("x", quota)
    _, tat, now = passed(rate, pauses)
    later = now + rate.wait(tat, now) * SECOND
    assert rate.allows(rate.after(tat, later), later)
    assert 1 <= rate.wait(tat, now) <= 61


@settings(max_examples=40)
@given(st.integers(1, 60), PAUSES)
def test_as_many_pass_as_are_said_to_be_left(quota: int, pauses: list[int]) -> None:
    rate = Rate("x", quota)
    _, tat, now = passed(rate, pauses)
    left = rate.left(tat, now)
    assert 0 <= left <= quota
    for _ in range(left):
        after = rate.after(tat, now)
        assert rate.allows(after, now)
        tat = after
    assert not rate.allows(rate.after(tat, now), now)


@settings(max_examples=40)
@given(QUOTAS)
def test_a_minutes_worth_passes_at_once_and_again_after_a_minute(quota: int) -> None:
    rate = Rate("x", quota)
    assert rate.left(0, 10**15) == quota
    spent = 10**15 + rate.window
    assert rate.left(spent, 10**15) == 0
    assert rate.left(spent, spent) == quota
    assert 60 * SECOND <= rate.window < 61 * SECOND


@settings(max_examples=40)
@given(QUOTAS, st.integers(0, 1_000_000))
def test_what_is_told_to_be_left_does_not_invite_a_rush(quota: int, used: int) -> None:
    rate = Rate("x", quota)
    left = max(0, quota - used)
    seconds = int(rate.service_limit(left).rpartition("t=")[2])
    assert 1 <= seconds <= 61
    assert left <= max(1, seconds + 1) * SECOND // rate.interval + 1


def test_policy_and_limit_are_structured_fields() -> None:
    rate = Rate("token", 600)
    assert rate.policy == '"token";q=600;w=60'
    assert rate.service_limit(599) == '"token";r=599;t=59'
    assert rate.service_limit(0) == '"token";r=0;t=1'
    assert rate.refused(7) == '"token";r=0;t=7'
