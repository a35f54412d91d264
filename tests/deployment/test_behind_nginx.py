"""The service behind nginx, with deploy/nginx.conf."""

import resource
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlencode

import pytest

from app.config import Settings
from tests.deployment.callers import Answer, ask, connect, listening
from tests.deployment.programs import NGINX, OPENSSL, Proxy, free_port, proxying
from tests.logins import PASSWORD, TOKEN, Logins
from tests.reliability.raw import BODY, CHUNKED, LIMIT, Server, chunk, head, made, receive, serving
from tests.service import Client, Service

pytestmark = pytest.mark.skipif(
    not (NGINX and OPENSSL), reason="no nginx: install Debian's nginx-light and openssl"
)

RATES = "/api/v1/tax-rates"
SLOW = 1_000
ADDRESSES = 50
BAR = 3.0


@pytest.fixture(scope="module")
def server(database_url: str) -> Iterator[Server]:
    with serving(database_url, IDLE_TIMEOUT="10", METRICS="on") as server:
        yield server


@pytest.fixture(scope="module")
def proxy(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    with proxying(server.address[1], tmp_path_factory.mktemp("nginx")) as proxy:
        yield proxy


def headers(org: Client, **more: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {org.token}", "Content-Type": "application/json"} | more


def assert_refused(answer: Answer, status: int, code: str) -> None:
    assert (answer.status, answer.headers["content-type"]) == (status, "application/json"), answer
    assert answer.json["success"] is False
    assert answer.json["error"]["code"] == code
    assert answer.json["error"]["message"]
    assert answer.headers["cache-control"] == "no-store"


def test_what_the_service_answers_comes_over_tls_as_it_is(proxy: Proxy, org: Client) -> None:
    answer = ask(proxy.port, "POST", RATES, body=BODY, headers=headers(org, **{"X-Request-Id": "till-7"}))
    assert (answer.status, answer.json["data"]["name"]) == (201, "GST 18%")
    assert answer.headers["x-request-id"] == "till-7"
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    refused = ask(proxy.port, "GET", RATES)
    assert refused.headers["www-authenticate"] == "Bearer"
    assert_refused(refused, 401, "unauthorized")


def test_people_log_in_through_it(proxy: Proxy, service: Service) -> None:
    logins = Logins(service)
    person = logins.person()
    asked = {"grant_type": "password", "username": person.email, "password": PASSWORD}
    form = urlencode(asked | {"client_id": logins.client()}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert ask(proxy.port, "POST", TOKEN, body=form, headers=kind).status == 201


LIES = {
    "X-Forwarded-For": "203.0.113.9, 198.51.100.7",
    "X-Real-IP": "203.0.113.9",
    "Forwarded": "for=203.0.113.9;proto=http;host=evil.example",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Prefix": "/evil",
    "X_Forwarded_For": "203.0.113.9",
    "X-Request-Id": "two words",
}


def test_a_client_decides_nothing_about_where_it_comes_from(tmp_path: Path) -> None:
    with listening() as service, proxying(service.port, tmp_path) as proxy:
        assert ask(proxy.port, "GET", "/", headers=LIES, address="127.0.7.7").status == 200
        seen = service.last()
        assert proxy.told(seen["x-request-id"])["address"] == "127.0.7.7"
    assert seen["x-forwarded-for"] == seen["x-real-ip"] == "127.0.7.7"
    assert (seen["x-forwarded-proto"], seen["x-forwarded-host"]) == ("https", "127.0.0.1")
    assert not seen.keys() & {"forwarded", "x-forwarded-prefix", "x_forwarded_for"}
    assert seen["x-request-id"].startswith("req_")


def test_a_trusted_proxy_is_believed_for_the_last_address_that_it_saw_itself(tmp_path: Path) -> None:
    trusting = {"# set_real_ip_from 192.0.2.1;": "set_real_ip_from 127.0.7.1;"}
    with listening() as service, proxying(service.port, tmp_path, trusting) as proxy:
        for address, believed in (("127.0.7.1", "198.51.100.7"), ("127.0.7.2", "127.0.7.2")):
            ask(proxy.port, "GET", "/", headers=LIES, address=address)
            assert service.last()["x-forwarded-for"] == believed


@pytest.mark.skipif(not hasattr(Settings, "rate_without_token"), reason="nothing is counted by address yet")
def test_requests_are_counted_by_the_address_that_they_come_from(
    database_url: str, org: Client, tmp_path: Path
) -> None:
    with (
        serving(database_url, WEB_CONCURRENCY="1", RATE_WITHOUT_TOKEN="60") as service,
        proxying(service.address[1], tmp_path) as proxy,
    ):

        def guess(number: int, address: str) -> int:
            lie = {"X-Forwarded-For": f"198.51.100.{number}"}
            return ask(proxy.port, "GET", "/api/v1/me", headers=lie, address=address).status

        assert 429 in [guess(number, "127.0.7.8") for number in range(200)]
        assert guess(0, "127.0.7.9") == 401


def test_both_logs_have_the_same_id_and_no_query_string(proxy: Proxy, org: Client) -> None:
    answer = ask(proxy.port, "GET", f"{RATES}?q=secret", headers=headers(org))
    line = proxy.told(answer.headers["x-request-id"])
    assert (line["path"], line["status"]) == (RATES, "200")
    assert "secret" not in str(line)


def test_plain_http_is_refused_before_it_reaches_the_service(proxy: Proxy, org: Client) -> None:
    with connect(proxy.plain, tls=False) as connection:
        connection.sendall(head(org, method="GET"))
        reply = receive(connection)
    assert (reply.status, reply.json["error"]["code"]) == (403, "forbidden")


def test_metrics_are_for_the_inside(proxy: Proxy) -> None:
    assert_refused(ask(proxy.port, "GET", "/metrics?x=1"), 404, "not_found")
    assert ask(proxy.port, "GET", "/healthz").status == 200


def test_readiness_is_not_for_floods(proxy: Proxy) -> None:
    answers = [ask(proxy.port, "GET", "/readyz", address="127.0.7.5") for _ in range(100)]
    refused = [answer for answer in answers if answer.status == 429]
    assert {answer.status for answer in answers} == {200, 429}
    assert_refused(refused[0], 429, "rate_limited")
    assert ask(proxy.port, "GET", "/readyz", address="127.0.7.6").status == 200
    assert ask(proxy.port, "GET", "/healthz", address="127.0.7.5").status == 200


def test_a_body_of_the_limit_passes_and_a_byte_more_does_not(proxy: Proxy, org: Client) -> None:
    for size, status in ((LIMIT, 201), (LIMIT + 1, 413)):
        answer = ask(proxy.port, "POST", RATES, body=BODY.ljust(size), headers=headers(org))
        assert answer.status == status
    assert_refused(answer, 413, "invalid_request")


@pytest.mark.parametrize("kind", ["length", "chunks"])
def test_a_hundred_megabytes_are_refused_at_once(kind: str, proxy: Proxy, org: Client) -> None:
    piece = b" " * LIMIT
    length = f"Content-Length: {100 * LIMIT}" if kind == "length" else CHUNKED
    with connect(proxy.port) as connection:
        connection.sendall(head(org, length))
        with suppress(OSError):
            for _ in range(100):
                connection.sendall(chunk(piece) if kind == "chunks" else piece)
        reply = receive(connection)
    assert (reply.status, reply.json["error"]["code"]) == (413, "invalid_request")
    assert made(org) == 0


def test_the_token_endpoint_is_refused_in_its_own_words(proxy: Proxy) -> None:
    answer = ask(proxy.port, "POST", TOKEN, body=b" " * (LIMIT + 1))
    assert (answer.status, answer.json["error"]) == (413, "invalid_request")


@pytest.mark.parametrize("sent", [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 9000])
def test_what_is_no_request_is_refused_in_the_envelope(sent: bytes, proxy: Proxy) -> None:
    with connect(proxy.port) as connection:
        connection.sendall(sent + b"\r\n\r\n")
        reply = receive(connection)
    assert (reply.status, reply.json["error"]["code"]) == (400, "invalid_request")


def test_while_the_service_is_away_the_answer_says_when_to_come_back(tmp_path: Path) -> None:
    with proxying(free_port(), tmp_path) as proxy:
        answer = ask(proxy.port, "GET", RATES)
        assert_refused(answer, 503, "service_unavailable")
        assert answer.headers["retry-after"] == "5"


def test_one_address_gets_a_hundred_requests_at_a_time(proxy: Proxy, org: Client) -> None:
    half = head(org, f"Content-Length: {len(BODY)}") + BODY[:9]
    with ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(connect(proxy.port, "127.0.8.1")).sendall(half)
        time.sleep(0.5)
        answer = ask(proxy.port, "GET", RATES, headers=headers(org), address="127.0.8.1")
        assert_refused(answer, 429, "rate_limited")
        assert answer.headers["retry-after"] == "10"
        assert ask(proxy.port, "GET", RATES, headers=headers(org), address="127.0.8.2").status == 200


# Harder than as it stands: none of them is let go while others still come, however busy the machine is.
PATIENT = {
    "client_header_timeout 10s;": "client_header_timeout 90s;",
    "client_body_timeout 10s;": "client_body_timeout 90s;",
    "send_timeout 10s;": "send_timeout 90s;",
}


def test_a_thousand_slow_clients_hold_up_nobody(server: Server, org: Client, tmp_path: Path) -> None:
    with proxying(server.address[1], tmp_path, PATIENT) as proxy:
        waits = _waits_among_slow_clients(proxy, org)
    print(f"{SLOW} slow clients; healthy requests took {max(waits):.3f} s at most")  # noqa: T201
    assert max(waits) < BAR


def _waits_among_slow_clients(proxy: Proxy, org: Client) -> list[float]:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    kinds = (
        head(org)[:-4],
        head(org, f"Content-Length: {len(BODY)}") + BODY[:9],
        head(org, CHUNKED) + chunk(BODY)[:9],
        b"",
        # Asks for much and reads none of it.
        head(org, method="GET", path="/api/v1/openapi.json"),
    )
    with ExitStack() as stack, ThreadPoolExecutor(4) as pool:

        def arrive(number: int) -> None:
            slow = stack.enter_context(connect(proxy.port, f"127.0.9.{number % ADDRESSES + 1}"))
            slow.sendall(kinds[number % len(kinds)])

        arriving = pool.map(arrive, range(SLOW))
        waits = [_healthy(proxy, org) for _ in range(5)]
        list(arriving)
        return waits + [_healthy(proxy, org) for _ in range(20)]


def _healthy(proxy: Proxy, org: Client) -> float:
    began = time.monotonic()
    assert ask(proxy.port, "GET", "/api/v1/me", headers=headers(org), address="127.0.10.1").status == 200
    return time.monotonic() - began
