"""Loaded by schemathesis itself: real ids in what it makes up, what it must not call a failure, and a count.

The environment names the files: PROOF_KNOWN says which records there are, PROOF_COUNTS takes what was seen.
"""

import atexit
import json
import os
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema_rs
import schemathesis

from tests.proof.fitting_records import (
    DAYS,
    IN_ORDER,
    KIND_OF_FIELD,
    KIND_OF_OPERATION,
    KIND_OF_PATH,
    OF_ONE_PARTY,
    USED_UP_BY,
)
from tests.proof.rightly_refused import RIGHTLY_REFUSED

_RIGHTLY_REFUSED = re.compile("|".join(RIGHTLY_REFUSED))
_AN_ID = re.compile(r"[a-z]{2,3}_[0-9A-HJKMNP-TV-Z]{26}")
_COULD_BE_AN_ID = re.compile(r"[A-Za-z0-9_-]{1,30}")
_COULD_BE_A_CURSOR = re.compile(r"[A-Za-z0-9_-]{1,4096}")
_COULD_BE_A_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_BEGINNING = "T00:00:00Z"
_MIDNIGHT = re.compile(r"\d{4}-\d{2}-\d{2}" + _BEGINNING)
_CURRENCY_CODE = re.compile(r"[A-Za-z]{3}")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_known: dict[str, Any] = json.loads(Path(os.environ["PROOF_KNOWN"]).read_text())
_ids: dict[str, list[str]] = _known["ids"]
_from_the_beginning = {id for found in _ids.values() for id in found}
_variants: dict[str, list[str]] = _known["variants"]
_kept_as_text, _digits = set(_known["kept as text"]), set(_known["digits"])
_cursors: dict[str, dict[str, str]] = _known["cursors"]
# The same in every run: what differs between runs is for the seed to say.
_dice = random.Random(1)  # noqa: S311
_answers: Counter[tuple[str, str, int]] = Counter()
_overlooked: Counter[str] = Counter()


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """Name real records where a made-up text could name one, so that the request is refused for what it tests.

    Values that break the schema stay as they are. schemathesis looks anew at what a hook has changed.
    """
    operation = _operation(case)
    if case.headers:
        # A record's version cannot be made up. tests/api/test_record_versions.py tries it.
        case.headers.pop("If-Match", None)
    _tell_as_published(case.body)
    if case.path_parameters and _could_be_an_id(case.path_parameters.get("id")):
        case.path_parameters["id"] = _path_id(case, case.path_parameters["id"])
    _name_records(case.body, _is_valid(case))
    if operation in OF_ONE_PARTY and _is_valid(case):
        _of_one_party(case.body)
    if operation == "createStockAdjustment" and _is_valid(case):
        case.body["itemId"] = _dice.choice(_known["kept"])
        case.body.pop("itemVariantId", None)
    if operation in ("createCurrency", "updateCurrency") and isinstance(case.body, dict):
        _vary_code(case.body)
    if operation == "createWarehouse" and _is_valid(case) and isinstance(case.body.get("code"), str):
        # Else hardly any would be made, and none that can be deleted.
        case.body["code"] = f"{_dice.random()}"
    if isinstance(case.body, dict) and _is_valid(case):
        _keep_out_of_the_way(case.body)
    if isinstance(case.query, dict) and "cursor" in case.query:
        _go_on(_cursors.get(operation, {}), case.query)
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and _COULD_BE_A_KEY.fullmatch(key):
        # A key that comes again with another body is refused before the body is looked at.
        case.headers["Idempotency-Key"] = f"{key}{_dice.random()}"


def _tell_as_published(value: Any) -> None:
    """Turn values that the service takes beyond the document's promise into promised ones.

    That is a moment that was read from an answer for its day, numbers and booleans for their text, and the other way.
    """
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _tell_as_published(inner)
    for field, inner in value.items() if isinstance(value, dict) else ():
        if field in DAYS and isinstance(inner, str) and _MIDNIGHT.fullmatch(inner):
            value[field] = inner.removesuffix(_BEGINNING)
        if field in _kept_as_text and isinstance(inner, bool | int | float):
            value[field] = json.dumps(inner)
        if field in _digits and isinstance(inner, str) and inner.isdecimal():
            value[field] = int(inner)


def _name_records(value: Any, valid: bool) -> None:
    """Name real records throughout a body; where it is valid, also in place of numbers and booleans."""
    if isinstance(value, list):
        for inner in value:
            _name_records(inner, valid)
    if not isinstance(value, dict):
        return
    for field, inner in value.items():
        if field not in KIND_OF_FIELD:
            _name_records(inner, valid)
        elif _could_be_an_id(inner) or (valid and inner is not None):
            value[field] = _named(KIND_OF_FIELD[field], inner)
    if "itemVariantId" in value and (valid or _could_be_an_id(value["itemVariantId"])):
        found = _variants.get(value.get("itemId") if isinstance(value.get("itemId"), str) else "", [])
        value["itemVariantId"] = _dice.choice(found) if found else None


def _of_one_party(body: Any) -> None:
    """Name the party whose documents the notes and payments settle, and lines of one of these."""
    if not isinstance(body, dict):
        return
    body |= {name: id for name, id in _known["party"].items() if name in body}
    for line in body.get("lines") or ():
        for name, ids in _known["lines"].items():
            if isinstance(line, dict) and line.get(name) is not None:
                line[name] = _dice.choice(ids)
    for claim in body.get("allocations") or ():
        for name, kind in (("invoiceId", "invoices"), ("billId", "bills")):
            if isinstance(claim, dict) and name in claim:
                claim[name] = _dice.choice(_known["owed"][kind])


def _named(kind: str, id: Any) -> Any:
    """An id of the kind in place of what is none, as far as there is one."""
    found = _ids.get(kind)
    return _dice.choice(found) if found and id not in found else id


def _path_id(case: Any, id: str) -> str:
    """The record that an operation works on: one whose state allows it, and none that others need to the end."""
    operation, kind = _operation(case), _kind(case)
    found = _ids.get(kind, [])
    if _AN_ID.fullmatch(id) and case.meta and case.meta.phase.name.value == "stateful":
        return id
    if operation in USED_UP_BY and found and _is_valid(case):
        return found.pop()
    if operation in KIND_OF_OPERATION and found:
        return _dice.choice(found)
    unused = _known["unused"].get(kind) if operation.startswith("delete") and _is_valid(case) else None
    if unused:
        return str(unused.pop())
    if operation.startswith("delete") and operation not in KIND_OF_OPERATION:
        made = (last for last in (id, *found[-1:]) if last in found and last not in _from_the_beginning)
        return next(made, "nothing")
    return str(_named(kind, id))


def _is_valid(case: Any) -> bool:
    return bool(case.meta and case.meta.generation.mode.is_positive)


def _could_be_an_id(value: Any) -> bool:
    return isinstance(value, str) and bool(_COULD_BE_AN_ID.fullmatch(value))


def _vary_code(currency: dict[str, Any]) -> None:
    """Each code stands once, and the same ones come again and again."""
    code = currency.get("code")
    if isinstance(code, str) and _CURRENCY_CODE.fullmatch(code):
        currency["code"] = "".join(_dice.choices(_LETTERS, k=3))


def _keep_out_of_the_way(body: dict[str, Any]) -> None:
    """A reference that no record has yet, and books that are open for those who come after."""
    if isinstance(body.get("externalReference"), str):
        body["externalReference"] = f"{_dice.random()}"
    if body.get("lockedThrough"):
        body["lockedThrough"] = "2020-03-31"
    for first, later in IN_ORDER:
        days = [body.get(first), body.get(later)]
        if all(isinstance(day, str) for day in days):
            body[first], body[later] = sorted(days)
    if isinstance(body.get("url"), str):
        body["url"] = f"https://example.com/{_dice.random()}"


def _go_on(cursors: dict[str, str], query: dict[str, Any]) -> None:
    """A cursor of the list in the order asked for, instead of one that is none."""
    cursor, sort = query["cursor"], query.get("sort") or next(iter(cursors), "")
    if not isinstance(cursor, str) or not _COULD_BE_A_CURSOR.fullmatch(cursor):
        return
    if not isinstance(sort, str) or sort not in cursors:
        del query["cursor"]
        return
    query["cursor"] = cursors[sort]
    if str(query.get("page", 1)).isdigit():
        query.pop("page", None)


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Count, and keep in mind what was made and deleted."""
    operation, kind = _operation(case), _kind(case)
    mode = case.meta.generation.mode.value if case.meta else "positive"
    _answers[operation, mode, response.status_code] += 1
    if case.method == "POST" and response.status_code == 201 and kind in _ids:
        made = response.json()["data"]
        _ids[kind].append(made["id"])
        if "status" in made:
            _ids.setdefault(f"{kind} {made['status']}", []).append(made["id"])
    if operation in USED_UP_BY and response.status_code in (200, 201):
        word, data = kind.split(" ")[0], response.json()["data"]
        _ids[kind][:] = [id for id in _ids[kind] if id != case.path_parameters["id"]]
        if "status" in data:
            _ids.setdefault(f"{word} {data['status']}", []).append(data["id"])
    if operation.startswith("delete") and response.status_code == 200:
        gone = case.path_parameters["id"]
        for kept in (_ids.get(kind, []), _ids.get(kind.split(" ")[0], [])):
            kept[:] = [id for id in kept if id != gone]


@schemathesis.hook
def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
    """False, and no failure, for valid data that is refused for nothing but the reasons above, or is not refused."""
    if type(failure).__name__ == "AcceptedNegativeData":
        return not _has_a_valid_body(case)
    if type(failure).__name__ != "RejectedPositiveData":
        return True
    reasons = _reasons(response.json()["error"])
    if not all(map(_RIGHTLY_REFUSED.fullmatch, reasons)):
        return True
    # Without indices and amounts, so that one request counts once.
    _overlooked.update({f"{_operation(case)} {re.sub('[0-9]+', '0', reason)}" for reason in reasons})
    return False


def _has_a_valid_body(case: Any) -> bool:
    """Return whether a body that should be refused is valid as published.

    It looks for a text of a given length that is not blank by the pattern ^\\S{1,10}$, which texts with a space break.
    """
    if [place.value for place, made in case.meta.components.items() if made.mode.is_negative] != ["body"]:
        return False
    published = case.operation.schema.raw_schema
    content = published["paths"][case.operation.path][case.operation.method]["requestBody"]["content"]
    schema = content[case.media_type]["schema"] | {"components": published["components"]}
    return jsonschema_rs.is_valid(schema, case.body)


def _reasons(error: Any) -> list[str]:
    if isinstance(error, str):
        return [error]
    return [f"{detail['field']}: {detail['message']}" for detail in error.get("details", [])] or [
        error["message"]
    ]


def _operation(case: Any) -> str:
    return str(case.operation.definition.raw["operationId"])


def _kind(case: Any) -> str:
    word = case.path.split("/")[3] if case.path.startswith("/api/v1/") else ""
    return KIND_OF_OPERATION.get(_operation(case)) or KIND_OF_PATH.get(word, word)


@atexit.register
def tell() -> None:
    """Leave the counts for who started the run."""
    answers: dict[str, dict[str, dict[int, int]]] = {}
    for (operation, mode, status), count in sorted(_answers.items()):
        answers.setdefault(operation, {}).setdefault(mode, {})[status] = count
    told = {"answers": answers, "overlooked": dict(_overlooked.most_common())}
    Path(os.environ["PROOF_COUNTS"]).write_text(json.dumps(told, indent=1))
