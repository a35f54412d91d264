"""Answers of receivers to webhooks, large or slow: they are read in limited time and size."""

import gzip
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import chain, repeat

import pytest

from tests.api.receiving import deliver, deliveries, listening, receiving
from tests.selling import customer
from tests.service import Client, Service

pytestmark = pytest.mark.usefixtures("only_ours")

OK = b"HTTP/1.1 200 OK\r\n"
HEADER = b"X-Header: " + b"a" * 8_000 + b"\r\n"
CHUNK = b"2000\r\n" + b"a" * 0x2000 + b"\r\n"
IN_TIME = "There was no whole answer in 1 seconds."


class Speaker:
    """A server that sends parts of an answer until nobody listens any more; `said` counts bytes."""

    def __init__(self, parts: Iterator[bytes], pause: float) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(20)  # nobody comes where something before has failed
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        self.said = 0
        self._parts, self._pause = parts, pause

    def speak(self) -> None:
        connection, _ = self.listener.accept()
        connection.settimeout(None)
        with closing(connection):
            for part in self._parts:
                try:
                    connection.sendall(part)
                except OSError:
                    return
                self.said += len(part)
                time.sleep(self._pause)


@contextmanager
def speaking(parts: Iterator[bytes], pause: float = 0) -> Iterator[Speaker]:
    speaker = Speaker(parts, pause)
    with closing(speaker.listener), ThreadPoolExecutor(1) as pool:
        done = pool.submit(speaker.speak)
        yield speaker
        done.result(20)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("parts", "pause", "failure"),
    [
        (chain([OK, b"X-Header: "], repeat(b"a")), 0.1, IN_TIME),
        (chain([OK, b"Content-Length: 1000\r\n\r\n"], repeat(b"a")), 0.1, IN_TIME),
        (repeat(b"HTTP/1.1 100 Continue\r\n\r\n"), 0.001, IN_TIME),
        (chain([OK], repeat(HEADER)), 0, "There was no answer: ClientResponseError."),
        (iter([b"SMTP ready\r\n"]), 0, "There was no answer: ClientResponseError."),
    ],
    ids=[
        "a header that drips",
        "a body that drips",
        "interim answers",
        "headers without end",
        "another protocol",
    ],
)
def test_an_answer_that_does_not_come_to_an_end_is_given_up(
    service: Service, org: Client, parts: Iterator[bytes], pause: float, failure: str
) -> None:
    with speaking(parts, pause) as speaker:
        made = listening(service, org, speaker.url, "customer.created")
        customer(org)
        deliver(service, 1)
    (row,) = deliveries(org, made["id"])
    assert (row["status"], row["failure"]) == ("PENDING", failure)
    # Of headers, 128 lines of 8 KB; beside what lies in buffers of the kernel.
    assert speaker.said < 16_000_000


def test_of_a_body_without_end_the_beginning_is_read_and_counts(service: Service, org: Client) -> None:
    with speaking(chain([OK, b"Transfer-Encoding: chunked\r\n\r\n"], repeat(CHUNK))) as speaker:
        made = listening(service, org, speaker.url, "customer.created")
        customer(org)
        deliver(service)
    (row,) = deliveries(org, made["id"])
    assert (row["status"], row["answerStatus"], row["answer"]) == ("DELIVERED", 200, "a" * 1024)
    assert speaker.said < 16_000_000


def test_a_small_answer_that_would_unpack_to_a_large_one_is_not_unpacked(
    service: Service, org: Client
) -> None:
    bomb = gzip.compress(b"a" * 10_000_000)
    with receiving(headers={"Content-Encoding": "gzip"}, answers=lambda _: 200, body=bomb) as receiver:
        made = listening(service, org, receiver.url, "customer.created")
        customer(org)
        deliver(service)
    (row,) = deliveries(org, made["id"])
    assert row["status"] == "DELIVERED"
    assert "aaa" not in row["answer"]
