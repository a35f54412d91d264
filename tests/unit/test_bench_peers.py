"""The report of `make bench ARGS=--peers`: ratios of neighbouring rounds, table, bars, and peers that are left out."""

import base64
import hmac
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from bench.bars import BULK, CREATE, CREATE_MANY, POSTGREST, bars_of
from bench.figures import Measured, Round, as_json, beside, figures_of
from bench.generator import drive
from bench.load import Request
from bench.peers import opening
from bench.peers.installing import NoPeerError
from bench.peers.postgrest import signed
from bench.sides import MeasuredSide
from bench.table import peers_of, table_of


def rounds_of(*cpu: float | None) -> list[Round]:
    """Rounds of 1000 answers, for which server and PostgreSQL took so many seconds each."""
    return [Round(1000, 2, 5, 9, one, one) for one in cpu]


def measured(name: str, *cpu: float | None, peer_of: str | None = None) -> Measured:
    rounds = rounds_of(*cpu)
    return Measured(name, figures_of(rounds), peer_of=peer_of, rounds=rounds)


def test_a_ratio_is_the_median_of_those_of_neighbouring_rounds_and_not_that_of_medians() -> None:
    # Ratios of 1, 2 and 3; medians of 3 and 1.
    work, peer = measured("read", 1, 6, 3), measured("other", 1, 3, 1, peer_of="read")
    assert beside(work, peer) == 2
    assert work.figures.cpu / peer.figures.cpu == 3


def test_there_is_no_ratio_where_a_part_cannot_be_seen() -> None:
    hidden = [Round(1000, 2, 5, 9, 1, None)]
    assert beside(Measured("read", figures_of(hidden), rounds=hidden), measured("other", 1)) is None


def test_the_table_of_peers_shows_each_below_its_work_with_the_ratio() -> None:
    floor = Measured("Falcon alone", figures_of(rounds_of(1)), "read")
    all_of_it = [measured("read", 1.5), measured("Other", 1, peer_of="read"), floor, measured("list 50", 1)]
    head, work, peer = peers_of(all_of_it).splitlines()
    assert head.split()[-3:] == ["service", "÷", "peer"]
    assert work.split() == ["read", "1.5", "1.5", "3", "500"]
    assert peer.split() == ["Other", "1", "1", "2", "500", "1.5"]
    assert "Other" not in table_of(all_of_it)


def test_the_json_has_the_rounds_and_the_ratio() -> None:
    told = json.loads(json.dumps(as_json([measured("read", 3), measured("Other", 2, peer_of="read")], [])))
    work, peer = told["measured"]
    assert (peer["beside"], peer["peer_of"], len(peer["rounds"])) == (1.5, "read", 1)
    assert "beside" not in work


def everything() -> list[Measured]:
    return [measured(name, 0.1) for name in ("read", "list 50", "list 200", CREATE, CREATE_MANY, BULK)]


def test_postgrest_alone_has_bars() -> None:
    peers = [measured(name, 0.05, peer_of="read") for name in (POSTGREST, "Other")]
    peers += [measured(POSTGREST, 0.1, peer_of=name) for name in (CREATE, CREATE_MANY, BULK)]
    bars = [bar for bar in bars_of([*everything(), *peers], 1) if POSTGREST in bar.name]
    assert [(bar.name.partition(":")[0], bar.value, bar.kept) for bar in bars] == [
        ("read", 2, False),
        (CREATE, 1, True),
    ]


def test_without_peers_there_are_no_bars_beside_them() -> None:
    assert not [bar for bar in bars_of(everything(), 1) if POSTGREST in bar.name]


def test_a_token_is_signed() -> None:
    signature = hmac.digest(b"secret", b"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhIjoxfQ", "sha256")
    head, claims, signed_with = signed({"a": 1}, "secret").split(".")
    assert (head, claims) == ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "eyJhIjoxfQ")
    assert signed_with == base64.urlsafe_b64encode(signature).rstrip(b"=").decode()


def test_a_peer_that_cannot_be_had_is_left_out_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def missing(*_: object) -> Iterator[MeasuredSide]:
        raise NoPeerError("npm is not installed.")
        yield

    monkeypatch.setattr(opening, "_OPENED", {"PostgREST": missing})
    said: list[str] = []
    with ExitStack() as stack:
        assert opening.open_peers(stack, "", MeasuredSide(0, 0), [], 1, said.append) == []
    assert said == ["PostgREST is left out: npm is not installed."]


class Chunks(BaseHTTPRequestHandler):
    """Answers in chunks, which PostgREST does, of which one ends as the last begins."""

    protocol_version = "HTTP/1.1"
    preferences: list[str | None] = []  # noqa: RUF012 - one server a test
    sent: Sequence[bytes] = (b"[1,\n", b"20]", b"x" * 70_000, b"0", b"")

    def do_GET(self) -> None:
        self.preferences.append(self.headers["Prefer"])
        self.send_response(206)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for chunk in self.sent:
            self.wfile.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
            self.wfile.flush()

    def log_message(self, *_: object) -> None:
        pass


def test_the_generator_reads_answers_in_chunks_to_their_end_and_sends_what_is_preferred() -> None:
    Chunks.preferences.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Chunks)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with server:
        line = Request("GET", "/x", "token", prefer="count=exact").line
        told = drive(server.server_port, [line], 2, 0.2, "key")
        server.shutdown()
    assert told["failed"] == 0
    assert told["answers"] == len(Chunks.preferences) > 2
    assert set(Chunks.preferences) == {"count=exact"}
