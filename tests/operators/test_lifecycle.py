"""`python -m app serve`, from start to stop, in a copy of the project with a database of its own."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

from app.embedded.server import embedded_database
from tests.api.receiving import Message, receiving
from tests.api.recurring import days_ago
from tests.checkout import PATIENCE, Checkout, running
from tests.waiting import eventually

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def checkout(place: Path) -> Checkout:
    return Checkout.copied_to(place / "gst invoicing")


def token_of(checkout: Checkout) -> str:
    found = re.search(r"pat_[\w-]+", checkout.printed)
    assert found, checkout.printed
    return found[0]


def body_of(response: HTTPResponse) -> dict[str, Any]:
    body = json.loads(response.read())
    assert isinstance(body, dict)
    return body


def stop(process: subprocess.Popen[bytes], number: signal.Signals) -> int:
    process.send_signal(number)
    return process.wait(PATIENCE)


@pytest.mark.skipif(not shutil.which("curl"), reason="the printed line is one for curl")
def test_it_ends_its_start_by_printing_a_line_that_works(checkout: Checkout) -> None:
    with checkout.serving() as process:
        assert f"http://127.0.0.1:{checkout.port}" in checkout.printed
        command = checkout.printed.partition("Try: ")[2].splitlines()[0]
        answer = subprocess.run(["/bin/sh", "-c", f"{command} -s"], capture_output=True, check=True)
        assert json.loads(answer.stdout)["success"] is True
        stop(process, signal.SIGTERM)


def child_of(process: subprocess.Popen[bytes], word: str) -> psutil.Process:
    """The process that the service has started with a word in its command."""
    (child,) = [each for each in psutil.Process(process.pid).children() if word in each.cmdline()]
    return child


def test_its_workers_log_in_as_a_plain_role(checkout: Checkout) -> None:
    with checkout.serving() as process, embedded_database(checkout.postgres) as url:
        # Which logs in as the owner, since it works for all organizations. Nobody starts it again meanwhile.
        deliverer = child_of(process, "deliver")
        process.send_signal(signal.SIGSTOP)
        deliverer.kill()
        assert eventually(lambda: deliverer.status() == psutil.STATUS_ZOMBIE, PATIENCE)
        with psycopg.connect(url) as owner:
            others = "SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s"
            assert owner.execute(others, [owner.info.backend_pid]).fetchall() == [("invoicing_service",)]
        process.send_signal(signal.SIGCONT)
        stop(process, signal.SIGTERM)


@pytest.fixture
def hung_up() -> Iterator[None]:
    """Tests that were started with nohup would have the service ignore that its terminal ends."""
    former = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, former)


@pytest.mark.usefixtures("hung_up")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_stops_it_without_a_trace(checkout: Checkout, number: signal.Signals) -> None:
    with checkout.serving() as process:
        family = psutil.Process(process.pid).children(recursive=True)
        assert stop(process, number) == 0
    assert not [member for member in family if member.is_running()]
    assert checkout.free()
    assert not running(checkout.postgres)


def test_the_token_of_a_start_still_works_after_the_next_which_makes_nothing_anew(checkout: Checkout) -> None:
    with checkout.serving() as process:
        first = token_of(checkout)
        made = (checkout.postgres / "data" / "PG_VERSION").stat().st_mtime_ns
        stop(process, signal.SIGTERM)
    with checkout.serving() as process:
        assert (checkout.postgres / "data" / "PG_VERSION").stat().st_mtime_ns == made
        with closing(checkout.connect()) as connection:
            connection.request("GET", "/api/v1/me", headers={"Authorization": f"Bearer {first}"})
            assert body_of(connection.getresponse())["success"] is True
        stop(process, signal.SIGTERM)


def test_a_request_in_flight_is_answered_although_the_signal_comes_twice(checkout: Checkout) -> None:
    body = b'{"displayName": "Slow but sure"}'
    with checkout.serving() as process, closing(checkout.connect()) as connection:
        connection.putrequest("POST", "/api/v1/customers")
        connection.putheader("Authorization", f"Bearer {token_of(checkout)}")
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body[:9])
        time.sleep(0.5)  # until a worker is reading the body
        process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)  # make passes on what its whole group was sent
        time.sleep(3)  # longer than gunicorn would wait if it were told to hurry
        connection.send(body[9:])
        assert body_of(connection.getresponse())["success"] is True
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize(("settings", "made"), [({}, 0), ({"DEMO": "on"}, 1)], ids=["unasked", "asked"])
def test_a_database_of_one_s_own_gets_a_demonstration_only_where_it_is_asked_for(
    settings: dict[str, str], made: int, checkout: Checkout, empty_url: str
) -> None:
    with checkout.serving(DATABASE_URL=empty_url, **settings) as process:
        assert ("pat_" in checkout.printed) is bool(made)
        stop(process, signal.SIGTERM)
    with psycopg.connect(empty_url) as connection:
        for table in ("organizations", "tokens", "users"):
            found = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
            assert found and bool(found[0]) is bool(made)


def test_a_port_in_use_is_named_and_nothing_is_started(checkout: Checkout) -> None:
    with socket.create_server(("127.0.0.1", checkout.port)), checkout.start() as process:
        assert process.wait(PATIENCE) == 1
        assert checkout.printed.startswith(f"Cannot listen on 127.0.0.1, port {checkout.port}: ")
        assert len(checkout.printed.splitlines()) == 1


def test_it_fails_when_gunicorn_dies(checkout: Checkout) -> None:
    with checkout.serving() as process:
        gunicorn = child_of(process, "gunicorn")
        gunicorn.kill()
        assert process.wait(PATIENCE) == 1
    assert not running(checkout.postgres)
    assert eventually(checkout.free, PATIENCE)


def test_a_deliverer_that_ends_is_started_again_and_ends_with_the_service(checkout: Checkout) -> None:
    with checkout.serving() as process:
        for told in ("started again in 1 s", "started again in 2 s"):
            first = child_of(process, "deliver")
            first.kill()
            assert eventually(lambda told=told: told in checkout.printed, PATIENCE), checkout.printed
            assert eventually(lambda first=first: is_another(process, first), PATIENCE)
        last = child_of(process, "deliver")
        assert stop(process, signal.SIGTERM) == 0
    assert not last.is_running()
    assert not running(checkout.postgres)
    assert "status -9" in checkout.printed


def is_another(process: subprocess.Popen[bytes], former: psutil.Process) -> bool:
    """Return whether a deliverer runs that is not the former one."""
    children = psutil.Process(process.pid).children()
    return any(each.pid != former.pid for each in children if "deliver" in each.cmdline())


def test_an_event_reaches_a_receiver_within_a_second_of_an_invoice_being_sent(checkout: Checkout) -> None:
    arrived_at: list[float] = []

    def note(_: Message) -> int:
        arrived_at.append(time.monotonic())
        return 204

    with (
        receiving(answers=note) as receiver,
        checkout.serving(WEBHOOK_ALLOW="127.0.0.0/8") as process,
        closing(checkout.connect()) as connection,
    ):

        def call(method: str, path: str, sent: dict[str, object]) -> dict[str, Any]:
            headers = {"Authorization": f"Bearer {token_of(checkout)}", "Content-Type": "application/json"}
            connection.request(method, "/api/v1" + path, json.dumps(sent), headers)
            told = body_of(connection.getresponse())
            assert told["success"], told
            data: dict[str, Any] = told["data"]
            return data

        line = {"description": "Advice", "hsnOrSac": "998311", "quantity": 1, "unit": "OTH", "rate": 100}
        buyer = call("POST", "/customers", {"displayName": "Hooked"})
        draft = call(
            "POST",
            "/invoices",
            {"customerId": buyer["id"], "invoiceDate": days_ago(0), "status": "DRAFT", "lines": [line]},
        )
        made = call("POST", "/webhook-endpoints", {"url": receiver.url, "events": ["invoice.sent"]})
        # Until the deliverer has begun its work.
        call("POST", f"/webhook-endpoints/{made['id']}/test", {})
        assert eventually(lambda: receiver.types == ["webhook.test"], PATIENCE)
        call("POST", f"/invoices/{draft['id']}/send", {})
        sent_at = time.monotonic()
        assert eventually(lambda: receiver.types == ["webhook.test", "invoice.sent"], PATIENCE)
        receiver.verify(made["secret"])
        # On a machine with nothing else to do; other tests may be running beside this one.
        assert arrived_at[-1] - sent_at < max(1, os.getloadavg()[0] / (os.cpu_count() or 1))
        stop(process, signal.SIGTERM)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent has died")
def test_after_a_kill_the_port_is_freed_and_the_next_one_starts_and_stops_cleanly(checkout: Checkout) -> None:
    with checkout.serving() as process:
        process.kill()
        process.wait()
        assert eventually(checkout.free, PATIENCE)
    with checkout.serving() as process:
        assert stop(process, signal.SIGTERM) == 0
    assert not running(checkout.postgres)


def test_what_gunicorn_itself_refuses_is_refused_in_the_envelope(checkout: Checkout) -> None:
    with checkout.serving() as process:
        with closing(checkout.connect()) as connection:
            connection.request("GET", "/api/v1/customers?q=" + "x" * 100_000)
            response = connection.getresponse()
            assert response.status == 414
            assert body_of(response) == {
                "success": False,
                "error": {
                    "code": "invalid_request",
                    "message": "The request was refused: URI Too Long.",
                    "help": "/docs#description/invalid-request",
                },
            }
        stop(process, signal.SIGTERM)


def test_a_reload_takes_up_the_release_on_disk(checkout: Checkout) -> None:
    """Also in what gunicorn's master has loaded itself."""
    file = checkout.root / "resources" / "serving" / "gunicorn" / "invalid_requests.py"
    before = file.read_text()
    with checkout.serving() as process:
        gunicorn = child_of(process, "gunicorn")
        file.write_text(before.replace("The request was refused", "No"))
        gunicorn.send_signal(signal.SIGHUP)
        assert eventually(lambda: "No: URI Too Long." in refusal(checkout), PATIENCE)
        stop(process, signal.SIGTERM)
    file.write_text(before)


def refusal(checkout: Checkout) -> str:
    """Return gunicorn's answer to a request line that is too long."""
    with closing(checkout.connect()) as connection:
        connection.request("GET", "/api/v1/customers?q=" + "x" * 100_000)
        return connection.getresponse().read().decode()
