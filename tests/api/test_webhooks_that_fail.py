"""Webhooks that do not arrive: tried again, given up, paused, and addresses that are refused."""

import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event
from typing import Any, cast

import pytest

from app.postgres.database import Database, Row, Transaction
from app.webhooks.deliverer import Deliverer
from tests.api.receiving import HERE, Receiver, change, deliver, deliveries, due_again, listening, receiving
from tests.selling import customer
from tests.service import Client, Service
from tests.waiting import eventually

pytestmark = pytest.mark.usefixtures("only_ours")


def test_a_message_that_failed_comes_again_under_its_id_and_holds_back_those_of_its_record_alone(
    service: Service, org: Client
) -> None:
    first, other = customer(org, displayName="First"), customer(org, displayName="Other")
    fails = [True]
    with receiving(
        answers=lambda m: 500 if fails[0] and m["data"]["id"] == first else 200, body=b"no \0 way"
    ) as receiver:
        made = listening(service, org, receiver.url)
        for name in ("A", "B"):
            for id in (first, other):
                org.patch(f"/customers/{id}", {"displayName": name})
        deliver(service)
        told = [(message["data"]["id"], message["data"]["displayName"]) for message in receiver.messages]
        assert told.count((first, "A")) == 1
        assert [name for id, name in told if id == other] == ["A", "B"]
        failed = next(row for row in deliveries(org, made["id"]) if row["recordId"] == first)
        assert (failed["status"], failed["answerStatus"], failed["answer"]) == (
            "PENDING",
            500,
            "no \ufffd way",
        )
        assert failed["nextAttemptAt"] > failed["lastAttemptAt"]
        fails[0] = False
        due_again(service)
        deliver(service)
        ids = [headers["webhook-id"] for headers, _ in receiver.arrived]
        assert [
            message["data"]["displayName"] for message in receiver.messages if message["data"]["id"] == first
        ] == [*("A", "A", "B")]
        assert len(ids) == 5
        assert len(set(ids)) == 4


def test_a_test_does_not_wait_for_one_that_failed(service: Service, org: Client) -> None:
    status = [500]
    with receiving(answers=lambda _: status[0]) as receiver:
        made = listening(service, org, receiver.url)
        for status[0] in (500, 200):
            org.post(f"/webhook-endpoints/{made['id']}/test")
            deliver(service)
        assert [row["status"] for row in deliveries(org, made["id"])] == ["PENDING", "DELIVERED"]


def test_tries_end_and_what_follows_is_told(service: Service, org: Client) -> None:
    id = customer(org)
    with receiving(answers=lambda m: 500 if m["data"]["displayName"] == "A" else 200) as receiver:
        made = listening(service, org, receiver.url)
        for name in ("A", "B"):
            org.patch(f"/customers/{id}", {"displayName": name})
        change(service, "UPDATE webhook_deliveries SET attempts = 10 WHERE endpoint_id = %s", made["id"])
        deliver(service)
        assert [row["status"] for row in deliveries(org, made["id"])] == ["FAILED", "DELIVERED"]
        assert org.read(f"/webhook-endpoints/{made['id']}")["failingSince"] is None


def test_who_has_failed_for_five_days_is_paused_and_goes_on_when_it_is_active_again(
    service: Service, org: Client
) -> None:
    status = [503]
    with receiving(answers=lambda _: status[0]) as receiver:
        made = listening(service, org, receiver.url)
        path = f"/webhook-endpoints/{made['id']}"
        customer(org)
        deliver(service)
        assert org.read(path)["failingSince"]
        change(service, "UPDATE webhook_failures SET failing_since = now() - interval '5 days 1 minute'")
        deliver(service)
        paused = org.read(path)
        assert (paused["isActive"], paused["pausedReason"]) == (False, "Every try has failed for five days.")
        customer(org)
        assert len(deliveries(org, made["id"])) == 1
        status[0] = 200
        active = org.patch(path, {"isActive": True}).json["data"]
        assert (active["isActive"], active["pausedReason"], active["failingSince"]) == (True, None, None)
        due_again(service)
        deliver(service)
        assert [row["status"] for row in deliveries(org, made["id"])] == ["DELIVERED"]


def test_who_fails_twenty_times_in_a_row_is_tried_once_a_minute(service: Service, org: Client) -> None:
    with receiving(answers=lambda _: 500) as receiver:
        listening(service, org, receiver.url)
        org.post("/customers/bulk", {"records": [{"displayName": f"C{n}"} for n in range(100)]})
        deliver(service)
        assert 20 <= len(receiver.arrived) <= 64
        before = len(receiver.arrived)
        change(service, "UPDATE webhook_failures SET last_at = now() - interval '2 minutes'")
        deliver(service)
        assert len(receiver.arrived) == before + 1


@pytest.mark.slow
def test_a_receiver_that_hangs_slows_nobody_else(service: Service, org: Client, receiver: Receiver) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as deaf:
        hanging = listening(service, org, f"http://127.0.0.1:{deaf.getsockname()[1]}/")
        listening(service, org, receiver.url)
        org.post("/customers/bulk", {"records": [{"displayName": f"C{n}"} for n in range(100)]})
        stopped = Event()
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(Deliverer(service.owner, HERE, 3).run, stopped)
            try:
                assert eventually(lambda: len(receiver.arrived) == 100, 20)
                assert {row["status"] for row in deliveries(org, hanging["id"])} == {"PENDING"}
                assert eventually(lambda: deliveries(org, hanging["id"])[0]["failure"], 20)
            finally:
                stopped.set()
            running.result(20)
        (told,) = {row["failure"] for row in deliveries(org, hanging["id"]) if row["failure"]}
        assert told == "There was no whole answer in 3 seconds."


def claimed_of(service: Service, org: Client, **claim: Any) -> list[Row]:
    """Return the deliveries that a deliverer claims of an organization."""
    return service.as_owner(org, lambda tx: tx.all("claiming.claim", **claim))


@pytest.mark.slow
def test_who_has_much_to_be_told_keeps_nobody_waiting(service: Service, org: Client) -> None:
    hooks = {listening(service, org, "http://127.0.0.1:1/")["id"] for _ in range(2)}
    for _ in range(4):
        org.post("/customers/bulk", {"records": [{"displayName": "Acme"} for _ in range(200)]})
    claim = {"busy": [], "room": [], "most": 32, "all": 32}
    rows = [claimed_of(service, org, **claim) for _ in range(20)]
    assert {row["endpoint_id"] for some in rows for row in some} == hooks


class FailsOnce:
    """The owner's database, which has a fault of ours when it is asked for the second time."""

    def __init__(self, database: Database) -> None:
        self._database, self._asked = database, 0
        self.is_distributed = database.is_distributed

    def run_as_owner(self, work: Callable[[Transaction], Any]) -> Any:
        self._asked += 1
        if self._asked == 2:
            raise RuntimeError
        return self._database.run_as_owner(work)


def test_after_a_fault_of_the_deliverer_what_was_under_way_is_sent(
    service: Service, org: Client, receiver: Receiver
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as deaf:
        made = listening(service, org, f"http://127.0.0.1:{deaf.getsockname()[1]}/")
        org.post("/customers/bulk", {"records": [{"displayName": f"C{n}"} for n in range(40)]})
        deliverer = Deliverer(cast(Database, FailsOnce(service.owner)), HERE, 5)
        with pytest.raises(RuntimeError):
            deliverer.run(Event(), once=True)
    change(service, "UPDATE webhook_endpoints SET url = %s WHERE id = %s", receiver.url, made["id"])
    due_again(service)
    deliverer.run(Event(), once=True)
    assert len({headers["webhook-id"] for headers, _ in receiver.arrived}) == 40


def test_no_redirect_is_followed_and_a_kilobyte_of_the_answer_is_kept(
    service: Service, org: Client, receiver: Receiver
) -> None:
    with receiving(answers=lambda _: 302, headers={"Location": receiver.url}, body=b"x" * 300_000) as leading:
        made = listening(service, org, leading.url)
        customer(org)
        deliver(service)
        assert receiver.arrived == []
        (row,) = deliveries(org, made["id"])
        assert (row["status"], row["answerStatus"], row["answer"]) == ("PENDING", 302, "x" * 1024)


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0.0.0.0", "0"),  # noqa: S104
        *("[::1]", "[::]", "[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]"),
    ],
)
def test_an_address_is_looked_at_on_the_socket_however_it_is_written(
    service: Service, org: Client, receiver: Receiver, host: str
) -> None:
    made = listening(service, org, "https://example.com/")
    port = receiver.url.split(":")[2].partition("/")[0]
    change(
        service, "UPDATE webhook_endpoints SET url = %s WHERE id = %s", f"https://{host}:{port}/", made["id"]
    )
    customer(org)
    Deliverer(service.owner, (), 5).run(Event(), once=True)
    (row,) = deliveries(org, made["id"])
    # Some of these forms the client refuses before it connects.
    refusals = (
        "Its address is not one that messages are sent to.",
        "There was no answer: InvalidUrlClientError.",
    )
    assert row["failure"] in refusals
    assert receiver.arrived == []


def test_a_name_that_leads_here_later_leads_nowhere(
    service: Service, org: Client, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS may answer something else once the endpoint is made; one local address of two is enough to refuse."""
    port = int(receiver.url.split(":")[2].partition("/")[0])
    made = org.make("/webhook-endpoints", {"url": f"https://shop.example:{port}/"})
    look_up = socket.getaddrinfo

    def answer(host: Any, *asked: Any, **more: Any) -> Any:
        if host != "shop.example":
            return look_up(host, *asked, **more)
        kind = (socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "")
        return [(*kind, ("10.0.0.1", port)), (*kind, ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    customer(org)
    Deliverer(service.owner, (), 5).run(Event(), once=True)
    (row,) = deliveries(org, made["id"])
    assert row["failure"] == "Its address is not one that messages are sent to."
    assert receiver.arrived == []


def test_what_a_lost_deliverer_had_claimed_is_sent_by_another(
    service: Service, org: Client, receiver: Receiver
) -> None:
    made = listening(service, org, receiver.url)
    customer(org)
    claim = {"busy": [], "room": [], "most": 32, "all": 100}
    (claimed,) = claimed_of(service, org, **claim)
    deliver(service)
    assert receiver.arrived == []
    due_again(service)
    deliver(service)
    assert [headers["webhook-id"] for headers, _ in receiver.arrived] == [claimed["event_id"]]
    (row,) = deliveries(org, made["id"])
    assert (row["status"], row["attempts"]) == ("DELIVERED", 2)
