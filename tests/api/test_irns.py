"""An IRN is of one document, and a document has one."""

from datetime import UTC, datetime, timedelta

import pytest
from webtest import TestResponse

from tests.api.registering import WHY, noted, registered, registration, sold
from tests.parallel import at_once
from tests.refusals import conflict
from tests.service import Client, Service

pytestmark = pytest.mark.usefixtures("described")


def test_a_registration_is_one_documents(org: Client) -> None:
    registered(org, f"/invoices/{sold(org)['id']}")
    other = f"/invoices/{sold(org)['id']}/e-invoice"
    assert conflict(org.put(other, registration())) == "Another invoice is registered under this IRN."


def test_a_registration_is_of_an_invoice_or_of_a_note(org: Client) -> None:
    bought = sold(org)
    paths = [f"/invoices/{bought['id']}", f"/credit-notes/{noted(org, bought)['id']}"]
    registered(org, paths[0])
    told_why = conflict(org.put(f"{paths[1]}/e-invoice", registration()))
    assert told_why == "The invoice INV-00001 is registered under this IRN."
    assert org.read(paths[1])["irn"] is None
    # Cancelled or not: the portal makes an IRN once.
    assert org.request("DELETE", f"{paths[0]}/e-invoice", WHY).status_int == 200
    conflict(org.put(f"{paths[1]}/e-invoice", registration()))


@pytest.mark.parametrize("_", range(4))
def test_an_invoice_and_a_note_registered_at_once_never_share_an_irn(org: Client, _: int) -> None:
    bought = sold(org)
    paths = [f"/invoices/{bought['id']}", f"/credit-notes/{noted(org, bought)['id']}"]

    def put(client: Client, n: int) -> TestResponse:
        return client.put(f"{paths[n % 2]}/e-invoice", registration())

    # The winner's own registration again is no other one.
    assert {answer.status_int for answer in at_once(8, org, put)} == {200, 409}
    assert [org.read(path)["irn"] is None for path in paths].count(True) == 1


def test_organizations_know_nothing_of_each_others_registrations(service: Service, org: Client) -> None:
    registered(org, f"/invoices/{sold(org)['id']}")
    other = service.organization()
    registered(other, f"/invoices/{sold(other)['id']}")


def test_an_acknowledgement_is_not_in_the_future(org: Client) -> None:
    path = f"/invoices/{sold(org)['id']}/e-invoice"
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    answer = org.put(path, registration(ackDate=tomorrow))
    assert answer.status_int == 422, answer.text
    assert [detail["field"] for detail in answer.json["error"]["details"]] == ["ackDate"]
    # A clock that is a little ahead.
    soon = (datetime.now(UTC) + timedelta(minutes=5)).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert org.put(path, registration(ackDate=soon)).status_int == 200


def test_of_32_registrations_at_once_one_is_stored(org: Client) -> None:
    path = f"/invoices/{sold(org)['id']}"
    given = [registration(f"{n:02x}") for n in range(32)]

    def put(client: Client, n: int) -> TestResponse:
        answers = (client.put(f"{path}/e-invoice", given[n]) for _ in range(50))
        return next(answer for answer in answers if answer.status_int != 503)

    answers = at_once(32, org, put)
    assert sorted(answer.status_int for answer in answers) == [200] + [409] * 31
    (won,) = [answer.json["data"]["irn"] for answer in answers if answer.status_int == 200]
    assert org.read(path)["irn"] == won
