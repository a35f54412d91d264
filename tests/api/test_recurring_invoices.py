"""Recurring invoices: what can be written, and what becomes of it."""

from datetime import date, timedelta
from typing import Any

import pytest

from app.config import Settings
from resources.api import create_app
from tests.api.recurring import Recurring, refused
from tests.api.series import today
from tests.contract import Checked
from tests.selling import customer, goods, line
from tests.service import POOLER, Client, Service

PATH = "/recurring-invoices"


def day(value: date) -> str:
    return f"{value.isoformat()}T00:00:00Z"


def test_a_new_one_tells_when_its_first_invoice_is_due(recurring: Recurring) -> None:
    made = recurring.org.make(PATH, recurring.body(frequency="MONTHLY", dayOfMonth="LAST"))
    assert made["nextDate"] == "2100-02-28T00:00:00Z"
    assert (made["made"], made["lastInvoiceId"], made["lastFailure"]) == (0, None, None)
    assert (made["dayOfMonth"], made["isPaused"], made["then"]) == ("LAST", False, "SEND")
    assert made["customerName"] == "Acme"
    assert made["lines"][0] | {"description": "Work", "quantity": 1, "unit": None} == made["lines"][0]
    assert recurring.read(made["id"]) == made


def test_it_can_be_sent_back_as_it_was_read(recurring: Recurring) -> None:
    read = recurring.read(recurring.schedule(dueDays=7, notes="Thanks", endDate="2100-03-01"))
    answer = recurring.org.patch(f"{PATH}/{read['id']}", read)
    assert answer.status_int == 200, answer.text
    same = read | {name: answer.json["data"][name] for name in ("updatedAt", "updatedBy")}
    assert answer.json["data"] == same


def test_what_a_change_leaves_out_stays(recurring: Recurring) -> None:
    id = recurring.schedule(notes="Thanks", dueDays=7)
    changed = recurring.change(id, then="DRAFT")
    assert (changed["notes"], changed["dueDays"], changed["then"]) == ("Thanks", 7, "DRAFT")


def test_a_list_is_narrowed_and_searched_by_customer(recurring: Recurring) -> None:
    other = customer(recurring.org, displayName="Kaveri Stores")
    first, second = recurring.schedule(), recurring.schedule(customerId=other, isPaused=True)
    ids = {
        query: [row["id"] for row in recurring.org.read(f"{PATH}?{query}")]
        for query in (
            "",
            "isPaused=true",
            f"customerId={other}",
            "q=kaveri",
            "q=acme&isPaused=true",
            "q=acme",
        )
    }
    assert ids == {
        "": [second, first],
        "isPaused=true": [second],
        f"customerId={other}": [second],
        "q=kaveri": [second],
        "q=acme&isPaused=true": [],
        "q=acme": [first],
    }
    assert "lines" not in recurring.org.read(PATH)[0]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"invoiceDate": "2100-02-01"}, {"invoiceDate"}),
        ({"status": "SENT"}, {"status"}),
        ({"externalReference": "A-1"}, {"externalReference"}),
        ({"lines": [line(taxRate=18)]}, {"lines.0.taxRate"}),
        ({"lines": [line(itemId="itm_none")]}, {"lines.0.itemId"}),
        ({"lines": [{"description": "Work", "rate": 1}]}, {"lines.0.quantity"}),
        ({"customerId": "cus_none"}, {"customerId"}),
        ({"warehouseId": "whs_none"}, {"warehouseId"}),
        ({"salespersonId": "usr_none"}, {"salespersonId"}),
        ({"frequency": "HOURLY"}, {"frequency"}),
        ({"interval": 100}, {"interval"}),
        ({"dayOfMonth": 1}, {"dayOfMonth"}),
        ({"dayOfMonth": "FIRST"}, {"dayOfMonth"}),
        ({"frequency": "MONTHLY", "dayOfMonth": 32}, {"dayOfMonth"}),
        ({"endDate": "2100-03-01", "occurrences": 3}, {"occurrences"}),
        ({"endDate": "2100-01-31"}, {"endDate"}),
        ({"frequency": "MONTHLY", "dayOfMonth": 20, "endDate": "2100-02-19"}, {"endDate"}),
        ({"startDate": "2020-01-01"}, {"startDate"}),
        ({"dueDays": -1}, {"dueDays"}),
        ({"notes": "x" * 9_999 + "{month}"}, {"notes"}),
    ],
)
def test_what_no_invoice_could_be_made_of_is_refused_by_its_path(
    recurring: Recurring, fields: dict[str, Any], told: set[str]
) -> None:
    assert refused(recurring.org.post(PATH, recurring.body(**fields))).keys() == told
    id = recurring.schedule()
    assert refused(recurring.org.patch(f"{PATH}/{id}", recurring.body(**fields))).keys() == told


def test_goods_that_would_be_sent_must_be_named_to_the_variant(recurring: Recurring) -> None:
    several = [{"size": "M"}, {"size": "L"}]
    lines = [{"itemId": goods(recurring.org, variants=several)["id"], "quantity": 1}]
    told = refused(recurring.org.post(PATH, recurring.body(lines=lines)))
    assert told.keys() == {"lines.0.itemVariantId"}
    recurring.schedule(lines=lines, then="DRAFT")


def test_a_change_must_fit_what_it_leaves_as_it_is(recurring: Recurring) -> None:
    id = recurring.schedule(frequency="MONTHLY", dayOfMonth=5, endDate="2100-12-31")
    answer = recurring.org.patch(f"{PATH}/{id}", recurring.body(frequency="WEEKLY", occurrences=2))
    assert refused(answer).keys() == {"dayOfMonth", "occurrences"}
    changed = recurring.change(id, frequency="WEEKLY", dayOfMonth=None, occurrences=2, endDate=None)
    assert (changed["frequency"], changed["occurrences"]) == ("WEEKLY", 2)


def test_what_looks_wrong_is_told_when_it_is_written(recurring: Recurring) -> None:
    answer = recurring.org.post(PATH, recurring.body(lines=[line(taxRatePercent=17)]))
    assert [warning["code"] for warning in answer.json["warnings"]] == ["rate_unusual"]


def test_without_mail_none_can_be_asked_for(recurring: Recurring, service: Service) -> None:
    app = Checked(create_app(Settings(database_url=service.url, pooler=POOLER, pool_size=1, pdf_cache=None)))
    answer = Client(app, recurring.org.token).post(PATH, recurring.body(then="SEND_AND_MAIL"))
    assert (answer.status_int, answer.json["error"]["code"]) == (409, "conflict")
    assert "Mail is not set up" in answer.json["error"]["message"]


def test_it_can_be_created_under_a_key_and_changed_by_its_version(recurring: Recurring) -> None:
    first, again = (
        recurring.org.post(PATH, recurring.body(), **{"Idempotency-Key": "rent"}) for _ in range(2)
    )
    assert first.json == again.json
    id, version = first.json["data"]["id"], first.headers["ETag"]
    assert recurring.org.post(f"{PATH}/{id}/pause", **{"If-Match": version}).status_int == 200
    answer = recurring.org.post(f"{PATH}/{id}/resume", **{"If-Match": version})
    assert answer.json["error"]["code"] == "precondition_failed"


def test_days_that_pass_while_it_is_paused_are_not_made(recurring: Recurring) -> None:
    id = recurring.schedule(startDate="2020-01-01", isPaused=True)
    assert recurring.read(id)["nextDate"] is None
    before = today()
    resumed = recurring.org.post(f"{PATH}/{id}/resume")
    assert resumed.status_int == 200, resumed.text
    assert resumed.json["data"]["nextDate"] in {day(before), day(today())}


def test_a_change_may_resume_it_as_well(recurring: Recurring) -> None:
    id = recurring.schedule(startDate="2020-01-01", isPaused=True)
    before = today()
    assert recurring.change(id, isPaused=False, startDate="2020-01-01")["nextDate"] in {
        day(before),
        day(today()),
    }


def test_only_what_runs_is_paused_and_only_what_is_paused_resumed(recurring: Recurring) -> None:
    id = recurring.schedule()
    statuses = [
        recurring.org.post(f"{PATH}/{id}/{word}").status_int
        for word in ("resume", "pause", "pause", "resume", "resume")
    ]
    assert statuses == [409, 200, 409, 200, 409]


def test_the_next_days_can_be_looked_at(recurring: Recurring) -> None:
    id = recurring.schedule(frequency="MONTHLY", startDate="2103-12-31")
    assert recurring.org.read(f"{PATH}/{id}/preview?count=3") == {
        "dates": [f"{day}T00:00:00Z" for day in ("2103-12-31", "2104-01-31", "2104-02-29")]
    }
    assert len(recurring.org.read(f"{PATH}/{id}/preview")["dates"]) == 12
    assert refused(recurring.org.get(f"{PATH}/{id}/preview?count=101")).keys() == {"count"}
    assert recurring.org.get(f"{PATH}/rin_none/preview").status_int == 404


def test_what_is_paused_is_looked_at_as_if_it_were_resumed_today(recurring: Recurring) -> None:
    id = recurring.schedule(startDate="2020-01-01", isPaused=True)
    before = today()
    first, second = recurring.org.read(f"{PATH}/{id}/preview?count=2")["dates"]
    assert first in {day(before), day(today())}
    assert date.fromisoformat(second[:10]) - date.fromisoformat(first[:10]) == timedelta(days=1)


def test_many_are_created_at_once_and_one_that_is_wrong_tells_alone(recurring: Recurring) -> None:
    records = [recurring.body(), recurring.body(customerId="cus_none")]
    answer = recurring.org.post(f"{PATH}/bulk", {"records": records})
    good, wrong = answer.json["data"]["results"]
    assert (good["status"], good["data"]["nextDate"]) == (201, "2100-02-01T00:00:00Z")
    assert (wrong["status"], wrong["error"]["details"][0]["field"]) == (422, "customerId")
