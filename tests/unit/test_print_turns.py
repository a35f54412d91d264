"""Whose paper is printed next, and what an organization may spend on printing."""

from hypothesis import given
from hypothesis import strategies as st

from app.limits.budget import Budget
from app.limits.table import RateTable
from app.printing.workers.turns import Turns

SECOND = 1_000_000_000
ORGANIZATIONS = st.sampled_from("abc")


def test_organizations_take_turns_however_much_one_asks_for() -> None:
    turns: Turns[str] = Turns()
    for job in ("a1", "a2", "a3", "b1", "c1", "b2"):
        turns.add(job[0], job)
    order = []
    while job := turns.take():
        order.append(job)
        turns.done(job[0])
    assert order == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_an_organization_has_one_printed_at_a_time_and_others_go_past_it() -> None:
    turns: Turns[str] = Turns()
    for job in ("a1", "a2", "b1"):
        turns.add(job[0], job)
    assert [turns.take(), turns.take(), turns.take()] == ["a1", "b1", None]
    turns.done("a")
    assert turns.take() == "a2"
    assert len(turns) == 0


def test_who_waits_no_more_loses_no_turn_of_others() -> None:
    turns: Turns[str] = Turns()
    for job in ("a1", "b1", "a2"):
        turns.add(job[0], job)
    assert turns.remove("a", "a1")
    assert not turns.remove("a", "a1")
    assert not turns.remove("z", "z1")
    assert (turns.of("a"), turns.of("z"), list(turns)) == (1, 0, ["a2", "b1"])


@given(st.lists(ORGANIZATIONS, max_size=30))
def test_everything_is_taken_once_and_nobody_twice_while_another_waits(asked: list[str]) -> None:
    turns: Turns[tuple[str, int]] = Turns()
    for place, organization in enumerate(asked):
        turns.add(organization, (organization, place))
    taken = []
    while job := turns.take():
        waiting = {organization for organization, _ in turns}
        taken.append(job)
        turns.done(job[0])
        if len(taken) > 1 and taken[-2][0] == job[0]:
            assert waiting <= {job[0]}
    assert sorted(taken, key=lambda job: job[1]) == list(zip(asked, range(len(asked)), strict=True))


def test_a_budget_may_be_spent_at_once_and_comes_back_by_the_minute() -> None:
    budget, now = Budget(RateTable(), 30), 10**15
    assert budget.wait("a", now) == 0
    budget.spend("a", 30, now)
    assert budget.wait("a", now) == 0
    budget.spend("a", 1, now)
    assert budget.wait("a", now) == 2
    assert budget.wait("b", now) == 0
    assert budget.wait("a", now + 2 * SECOND) == 0


@given(st.lists(st.floats(min_value=0, max_value=20), max_size=20))
def test_what_is_spent_in_a_minute_is_at_most_the_budget_and_one_paper_more(costs: list[float]) -> None:
    budget, start, spent = Budget(RateTable(), 30), 10**15, 0.0
    for place, cost in enumerate(costs):
        now = start + place * SECOND
        if budget.wait("a", now) == 0:
            budget.spend("a", cost, now)
            spent += cost
    # Within these seconds as much of it comes back as they are of a minute.
    assert spent <= 30 + 20 + 30 * len(costs) / 60 + 1


def test_all_workers_count_together(tmp_path: object) -> None:
    table = RateTable()
    one, other = (Budget(RateTable(table._descriptor), 30) for _ in range(2))
    one.spend("a", 40, 10**15)
    assert other.wait("a", 10**15) == 20
