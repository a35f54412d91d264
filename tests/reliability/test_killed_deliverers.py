"""Deliverers that are killed, and lose PostgreSQL, while events are written: nothing is lost, and the order holds."""

import os
import subprocess
import sys
import time
from collections import defaultdict
from random import Random

import psycopg

from app.config import ROOT
from tests.api.receiving import Receiver, deliver, due_again, listening, receiving
from tests.reliability.sizes import FULL
from tests.selling import customer
from tests.service import Client, Service

KILLS = 50 if FULL else 6
RECORDS, CHANGES = 8, 4
HANG_UP = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE pid <> pg_backend_pid() AND query LIKE '%webhook%'"""


def start(service: Service) -> subprocess.Popen[bytes]:
    environment = os.environ | {"DATABASE_URL": service.url, "WEBHOOK_ALLOW": "127.0.0.0/8"}
    return subprocess.Popen(
        [sys.executable, "-m", "app", "deliver"], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL
    )


def test_every_event_arrives_in_the_order_of_its_record_whoever_is_killed(
    service: Service, org: Client
) -> None:
    dice = Random(7)  # noqa: S311 - chance that can be repeated
    ids = [customer(org) for _ in range(RECORDS)]
    with receiving() as receiver:
        listening(service, org, receiver.url, "customer.updated")
        number = 0
        for _ in range(KILLS):
            running = [start(service) for _ in range(2)]
            began = len(receiver.arrived)
            for id in ids * CHANGES:
                number += 1
                assert org.patch(f"/customers/{id}", {"displayName": f"Name {number}"}).status_int == 200
            patience = time.monotonic() + 30
            while len(receiver.arrived) == began and time.monotonic() < patience:
                time.sleep(0.02)
            time.sleep(dice.random() / 5)
            if dice.random() < 0.5:
                with psycopg.connect(service.url) as connection:
                    connection.execute(HANG_UP)
            for each in running:
                each.kill()
                each.wait()
            # What they had claimed is due again, as it is a minute later.
            due_again(service)
        deliver(service)
        told(org, receiver, ids)


def told(org: Client, receiver: Receiver, ids: list[str]) -> None:
    """Fail where an event is missing, or one comes after a later one of its record was first told."""
    first: dict[str, int] = {}
    for place, (headers, _) in enumerate(receiver.arrived):
        first.setdefault(headers["webhook-id"], place)
    wanted: defaultdict[str, list[str]] = defaultdict(list)
    for id in ids:
        for page in range(1, 10):
            rows = org.read(
                f"/events?recordId={id}&type=customer.updated&sort=createdAt&limit=200&page={page}"
            )
            wanted[id] += [row["id"] for row in rows]
    assert first.keys() == {event for events in wanted.values() for event in events}
    for events in wanted.values():
        assert [first[event] for event in events] == sorted(first[event] for event in events)
