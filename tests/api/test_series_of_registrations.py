"""Number series of a registration: its documents are numbered apart from all others."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from app.postgres.database import Transaction
from tests.api.series import change, changed, delete, series, today
from tests.parallel import at_once
from tests.refusals import refused
from tests.selling import Books, body, customer, edited, invoice, line, move, patch, sent
from tests.service import Client, Service
from tests.waiting import eventually, waiting_for_locks


@pytest.fixture
def branch(org: Client, service: Service) -> str:
    """Another registration of the organization, in Karnataka."""
    return Books(service, org).registration("29")


def number(org: Client, registration: str | None = None, **fields: Any) -> str:
    """The number of a new invoice of today that a registration sends."""
    given = {"sellerRegistrationId": registration, "invoiceDate": today().isoformat()}
    return str(sent(org, customer(org), **given | fields)["invoiceNumber"])


# Which series


def test_documents_of_a_registration_take_their_numbers_from_its_series(org: Client, branch: str) -> None:
    made = series(org, "INVOICE", registrationId=branch, prefix="KA-")
    assert made["registrationId"] == branch
    assert [number(org, branch), number(org), number(org, branch)] == ["KA-00001", "INV-00001", "KA-00002"]
    assert org.read(f"/number-series/{made['id']}")["nextNumber"] == 3
    assert {row["registrationId"]: row["docType"] for row in org.read("/number-series")} == {
        branch: "INVOICE",
        None: "INVOICE",
    }


def test_a_registration_without_a_series_of_its_own_takes_from_the_one_without(
    org: Client, branch: str, service: Service
) -> None:
    series(org, "INVOICE", registrationId=branch, prefix="KA-")
    other = Books(service, org).registration("33")
    assert [number(org, other), number(org)] == ["INV-00001", "INV-00002"]


def test_the_default_registration_that_nobody_states_has_its_series_too(org: Client) -> None:
    default = sent(org, customer(org))["sellerRegistrationId"]
    series(org, "INVOICE", registrationId=default, prefix="MH-")
    assert number(org) == "MH-00001"


def test_a_draft_takes_the_number_of_the_registration_that_it_has_when_it_is_sent(
    org: Client, branch: str
) -> None:
    series(org, "INVOICE", registrationId=branch, prefix="KA-")
    draft = invoice(org, customer(org), invoiceDate=today().isoformat())
    edited(org, draft, sellerRegistrationId=branch)
    assert move(org, draft["id"], "send")["invoiceNumber"] == "KA-00001"
    draft = invoice(org, customer(org), sellerRegistrationId=branch, invoiceDate=today().isoformat())
    assert edited(org, draft, sellerRegistrationId=None, status="SENT")["invoiceNumber"] == "INV-00001"


def test_a_deleted_series_leaves_its_documents_to_the_one_without_and_goes_on_when_it_is_back(
    org: Client, branch: str
) -> None:
    made = series(org, "INVOICE", registrationId=branch, prefix="KA-")
    assert number(org, branch) == "KA-00001"
    delete(org, made)
    assert number(org, branch) == "INV-00001"
    series(org, "INVOICE", registrationId=branch, prefix="KA-")
    assert number(org, branch) == "KA-00002"


def test_the_series_of_a_registration_may_count_all_years_in_one(org: Client, branch: str) -> None:
    made = series(org, "INVOICE", registrationId=branch, prefix="KA-", resetYearly=False)
    assert [number(org, branch, invoiceDate=day) for day in ("2026-05-04", "2025-05-04")] == [
        "KA-00001",
        "KA-00002",
    ]
    changed(org, made, resetYearly=True)
    assert number(org, branch, invoiceDate="2025-05-04") == "KA-00003"


# What a series may be


def test_a_kind_and_a_registration_have_one_series(org: Client, branch: str) -> None:
    series(org, "INVOICE", registrationId=branch, prefix="KA-")
    again = {"docType": "INVOICE", "registrationId": branch, "prefix": "K2-"}
    answer = org.post("/number-series", again)
    assert (answer.status_int, answer.json["error"]["code"]) == (409, "conflict")
    assert series(org, "CREDIT_NOTE", registrationId=branch, prefix="KA-")["registrationId"] == branch


@pytest.mark.parametrize("doc_type", ["PAYMENT_RECEIVED", "EXPENSE", "BILL", "PURCHASE_ORDER", "DEBIT_NOTE"])
def test_a_kind_that_no_registration_sells_has_no_series_of_one(
    org: Client, branch: str, doc_type: str
) -> None:
    answer = org.post("/number-series", {"docType": doc_type, "registrationId": branch})
    assert refused(answer) == {"registrationId"}


def test_the_registration_must_be_the_organization_s_own(org: Client, service: Service) -> None:
    stranger = service.organization()
    foreign = Books(service, stranger).registration("29")
    for registration in (foreign, "reg_none", "x" * 300):
        answer = org.post("/number-series", {"docType": "INVOICE", "registrationId": registration})
        assert refused(answer) == {"registrationId"}


def test_the_registration_of_a_series_cannot_be_changed(org: Client, branch: str) -> None:
    made = series(org, "INVOICE", registrationId=branch, prefix="KA-")
    assert refused(change(org, made, registrationId=None)) == {"registrationId"}
    assert changed(org, made, registrationId=branch, docType="INVOICE", padding=3)["padding"] == 3
    general = series(org, "INVOICE", prefix="MH-")
    assert refused(change(org, general, registrationId=branch)) == {"registrationId"}


@pytest.mark.parametrize("prefix", ["MH-", "MH-1", "MH-0"])
def test_a_series_that_would_give_the_numbers_of_another_is_refused(
    org: Client, branch: str, prefix: str
) -> None:
    series(org, "INVOICE", prefix="MH-")
    clash = {"docType": "INVOICE", "registrationId": branch, "prefix": prefix}
    assert refused(org.post("/number-series", clash)) == {"prefix"}
    made = series(org, "INVOICE", registrationId=branch, prefix="KA-")
    assert refused(change(org, made, prefix=prefix)) == {"prefix"}
    assert org.read(f"/number-series/{made['id']}") == made


@pytest.mark.parametrize("prefix", ["MH", "", "MH-K"])
def test_a_series_whose_numbers_look_alike_and_never_meet_is_taken(
    org: Client, branch: str, prefix: str
) -> None:
    series(org, "INVOICE", prefix="MH-")
    assert series(org, "INVOICE", registrationId=branch, prefix=prefix)
    assert {number(org), number(org, branch)} == {"MH-00001", f"{prefix}00001"}


def test_years_in_a_prefix_may_be_the_digits_of_another(org: Client, branch: str) -> None:
    series(org, "INVOICE", prefix="A{YY}/")
    clash = {"docType": "INVOICE", "registrationId": branch}
    for prefix in ("A26/", "A{YY}/", "A{YY}/1"):
        assert refused(org.post("/number-series", clash | {"prefix": prefix})) == {"prefix"}
    assert series(org, "INVOICE", registrationId=branch, prefix="A{FY}/")


def test_the_series_that_is_made_at_first_use_keeps_its_default_prefix(org: Client, branch: str) -> None:
    clash = {"docType": "INVOICE", "registrationId": branch, "prefix": "INV-"}
    assert refused(org.post("/number-series", clash)) == {"prefix"}
    general = series(org, "INVOICE", prefix="MH-")
    assert series(org, "INVOICE", registrationId=branch, prefix="INV-")
    delete(org, general)
    draft = invoice(org, customer(org))
    answer = org.post(f"/invoices/{draft['id']}/send")
    assert (answer.status_int, answer.json["error"]["code"]) == (409, "conflict")
    assert number(org, branch) == "INV-00001"


def test_a_registration_takes_over_a_prefix_after_the_numbers_that_others_had(
    org: Client, branch: str
) -> None:
    assert number(org) == "INV-00001"
    (general,) = org.read("/number-series")
    changed(org, general, prefix="MH-", nextNumber=1)
    clash = {"docType": "INVOICE", "registrationId": branch, "prefix": "INV-", "nextNumber": 1}
    assert refused(org.post("/number-series", clash)) == {"nextNumber"}
    assert series(org, "INVOICE", registrationId=branch, prefix="INV-")["nextNumber"] == 2
    assert [number(org, branch), number(org)] == ["INV-00002", "MH-00001"]


# What an issued invoice keeps


def test_an_issued_invoice_cannot_become_one_of_a_registration_that_numbers_otherwise(
    org: Client, branch: str, service: Service
) -> None:
    other = Books(service, org).registration("33")
    issued = sent(org, customer(org))
    assert edited(org, issued, sellerRegistrationId=other)["sellerRegistrationId"] == other
    series(org, "INVOICE", registrationId=branch, prefix="KA-")
    assert refused(patch(org, issued, sellerRegistrationId=branch)) == {"sellerRegistrationId"}
    draft = edited(org, issued, status="DRAFT")
    assert refused(patch(org, draft, sellerRegistrationId=branch)) == {"sellerRegistrationId"}
    of_branch = sent(org, customer(org), sellerRegistrationId=branch)
    assert refused(patch(org, of_branch, sellerRegistrationId=None)) == {"sellerRegistrationId"}
    assert edited(org, of_branch, line(rate=5))["invoiceNumber"] == "KA-00001"


# Races


def test_invoices_of_two_registrations_at_once_leave_no_gap_in_either_series(
    org: Client, branch: str
) -> None:
    series(org, "INVOICE", registrationId=branch, prefix="KA-")
    customer_id = customer(org)

    def send(client: Client, n: int) -> Any:
        registration = branch if n % 2 else None
        return client.post("/invoices", body(customer_id, status="SENT", sellerRegistrationId=registration))

    assert {answer.status_int for answer in at_once(16, org, send)} == {201}
    numbers = sorted(row["invoiceNumber"] for row in org.read("/invoices"))
    assert numbers == [f"{prefix}-{n:05d}" for prefix in ("INV", "KA") for n in range(1, 9)]


def test_of_two_series_made_at_once_that_would_meet_one_is_refused(org: Client, service: Service) -> None:
    branches = [Books(service, org).registration(code) for code in ("29", "33", "27", "07")]

    def make(client: Client, n: int) -> Any:
        return client.post(
            "/number-series", {"docType": "INVOICE", "registrationId": branches[n], "prefix": "B-"}
        )

    assert sorted(answer.status_int for answer in at_once(4, org, make)) == [201, 422, 422, 422]


def test_a_series_made_while_its_numbers_are_given_gives_none_again(org: Client, branch: str) -> None:
    customer_id = customer(org)
    general = series(org, "INVOICE", prefix="B-")
    today_s = today().isoformat()

    def work(client: Client, n: int) -> Any:
        if n == 0:
            return change(client, general, prefix="MH-")
        if n == 1:
            return client.post(
                "/number-series", {"docType": "INVOICE", "registrationId": branch, "prefix": "B-"}
            )
        registration = branch if n % 2 else None
        made = body(customer_id, status="SENT", sellerRegistrationId=registration, invoiceDate=today_s)
        return client.post("/invoices", made)

    answers = at_once(16, org, work)
    assert {answer.status_int for answer in answers[2:]} == {201}
    assert answers[0].status_int == 200
    assert answers[1].status_int in (201, 422)
    assert number(org, branch) and number(org)


def test_numbers_given_while_the_maker_of_a_series_waits_are_those_of_the_series_before(
    org: Client, branch: str, service: Service
) -> None:
    general = series(org, "INVOICE", prefix="B-")
    of_branch = {"docType": "INVOICE", "registrationId": branch, "prefix": "B-"}

    def keep_waiting(tx: Transaction) -> list[Any]:
        tx.enter(org.organization_id)
        tx.execute("locks.take", subject="number_series")
        waiting = [pool.submit(change, org, general, prefix="MH-")]
        assert eventually(lambda: waiting_for_locks(service) == 1, 10)
        waiting.append(pool.submit(org.post, "/number-series", of_branch))
        assert eventually(lambda: waiting_for_locks(service) == 2, 10)
        assert number(org) == "B-00001"
        return waiting

    with ThreadPoolExecutor(2) as pool:
        answers = [made.result() for made in service.owner.run_as_owner(keep_waiting)]
    assert [answer.status_int for answer in answers] == [200, 201]
    assert [number(org, branch), number(org)] == ["B-00002", "MH-00002"]
