"""The service as strangers meet it: gunicorn on a demonstration's database, and schemathesis let loose on it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from app.config import ROOT, Settings
from resources.api import create_app
from tests.api import samples
from tests.contract import operations, published
from tests.reliability.raw import serving
from tests.selling import VENDOR
from tests.service import POOLER, Client, Service

HERE = Path(__file__).parent
PROGRAM = Path(sys.executable).with_name("schemathesis")


@dataclass(frozen=True)
class Place:
    """The service's URL, and the environment that schemathesis_hooks.py and schemathesis.toml read."""

    url: str
    environment: dict[str, str]


@contextmanager
def place(database_url: str, folder: Path) -> Iterator[Place]:
    """Serve a filled organization and an empty one until the block ends; `folder` takes what is written down."""
    settings = Settings(database_url=database_url, pooler=POOLER, pdf_cache=None)
    service = Service(create_app(settings), database_url)
    try:
        environment = _write_down(service, _demonstration(database_url), folder)
        # Twice the usual time for a paper of a thousand lines, since others may use the machine as well.
        more = {"PDF_CACHE": str(folder / "pdf"), "PDF_TIMEOUT": "20"}
        # Nobody sends what is put into the outbox.
        mail = {"SMTP_URL": "smtp://localhost", "MAIL_FROM": "bills@example.com"}
        with serving(database_url, IDLE_TIMEOUT="10", **more, **mail) as server:
            yield Place(f"http://127.0.0.1:{server.address[1]}", environment)
    finally:
        service.close()


def _demonstration(database_url: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(operate(database_url, "demo", "--json"))
    # The demonstration refuses what looks wrong, for which JSON Schema has no words.
    operate(database_url, "org", "update", "--slug", "demo", "--checks", "warn")
    return made


def operate(database_url: str, *words: str, stdin: str | None = None) -> str:
    """Run an operator's command, which must succeed; return its output."""
    environment = os.environ | {"DATABASE_URL": database_url, "DATABASE_POOLER": POOLER}
    command = [sys.executable, "-m", "app", *words]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, input=stdin, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _write_down(service: Service, demonstration: dict[str, Any], folder: Path) -> dict[str, str]:
    _let_the_example_log_in(service.url)
    ours = Client(
        service.app,
        demonstration["token"],
        organization_id=demonstration["id"],
        user_id=demonstration["userId"],
    )
    tokens = {"ours": ours.token, "theirs": service.organization().token}
    callers = [
        {"name": name, "fixedHeaders": [{"name": "Authorization", "value": f"Bearer {token}"}]}
        for name, token in tokens.items()
    ]
    fitting, payments = _documents_that_fit(ours)
    ids = _ids(ours, demonstration["userId"])
    ids |= {"payments-received UNAPPLIED": payments, "places": ["27", "MH", "Maharashtra", "96"]}
    for kind, issued in (("invoices", "SENT"), ("credit-notes", "OPEN")):
        ids[f"{kind} REGISTERED"] = _registered(ours, kind, ids[f"{kind} {issued}"])
    variants = _variants(ours, ids["items"])
    known = fitting | {
        "ids": ids,
        "variants": variants,
        "kept": _kept(ours, variants),
        "unused": _unused(ours),
        "cursors": _cursors(ours),
        "kept as text": _fields_told("kept as their text"),
        "digits": _fields_told("Digits as text"),
    }
    (folder / "callers.json").write_text(json.dumps({"auth": callers}))
    (folder / "known.json").write_text(json.dumps(known))
    return {
        "PYTHONPATH": str(ROOT),
        "PROOF_HOOKS": str(HERE / "schemathesis_hooks.py"),
        "PROOF_CALLERS": str(folder / "callers.json"),
        "PROOF_KNOWN": str(folder / "known.json"),
        "PROOF_COUNTS": str(folder / "counts.json"),
    }


def _fields_told(words: str) -> list[str]:
    """Return the fields whose description has these words, and that have one type in all schemas."""
    schemas = published()["components"]["schemas"].values()
    fields = [field for schema in schemas for field in schema.get("properties", {}).items()]
    told = {name: _first_type(field) for name, field in fields if words in field.get("description", "")}
    others = {name for name, field in fields if "type" in field and _first_type(field) != told.get(name)}
    return sorted(told.keys() - others)


def _first_type(field: dict[str, Any]) -> str:
    return str(field["type"] if isinstance(field["type"], str) else field["type"][0])


def _let_the_example_log_in(database_url: str) -> None:
    """The document's example of a login works."""
    contents = operations()["issueToken"]["requestBody"]["content"]
    example = next(iter(contents.values()))["example"]
    given = ("user", "password", "--email", example["username"], "--password-stdin")
    operate(database_url, *given, stdin=example["password"] + "\n")


def _lists() -> Iterator[tuple[str, dict[str, Any]]]:
    """Path below the prefix, and operation, of every list that is paged and not a record's own."""
    for path, methods in published()["paths"].items():
        asked = methods.get("get", {}).get("parameters", [])
        if {"$ref": "#/components/parameters/cursor"} in asked and "{id}" not in path:
            yield path.removeprefix("/api/v1"), methods["get"]


# How many documents of each kind and state there are to be moved. Each is moved once.
_MANY = 200 if os.environ.get("FUZZ") == "full" else 40
_FEW = 12
_STATES = {
    "/invoices": ("DRAFT", "SENT"),
    "/quotes": ("DRAFT", "SENT"),
    "/sales-orders": ("DRAFT", "CONFIRMED"),
    "/purchase-orders": ("DRAFT", "ISSUED"),
    "/bills": ("DRAFT", "OPEN"),
    "/credit-notes": ("DRAFT", "OPEN"),
    "/debit-notes": ("DRAFT", "OPEN"),
}


def _documents_that_fit(ours: Client) -> tuple[dict[str, Any], list[str]]:
    """Make documents of one customer and one vendor in every state that moves begin with, and payments of the customer.

    Return the parties, the lines that notes may be about and what can be settled; and the payments' ids.
    """
    sold, bought = samples.body_of(ours, "/invoices"), samples.body_of(ours, "/bills")
    party = {"customerId": sold["customerId"], "vendorId": bought["vendorId"]}
    owed = {
        "invoices": _many(ours, "/invoices", sold, "SENT"),
        "bills": _many(ours, "/bills", bought, "OPEN"),
    }
    for path, states in _STATES.items():
        body = samples.body_of(ours, path)
        body |= {name: id for name, id in party.items() if name in body}
        for state in states:
            _many(ours, path, body, state)
    paid = {"customerId": party["customerId"], "paymentDate": "2026-05-04", "amount": 5}
    payments = _made(ours, "/payments-received", paid)
    invoice, bill = (ours.read(f"/{kind}/{owed[kind][0]}") for kind in ("invoices", "bills"))
    lines = {
        "originalInvoiceItemId": [line["id"] for line in invoice["lines"]],
        "originalBillItemId": [line["id"] for line in bill["items"]],
    }
    open_ones = {kind: ids[1:] for kind, ids in owed.items()}
    return {"party": party, "lines": lines, "owed": open_ones}, payments


def _registered(ours: Client, kind: str, ids: list[str]) -> list[str]:
    """Register some of the documents as the portal would now, so that it can be cancelled; take them off the others."""
    # The demonstration has registered one already.
    ids[:] = [id for id in ids if ours.read(f"/{kind}/{id}")["irn"] is None]
    few = min(_FEW, len(ids) // 2)
    for n in range(few):
        # Invoices and notes have no IRN in common.
        irn = f"{kind.encode().hex():0<32}{n:032x}"
        told = {"irn": irn, "ackNo": f"{n}", "ackDate": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"}
        answer = ours.put(f"/{kind}/{ids[-1 - n]}/e-invoice", told | {"signedQrCode": "x.y.z"})
        assert answer.status_int == 200, answer.text
    registered, ids[-few:] = ids[-few:], []
    return registered


def _many(ours: Client, path: str, body: dict[str, Any], state: str) -> list[str]:
    # What has expired or is overdue is listed as that.
    days = {field: "2099-12-31" for field in ("expiryDate", "dueDate") if field in body}
    return _made(ours, path, body | days | {"status": state, "externalReference": None})


def _made(ours: Client, path: str, body: dict[str, Any]) -> list[str]:
    answer = ours.post(f"{path}/bulk", {"records": [body] * _MANY, "allOrNothing": True})
    assert answer.status_int == 200, answer.text
    return [result["data"]["id"] for result in answer.json["data"]["results"]]


def _ids(ours: Client, user_id: str) -> dict[str, list[str]]:
    """Ids by the word of their path; of documents also those of each state, as `quotes DRAFT`."""
    found = {
        path.strip("/"): _column(ours, path, "id") for path, _ in _lists() if not path.endswith("-ledger")
    }
    by_state = {
        f"{path[1:]} {state}": _column(ours, path, "id", status=state)
        for path, states in _STATES.items()
        for state in states
    }
    return (
        found
        | by_state
        | {
            "users": [user_id],
            "registrations": _column(ours, "/invoices", "sellerRegistrationId"),
        }
    )


def _unused(ours: Client) -> dict[str, list[str]]:
    """Records that nothing names, so that they can be deleted: not among the ids that others are given."""
    bodies: dict[str, dict[str, Any]] = {
        "customers": {"displayName": "Nobody"},
        "vendors": {"displayName": "Nobody", **VENDOR},
        "items": {"name": "Nothing", "sellingPrice": 1},
        "warehouses": {"name": "Nowhere"},
    }
    return {
        kind: [
            str(ours.make(f"/{kind}", body | ({"code": f"N{n}"} if kind == "warehouses" else {}))["id"])
            for n in range(_FEW)
        ]
        for kind, body in bodies.items()
    }


def _variants(ours: Client, item_ids: list[str]) -> dict[str, list[str]]:
    return {id: [variant["id"] for variant in ours.read(f"/items/{id}")["variants"]] for id in item_ids}


def _kept(ours: Client, variants: dict[str, list[str]]) -> list[str]:
    """Items of which there is stock, and one kind of it."""
    kept = _column(ours, "/inventory", "itemId")
    return [id for id in kept if len(variants[id]) < 2]


def _column(ours: Client, path: str, field: str, **filters: str) -> list[str]:
    rows = ours.get(f"{path}?{urlencode({'limit': 200} | filters)}").json["data"]
    return sorted({row[field] for row in rows})


def _cursors(ours: Client) -> dict[str, dict[str, str]]:
    """Return a real cursor for each operation and order."""
    found: dict[str, dict[str, str]] = {}
    for path, operation in _lists():
        sort = next(asked for asked in operation["parameters"] if asked.get("name") == "sort")
        for word in sort["schema"]["enum"]:
            cursor = ours.get(f"{path}?limit=1&sort={word}").json["meta"]["nextCursor"]
            if cursor:
                found.setdefault(operation["operationId"], {})[word] = cursor
    return found


def let_loose(there: Place, folder: Path, *options: str) -> dict[str, Any]:
    """Run schemathesis; its own report, what it printed, and the counts of schemathesis_hooks.py."""
    command = [
        *(str(PROGRAM), "--config-file", str(HERE / "schemathesis.toml")),
        *("run", f"{there.url}/api/v1/openapi.json", "--no-color"),
        *("--report", "json", "--report-json-path", str(folder / "report.json"), *options),
    ]
    environment = os.environ | there.environment
    # It keeps its findings under the folder that it runs in.
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    (folder / "printed.txt").write_text(done.stdout + done.stderr)
    report = json.loads((folder / "report.json").read_text())
    counts = json.loads((folder / "counts.json").read_text())
    return {"exit": done.returncode, "printed": done.stdout + done.stderr, "report": report} | counts
