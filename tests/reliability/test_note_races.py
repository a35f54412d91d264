"""Notes that several requests want to write, open, void or allocate at the same moment."""

from collections import Counter

import pytest

from app.ledgers.reconciliation import differences
from tests.api.noting import CREDIT, DEBIT, WORK, Side
from tests.api.references import OWNER
from tests.parallel import at_once
from tests.reliability.racing import MANY, statuses
from tests.selling import goods
from tests.service import Client, Service

BOTH = pytest.mark.parametrize("side", [CREDIT, DEBIT], ids=["credit notes", "debit notes"])


@pytest.fixture
def org(crowd: Service) -> Client:
    OWNER.set(crowd.owner)
    return crowd.organization()


def assert_books_tie(service: Service, org: Client) -> None:
    assert service.as_owner(org, lambda tx: list(differences(tx))) == []


@BOTH
def test_of_32_notes_about_one_line_none_gives_back_what_another_did(
    side: Side, org: Client, crowd: Service
) -> None:
    party, rod = side.new_party(org), goods(org)
    line = {"itemId": rod["id"], "quantity": 10, "rate": 1.25, "taxRatePercent": 18}
    claim = side.claims(org, party, line)
    body = side.body(party, side.part(claim, **({"restock": True} if side is CREDIT else {})), status="OPEN")
    answers = at_once(MANY, org, lambda client, _: client.post(side.path, body))
    assert statuses(answers) == {201: 10, 422: MANY - 10}
    totals = [answer.json["data"]["total"] for answer in answers if answer.status_int == 201]
    assert round(sum(totals), 2) == claim["total"]
    numbers = {answer.json["data"][side.number] for answer in answers if answer.status_int == 201}
    assert len(numbers) == 10
    assert_books_tie(crowd, org)


@BOTH
def test_of_32_openings_of_one_draft_one_opens_it(side: Side, org: Client, crowd: Service) -> None:
    party = side.new_party(org)
    claim = side.claims(org, party)
    draft = side.make(org, party, side.part(claim))["id"]
    answers = at_once(MANY, org, lambda client, _: side.move(client, draft, "open"))
    assert statuses(answers) == {200: 1, 409: MANY - 1}
    assert side.make(org, party, status="OPEN")[side.number].endswith("00002")
    assert_books_tie(crowd, org)


@BOTH
def test_32_allocations_of_one_note_give_no_more_than_it_has(side: Side, org: Client, crowd: Service) -> None:
    party = side.new_party(org)
    claims = [side.claims(org, party) for _ in range(2)]
    note = side.make(org, party, WORK | {"quantity": 1}, status="OPEN")["id"]
    answers = at_once(
        MANY,
        org,
        # Opposite orders of the documents that are settled.
        lambda client, n: side.settle(client, note, (claims[n % 2], 5), (claims[1 - n % 2], 5)),
    )
    assert Counter(statuses(answers)) == {200: 11, 422: MANY - 11}
    assert side.read(org, note)["balanceUnallocated"] == 8
    assert sum(side.paid(org, claim) for claim in claims) == 110
    assert_books_tie(crowd, org)


@BOTH
def test_notes_that_are_written_opened_allocated_voided_and_deleted_at_once_end_in_one_state(
    side: Side, org: Client, crowd: Service
) -> None:
    party = side.new_party(org)
    claims = [side.claims(org, party) for _ in range(2)]
    drafts = [side.make(org, party, side.part(claims[n % 2]))["id"] for n in range(4)]

    def ask(client: Client, n: int):  # type: ignore[no-untyped-def]
        note, claim = drafts[n % 4], claims[n // 4 % 2]
        anew = side.body(party, side.part(claim), **{side.claim: claim["id"]}, status="DRAFT")
        asked = (
            lambda: client.patch(f"{side.path}/{note}", anew),
            lambda: side.move(client, note, "open"),
            lambda: side.settle(client, note, (claim, 10)),
            lambda: side.move(client, note, "void"),
            lambda: client.delete(f"{side.path}/{note}"),
        )
        return asked[n % 5]()

    answers = at_once(MANY, org, ask)
    assert not [answer.text for answer in answers if answer.status_int not in (200, 404, 409, 422)]
    assert_books_tie(crowd, org)


def test_credit_that_an_invoice_takes_is_not_given_again_nor_voided(org: Client, crowd: Service) -> None:
    buyer = CREDIT.new_party(org)
    claim = CREDIT.claims(org, buyer)
    note = CREDIT.make(org, buyer, WORK, status="OPEN")["id"]
    taking = {
        "customerId": buyer,
        "invoiceDate": "2026-05-04",
        "status": "SENT",
        "applyCustomerCredit": True,
        "lines": [{"description": "Work", "quantity": 1, "rate": 100}],
    }
    asked = (
        lambda client: client.post("/invoices", taking),
        lambda client: CREDIT.settle(client, note, (claim, 50)),
        lambda client: CREDIT.move(client, note, "void"),
    )
    answers = at_once(MANY, org, lambda client, n: asked[n % 3](client))
    assert not [answer.text for answer in answers if answer.status_int not in (200, 201, 409, 422)]
    record = CREDIT.read(org, note)
    assert record["allocatedAmount"] <= record["total"]
    assert_books_tie(crowd, org)
