"""Number series, and documents that take their numbers."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.selling import customer, sent
from tests.service import Client

DEFAULTS = {
    "registrationId": None,
    "prefix": "",
    "suffix": "",
    "padding": 5,
    "nextNumber": 1,
    "resetYearly": True,
}


def today() -> date:
    # Not once for a module: its tests may be at work when the day ends.
    return datetime.now(ZoneInfo("Asia/Kolkata")).date()


def years_ago(years: int) -> str:
    # the middle of a month, so that no fiscal year is missed by a day
    return f"{today().year - years}-{today().month:02d}-15"


def spend(org: Client, day: str | None = None) -> str:
    """Take a number from the EXPENSE series; the number."""
    body = {"category": "Travel", "expenseDate": day or today().isoformat(), "amount": 1}
    return str(org.make("/expenses", body)["expenseNumber"])


def issue(org: Client, day: str = "2026-05-04") -> str:
    """Take a number from the INVOICE series; the number."""
    return str(sent(org, customer(org), invoiceDate=day)["invoiceNumber"])


def series(org: Client, doc_type: str = "EXPENSE", **fields: Any) -> dict[str, Any]:
    return org.make("/number-series", {"docType": doc_type} | fields)


def change(org: Client, made: dict[str, Any], **fields: Any) -> Any:
    return org.patch(f"/number-series/{made['id']}", fields)


def changed(org: Client, made: dict[str, Any], **fields: Any) -> dict[str, Any]:
    answer = change(org, made, **fields)
    assert answer.status_int == 200, answer.text
    data: dict[str, Any] = answer.json["data"]
    assert org.read(f"/number-series/{made['id']}") == data
    return data


def next_number(org: Client, made: dict[str, Any]) -> int:
    return int(org.read(f"/number-series/{made['id']}")["nextNumber"])


def delete(org: Client, made: dict[str, Any]) -> None:
    assert org.delete(f"/number-series/{made['id']}").json["data"] == {"deleted": True}
