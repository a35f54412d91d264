"""`recur`: what is due of all organizations is made on the real day."""

from tests.api.recurring import Recurring, days_ago
from tests.operators.commands import Operator
from tests.selling import customer
from tests.service import Service

PATH = "/recurring-invoices"


def recurring_of(service: Service) -> Recurring:
    org = service.organization()
    return Recurring(service, org, customer(org))


def test_what_is_due_is_made_of_every_organization_and_once(service: Service, operator: Operator) -> None:
    every = [recurring_of(service) for _ in range(2)]
    begin, end = days_ago(3), days_ago(2)
    for recurring in every:
        recurring.schedule(startDate=begin, endDate=end)
    assert operator.make("recur")["made"] >= 4
    assert operator.make("recur") == {"made": 0, "failed": 0}
    assert [recurring.days() for recurring in every] == [[begin, end]] * 2


def test_it_says_how_many_were_made_and_how_many_could_not_be(service: Service, operator: Operator) -> None:
    operator.run("recur")
    recurring = recurring_of(service)
    recurring.schedule(startDate=days_ago(1), occurrences=1)
    leaving = customer(recurring.org)
    recurring.schedule(startDate=days_ago(1), occurrences=1, customerId=leaving)
    recurring.org.delete(f"/customers/{leaving}")
    result = operator.run("recur")
    assert (result.exit_code, result.output) == (0, "Invoices made: 1; not made: 1.\n")
    recurring.end()


def test_days_are_made_that_passed_before_the_schedule_was_written(
    service: Service, operator: Operator
) -> None:
    recurring = recurring_of(service)
    recurring.schedule(frequency="MONTHLY", startDate=days_ago(366), occurrences=12)
    operator.run("recur")
    assert len(recurring.days()) == 12
    told = recurring.org.post(PATH, recurring.body(startDate=days_ago(368))).json["error"]["details"]
    assert [fault["field"] for fault in told] == ["startDate"]
