"""Webhooks as their receivers meet them."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event

import pytest

from app.postgres.database import Database
from app.webhooks.deliverer import Deliverer
from tests.api.receiving import HERE, Receiver, change, deliver, deliveries, listening, receiving
from tests.selling import customer, sent
from tests.service import Client, Service

pytestmark = pytest.mark.usefixtures("only_ours")


def test_a_receiver_is_told_of_an_invoice_as_it_reads_and_the_published_library_verifies_it(
    service: Service, org: Client, receiver: Receiver
) -> None:
    made = listening(service, org, receiver.url, "invoice.sent")
    invoice = sent(org, customer(org))
    deliver(service)
    ((headers, _),) = receiver.arrived
    receiver.verify(made["secret"])
    (event,) = org.read(f"/events?recordId={invoice['id']}&type=invoice.sent")
    assert receiver.messages == [
        {"id": event["id"], "type": "invoice.sent", "timestamp": event["createdAt"], "data": event["data"]}
    ]
    assert headers["webhook-id"] == event["id"]
    assert headers["content-type"] == "application/json"
    (row,) = deliveries(org, made["id"])
    assert (row["status"], row["attempts"], row["answerStatus"], row["eventId"]) == (
        "DELIVERED",
        1,
        204,
        event["id"],
    )
    deliver(service)
    assert len(receiver.arrived) == 1


def test_an_endpoint_is_told_of_what_it_asked_for_alone(
    service: Service, org: Client, receiver: Receiver
) -> None:
    listening(service, org, receiver.url, "customer.updated", "customer.deleted")
    id = customer(org)
    org.patch(f"/customers/{id}", {"displayName": "Other"})
    org.delete(f"/customers/{id}")
    deliver(service)
    assert receiver.types == ["customer.updated", "customer.deleted"]


def test_organizations_are_told_of_their_own(service: Service, org: Client, receiver: Receiver) -> None:
    listening(service, org, receiver.url)
    customer(service.organization())
    deliver(service)
    assert receiver.arrived == []


class OfManyNodes(Database):
    """Like a cluster, where messages are claimed of one organization after the other."""

    is_distributed = True


def test_on_a_cluster_each_organization_is_told_of_its_own(
    service: Service, org: Client, receiver: Receiver
) -> None:
    other = service.organization()
    with receiving() as elsewhere:
        kinds = [(org, receiver, 40), (other, elsewhere, 3)]
        for each, where, many in kinds:
            listening(service, each, where.url)
            each.post("/customers/bulk", {"records": [{"displayName": f"C{n}"} for n in range(many)]})
        with closing(OfManyNodes(service.url, pool_size=2)) as database:
            told = Deliverer(database, HERE).run(Event(), once=True)
        assert (told.sent, told.failed) == (43, 0)
        assert [len(where.arrived) for _, where, _ in kinds] == [40, 3]


def test_a_transaction_that_is_taken_back_tells_nobody(
    service: Service, org: Client, receiver: Receiver
) -> None:
    made = listening(service, org, receiver.url)
    asked = {"records": [{"displayName": "Good"}, {"displayName": ""}], "allOrNothing": True}
    assert org.post("/customers/bulk", asked).status_int == 422
    assert deliveries(org, made["id"]) == []


@pytest.mark.slow
def test_several_deliverers_send_each_message_once(service: Service, org: Client, receiver: Receiver) -> None:
    listening(service, org, receiver.url)
    org.post("/customers/bulk", {"records": [{"displayName": f"C{n}"} for n in range(200)]})
    with ThreadPoolExecutor(4) as pool:
        for running in [pool.submit(deliver, service) for _ in range(4)]:
            running.result(60)
    ids = [headers["webhook-id"] for headers, _ in receiver.arrived]
    assert len(ids) == len(set(ids)) == 200


def test_after_a_rotation_both_secrets_verify_for_a_day(
    service: Service, org: Client, receiver: Receiver
) -> None:
    made = listening(service, org, receiver.url)
    path = f"/webhook-endpoints/{made['id']}"
    newer = org.post(f"{path}/rotate-secret").json["data"]["secret"]
    assert newer != made["secret"]
    customer(org)
    deliver(service)
    receiver.verify(made["secret"])
    receiver.verify(newer)
    change(service, "UPDATE webhook_secrets SET valid_until = now() WHERE valid_until IS NOT NULL")
    receiver.arrived.clear()
    customer(org)
    deliver(service)
    ((headers, _),) = receiver.arrived
    assert headers["webhook-signature"].count("v1,") == 1
    receiver.verify(newer)


def test_a_test_goes_to_one_endpoint_whatever_it_asked_for(
    service: Service, org: Client, receiver: Receiver
) -> None:
    listening(service, org, receiver.url)
    tried = listening(service, org, receiver.url, "invoice.paid")
    delivery = org.post(f"/webhook-endpoints/{tried['id']}/test").json["data"]
    assert (delivery["eventType"], delivery["status"]) == ("webhook.test", "PENDING")
    deliver(service)
    assert [(message["type"], message["data"]) for message in receiver.messages] == [
        ("webhook.test", {"endpointId": tried["id"]})
    ]
    receiver.verify(tried["secret"])


def test_a_delivery_can_be_sent_once_more(service: Service, org: Client, receiver: Receiver) -> None:
    made = listening(service, org, receiver.url)
    customer(org)
    deliver(service)
    (row,) = deliveries(org, made["id"])
    again = org.post(f"/webhook-endpoints/{made['id']}/deliveries/{row['id']}/retry").json["data"]
    assert (again["id"], again["status"], again["attempts"]) == (row["id"], "PENDING", 0)
    deliver(service)
    first, second = receiver.arrived
    assert first[0]["webhook-id"] == second[0]["webhook-id"]
    assert first[1] == second[1]
