"""Sales, purchases and stock, driven at random against a model of plain figures (`model`)."""

from decimal import Decimal

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.reliability.books_checks import Checking
from tests.reliability.books_core import DAYS
from tests.reliability.books_notes import GivingBack
from tests.reliability.books_purchases import Buying, DrawnBill
from tests.reliability.books_sales import DrawnSale, Selling
from tests.reliability.model_documents import NOTHING
from tests.reliability.sizes import RUNS, STEPS
from tests.service import Service


class Books(Selling, Buying, GivingBack, Checking):
    """All rules and all checks, from a beginning that gives each of them something to do."""

    def __init__(self, service: Service) -> None:
        super().__init__(service)
        four, hundred = Decimal(4), Decimal(100)
        self.buy([DrawnBill(who, DAYS[0], "OPEN", [(who, four, hundred, NOTHING)]) for who in (0, 1)])
        for who in (0, 1):
            self.create(DrawnSale(who, [(who, four, hundred)], sent=True, credit=True, bulk=False))


def test_the_books_are_what_a_model_of_plain_figures_says(service: Service) -> None:
    class BooksHere(Books):
        """The machine on this service: hypothesis makes its machines without arguments."""

        def __init__(self) -> None:
            super().__init__(service)

    run_state_machine_as_test(
        BooksHere,
        settings=settings(
            max_examples=RUNS,
            stateful_step_count=STEPS,
            deadline=None,
            # Making a failure smaller takes many runs; what the failing one did is printed as it is.
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
