"""docs/events.md shows an event of each kind of record; it looks as the service writes it.

`EXAMPLES=write` writes those that look otherwise (`make examples`).
"""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from app.config import ROOT
from app.events.types import NOUNS
from tests.api import samples
from tests.service import Client

_WRITING = os.environ.get("EXAMPLES") == "write"
DOCUMENT = Path(ROOT, "docs", "events.md")
# Where the records of a noun are made, if not at its plural.
PATHS = {
    "payment_received": "/payments-received",
    "payment_made": "/payments-made",
    "currency": "/currencies",
    "number_series": "/number-series",
}
IDS = re.compile(r"\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b")
MOMENTS = re.compile(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z")


def path_of(noun: str) -> str:
    return PATHS.get(noun) or f"/{noun.replace('_', '-')}s"


def made_of(org: Client, noun: str) -> dict[str, Any]:
    """The event of a record that was just made, with one id for all and one moment."""
    path = path_of(noun)
    made = org.make(path, samples.body_of(org, path))
    event = org.read(f"/events?recordId={made['id']}&type={noun}.created")[0]
    text = MOMENTS.sub(
        "2026-05-04T06:30:00.123456Z", IDS.sub(r"\1_01M7Y0HZB0QBJX557JXPEM5GCS", json.dumps(event))
    )
    shown: dict[str, Any] = json.loads(text) | {"id": "evt_000000010000022671"}
    return shown


def shown() -> dict[str, dict[str, Any]]:
    blocks = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    return {event["type"]: event for event in map(json.loads, blocks)}


def write(noun: str, event: dict[str, Any]) -> None:
    """Show the event in place of the noun's, or of none before the next noun; documents come after new kinds."""
    section = f"### `{noun}`\n\n```json\n{json.dumps(event, ensure_ascii=False)}\n```\n"
    old = re.compile(rf"### `{noun}`\n\n```json\n.*\n```\n")
    text = DOCUMENT.read_text(encoding="utf-8")
    if not old.search(text):
        following = f"### `{NOUNS[NOUNS.index(noun) + 1]}`"
        text = text.replace(following, f"{section}\n{following}")
    DOCUMENT.write_text(old.sub(lambda _: section, text), encoding="utf-8")


def shape(value: Any) -> Any:
    """Names, and kinds of values: what of them depends on the day or on chance is left out."""
    if isinstance(value, dict):
        return {name: shape(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    return "number" if type(value) in (int, float) else type(value).__name__


@pytest.mark.parametrize("noun", NOUNS)
def test_the_document_shows_an_event_of_each_kind_of_record(org: Client, noun: str) -> None:
    event = made_of(org, noun)
    if _WRITING and shape(shown().get(event["type"])) != shape(event):
        write(noun, event)
    assert shape(shown().get(event["type"])) == shape(event), "run `make examples`"
