"""Requests made at random to do harm: bodies, bytes, parameters, ids and headers, the same ones for the same seed."""

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote_from_bytes

from tests.api import hostile, hostile_values

_POWERS = [2**n for n in (7, 8, 15, 16, 31, 32, 53, 63, 64, 127)] + [
    10**n for n in (2, 6, 9, 12, 13, 14, 15, 30)
]
_ALPHABETS = [
    range(0x20),
    range(0x20, 0x7F),
    range(0x80, 0x100),
    range(0x300, 0x370),  # combining
    range(0x900, 0xD80),  # Indic scripts
    range(0x2000, 0x2070),  # spaces, marks of direction
    range(0xE000, 0x10000),
    range(0x1F300, 0x1FA00),
    range(0xE0000, 0xE0080),
]
_TEXTS = ("'", '"', "\\", "%", "_", "{{", "${", "<", "../", "\r\n", ";--", "=cmd|", "&#", "\0")
_CODINGS = ("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7", "latin-1", "cp037")


@dataclass
class Harm:
    """The parts of a request beside the method, the path and the token."""

    body: bytes = b""
    query: str = ""
    id: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


def text(dice: Random) -> str:
    """Return text of one or two alphabets, some of it followed by text with a special meaning."""
    letters = dice.choice(_ALPHABETS)
    length = dice.choice((0, 1, 3, 10, 40, 300, 3_000))
    written = "".join(chr(dice.choice(letters)) for _ in range(length))
    return written + dice.choice(("", "", *_TEXTS)) * dice.randint(1, 3)


def number(dice: Random) -> str:
    """A number at a bound, or of many digits, as JSON writes it."""
    whole = str(dice.choice((0, dice.choice(_POWERS))) + dice.randint(-2, 2))
    sign = dice.choice(("", "", "-"))
    part = dice.choice(
        ("", "", ".5", ".005", ".0000001", "." + "9" * 30, "e1", "e-3", "e15", "e300", "E-300")
    )
    return sign + whole.lstrip("-") + part


def day(dice: Random) -> str:
    """Return a text in the form of a day or a moment, which may not exist."""
    year = dice.choice((0, 1, 1899, 1900, 2024, 2026, 2999, 9999))
    date = f"{year:04}-{dice.randint(0, 13):02}-{dice.randint(0, 32):02}"
    return date + dice.choice(("", "", "T00:00:00Z", "T24:00:00", "T23:59:60+14:00", " 10:00", "Z"))


def value(dice: Random, depth: int = 0) -> str:
    """Any JSON, nested up to five deep."""
    kinds: list[Callable[[], str]] = [
        lambda: number(dice),
        lambda: json.dumps(text(dice), ensure_ascii=dice.random() < 0.5),
        lambda: json.dumps(day(dice)),
        lambda: json.dumps(number(dice)),
        lambda: dice.choice(("null", "true", "false", r'"\ud800"', "[]", "{}", '""')),
        lambda: dice.choice(list(hostile_values.VALUES.values())),
    ]
    if depth < 5:
        kinds += [lambda: _list(dice, depth), lambda: _object(dice, depth)]
    return dice.choice(kinds)()


def _list(dice: Random, depth: int) -> str:
    return "[" + ",".join(value(dice, depth + 1) for _ in range(dice.randint(0, 4))) + "]"


def _object(dice: Random, depth: int) -> str:
    return (
        "{"
        + ",".join(
            f"{json.dumps(text(dice)[:50])}:{value(dice, depth + 1)}" for _ in range(dice.randint(0, 4))
        )
        + "}"
    )


def body(dice: Random, sample: Any) -> bytes:
    """A good body with some of its values exchanged for others, its own or any; sometimes in no right encoding."""
    places = list(hostile.places(sample)) or [("x",)]
    leaves = [
        place for place in dice.sample(places, min(len(places), dice.choice((1, 1, 1, 2, 3, 6)))) if sample
    ]
    chosen = {place: _exchange(dice, sample, places) for place in leaves if not _held(place, leaves)}
    content = hostile.with_raws(sample, chosen)
    if dice.random() < 0.1:
        content = content[:-1] + f", {json.dumps(text(dice)[:100])}: {value(dice)}}}".encode()
    return _spoilt(dice, content) if dice.random() < 0.2 else content


def _held(place: tuple[Any, ...], places: list[tuple[Any, ...]]) -> bool:
    return any(len(other) < len(place) and place[: len(other)] == other for other in places)


def _exchange(dice: Random, sample: Any, places: list[tuple[Any, ...]]) -> str:
    if dice.random() < 0.75:
        return value(dice)
    return json.dumps(hostile.value_at(sample, dice.choice(places)))


def _spoilt(dice: Random, content: bytes) -> bytes:
    at = dice.randrange(len(content) + 1)
    return dice.choice(
        (
            lambda: content[:at],
            lambda: content[:at] + dice.randbytes(dice.randint(1, 9)) + content[at:],
            lambda: content[:at] + content[at + dice.randint(1, 9) :],
            lambda: content.decode().encode(dice.choice(_CODINGS), "replace"),
            lambda: gzip.compress(content, 1),
            lambda: dice.randbytes(dice.choice((1, 10, 1_000))),
            lambda: content + content,
        )
    )()


def encoded(dice: Random) -> str:
    """Return a value for a URL: text, a number, a day or bytes, percent-encoded or not."""
    plain = dice.choice((text(dice), number(dice), day(dice), dice.choice(hostile_values.PARAMETERS)))
    raw = dice.randbytes(dice.randint(1, 20)) if dice.random() < 0.2 else plain.encode()
    return quote_from_bytes(raw, safe=dice.choice(("", "/%", "%")))


def query(dice: Random, names: list[str]) -> str:
    """Parameters that the operation knows, others, and some twice."""
    known = [*names, *names, "page", "limit", "q", "id", "page[]", "organizationId"]
    return "&".join(f"{dice.choice(known)}={encoded(dice)}" for _ in range(dice.randint(1, 5)))


def headers(dice: Random) -> dict[str, str]:
    """One or two headers that say something odd."""
    names = (*hostile_values.TELLING_HEADERS, *hostile_values.BORING_HEADERS)
    # What a server hands over is latin-1, and each header once.
    odd = dice.choice(
        (text(dice)[:200].encode().decode("latin-1"), dice.choice(hostile_values.IN_HEADERS), number(dice))
    )
    return {dice.choice(names): odd for _ in range(dice.randint(1, 2))}


def form(dice: Random, client_id: str) -> bytes:
    """Return a body that is almost a request for a token or for its end."""
    words = ("password", "refresh_token", "client_credentials", "", "token")
    names = (
        "grant_type",
        "username",
        "password",
        "refresh_token",
        "client_id",
        "client_secret",
        "scope",
        "token",
    )
    given = [(name, encoded(dice)) for name in dice.sample(names, dice.randint(0, 6))]
    likely = [("grant_type", dice.choice(words)), ("client_id", client_id)] if dice.random() < 0.5 else []
    content = "&".join(f"{name}={part}" for name, part in [*likely, *given]).encode()
    return _spoilt(dice, content) if content and dice.random() < 0.2 else content
