"""The lag of webhook deliveries, as Prometheus reads it."""

import pytest

from tests.api.looking import look
from tests.api.receiving import change, deliver, listening, receiving
from tests.selling import customer
from tests.service import Service

pytestmark = pytest.mark.slow

LAG = "invoicing_webhook_lag"
DUE_SINCE = "UPDATE webhook_deliveries SET due_at = now() - interval '90 seconds' WHERE status = 'PENDING'"


def test_the_lag_is_of_the_longest_due_message_of_who_answers(measured: Service) -> None:
    change(measured, "UPDATE webhook_endpoints SET is_active = false")
    org, status = measured.organization(), [204]
    with receiving(answers=lambda _: status[0]) as receiver:
        listening(measured, org, receiver.url)
        assert look(measured.app).of(LAG) == 0
        customer(org)
        change(measured, DUE_SINCE)
        assert 90 <= look(measured.app).of(LAG) < 150
        deliver(measured)
        assert look(measured.app).of(LAG) == 0
        status[0] = 500
        customer(org)
        deliver(measured)
        # Who does not answer waits by itself: nobody is behind.
        change(measured, DUE_SINCE)
        assert look(measured.app).of(LAG) == 0
