"""The receivers of docs/recipes, run as they stand."""

import os
import shutil
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.config import ROOT
from tests.api.receiving import deliver, deliveries, listening
from tests.deployment.programs import free_port
from tests.selling import customer
from tests.service import Client, Service
from tests.waiting import eventually

pytestmark = pytest.mark.slow

RECIPES = Path(ROOT, "docs", "recipes")
NODE = shutil.which("node")
RECEIVERS = [
    pytest.param([sys.executable, "receive_webhooks.py"], id="Python"),
    pytest.param(
        [str(NODE), "receive_webhooks.mjs"],
        id="JavaScript",
        marks=pytest.mark.skipif(not NODE, reason="no node: install Node.js 18 or later"),
    ),
]


def is_open(port: int) -> bool:
    with closing(socket.socket()) as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize("command", RECEIVERS)
def test_a_receiver_of_the_recipes_takes_what_is_signed_and_nothing_else(
    service: Service, org: Client, command: list[str]
) -> None:
    port = free_port()
    made = listening(service, org, f"http://127.0.0.1:{port}/", "customer.created")
    other = listening(service, org, f"http://127.0.0.1:{port}/", "customer.created")
    environment = os.environ | {"SECRET": made["secret"], "PORT": str(port)}
    with subprocess.Popen(
        command, cwd=RECIPES, env=environment, stdout=subprocess.PIPE, text=True
    ) as receiver:
        try:
            assert eventually(lambda: is_open(port), 20)
            id = customer(org)
            deliver(service)
            assert [row["answerStatus"] for each in (made, other) for row in deliveries(org, each["id"])] == [
                204,
                400,
            ]
            (event,) = org.read(f"/events?recordId={id}")
            assert receiver.stdout
            assert receiver.stdout.readline() == f"{event['id']} customer.created {id}\n"
        finally:
            receiver.kill()
