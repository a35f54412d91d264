"""The fair queue of papers: the turns of organizations, and their budgets of printing."""

from hypothesis import given
from hypothesis import strategies as st

from app.limits.budget import Budget
from app.limits.table import RateTable
from app.printing.workers.fair_queue import FairQueue

SECOND = 1_000_000_000
ORGANIZATIONS = st.sampled_from("abc")


def test_organizations_take_turns_however_much_one_asks_for() -> None:
    queue: FairQueue[str] = FairQueue()
    for job in ("a1", "a2", "a3", "b1", "c1", "b2"):
        queue.add(job[0], job)
    order = []
    while job := queue.take():
        order.append(job)
        queue.done(job[0])
    assert order == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_an_organization_has_one_printed_at_a_time_and_others_go_past_it() -> None:
    queue: FairQueue[str] = FairQueue()
    for job in ("a1", "a2", "b1"):
        queue.add(job[0], job)
    assert [queue.take(), queue.take(), queue.take()] == ["a1", "b1", None]
    queue.done("a")
    assert queue.take() == "a2"
    assert len(queue) == 0


def test_who_waits_no_more_loses_no_turn_of_others() -> None:
    queue: FairQueue[str] = FairQueue()
    for job in ("a1", "b1", "a2"):
        queue.add(job[0], job)
    assert queue.remove("a", "a1")
    assert not queue.remove("a", "a1")
    assert not queue.remove("z", "z1")
    assert (queue.of("a"), queue.of("z"), list(queue)) == (1, 0, ["a2", "b1"])


@given(st.lists(ORGANIZATIONS, max_size=30))
def test_everything_is_taken_once_and_nobody_twice_while_another_waits(asked: list[str]) -> None:
    queue: FairQueue[tuple[str, int]] = FairQueue()
    for place, organization in enumerate(asked):
        queue.add(organization, (organization, place))
    taken = []
    while job := queue.take():
        waiting = {organization for organization, _ in queue}
        taken.append(job)
        queue.done(job[0])
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
