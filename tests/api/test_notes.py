"""Credit and debit notes over HTTP: drafts, opened, voided, allocated."""

import pytest

from tests.api.noting import CREDIT, DEBIT, WORK, Side
from tests.refusals import conflict, refused
from tests.selling import DAY, sent
from tests.service import Client, Service

BOTH = pytest.mark.parametrize("side", [CREDIT, DEBIT], ids=["credit notes", "debit notes"])
EARLIER, LATER = "2026-05-03", "2026-05-09"


@BOTH
def test_a_draft_is_called_a_draft_until_it_is_opened_under_a_number(side: Side, org: Client) -> None:
    party = side.new_party(org)
    made = org.make(side.path, side.body(party))
    assert made == {
        "id": made["id"],
        "status": "DRAFT",
        "total": 354,
        side.number: f"DRAFT-{made['id'][-8:]}",
    }
    opened = side.move(org, made["id"], "open")
    assert opened.json["data"] == {"id": made["id"], "status": "OPEN", side.number: side.first}
    note = side.read(org, made["id"])
    assert (note["status"], note[side.number], note["balanceUnallocated"]) == ("OPEN", side.first, 354)


@BOTH
def test_a_note_that_is_opened_at_once_takes_its_number_or_keeps_the_one_it_is_given(
    side: Side, org: Client
) -> None:
    party = side.new_party(org)
    assert side.make(org, party, status="OPEN")[side.number] == side.first
    assert side.make(org, party, status="OPEN", **{side.number: "X-1"})[side.number] == "X-1"
    draft = side.make(org, party, **{side.number: "X-2"})
    assert side.move(org, draft["id"], "open").json["data"][side.number] == "X-2"
    drafts_name = side.body(party, **{side.number: "DRAFT-1"})
    assert refused(org.post(side.path, drafts_name)) == {side.number}


@BOTH
def test_a_draft_is_written_anew_from_a_whole_body_and_deleted(side: Side, org: Client) -> None:
    party = side.new_party(org)
    claim = side.claims(org, party)
    draft = side.make(org, party)
    body = side.body(party, side.part(claim), reason="Torn")
    answer = org.patch(f"{side.path}/{draft['id']}", body)
    assert answer.json["data"] == {
        "id": draft["id"],
        "status": "DRAFT",
        "total": 118,
        side.number: draft[side.number],
    }
    after = side.read(org, draft["id"])
    assert (after["reason"], [line[side.original] for line in after["items"]]) == (
        "Torn",
        [claim["lines"][0]["id"]],
    )
    assert org.delete(f"{side.path}/{draft['id']}").json["data"] == {"ok": True}
    assert org.get(f"{side.path}/{draft['id']}").status_int == 404


@BOTH
def test_a_draft_that_is_written_anew_as_open_is_opened_and_allocated(side: Side, org: Client) -> None:
    party = side.new_party(org)
    claim, draft = side.claims(org, party), side.make(org, party)
    settles = {"status": "OPEN", "allocations": [{side.claim: claim["id"], "amount": 118}]}
    answer = org.patch(f"{side.path}/{draft['id']}", side.body(party, side.part(claim), **settles))
    assert answer.json["data"] == {
        "id": draft["id"],
        "status": "CLOSED",
        "total": 118,
        side.number: side.first,
    }
    assert side.paid(org, claim) == 118


@BOTH
def test_only_a_draft_is_changed_deleted_or_opened_and_only_an_open_note_voided_or_allocated(
    side: Side, org: Client
) -> None:
    party = side.new_party(org)
    claim = side.claims(org, party)
    draft, opened = side.make(org, party), side.make(org, party, status="OPEN")
    noun = side.path[1:-1].replace("-", " ")
    member = f"{side.path}/{opened['id']}"
    only = f"Only a DRAFT {noun} can be"
    assert conflict(org.patch(member, side.body(party))) == f"{only} changed; this one is OPEN."
    assert conflict(org.delete(member)) == f"{only} deleted; this one is OPEN."
    assert conflict(side.move(org, opened["id"], "open")) == f"{only} opened; this one is OPEN."
    only = f"Only an OPEN {noun} can be"
    voided = org.patch(f"{side.path}/{draft['id']}", side.body(party, status="VOID"))
    assert conflict(voided) == f"A DRAFT {noun} becomes OPEN, and only then VOID."
    assert conflict(side.move(org, draft["id"], "void")) == f"{only} voided; this one is DRAFT."
    assert conflict(side.settle(org, draft["id"], (claim, 1))) == f"{only} allocated; this one is DRAFT."
    assert side.settle(org, opened["id"], (claim, 354)).json["data"]["status"] == "CLOSED"
    assert conflict(side.move(org, opened["id"], "void")) == f"{only} voided; this one is CLOSED."
    assert conflict(side.settle(org, opened["id"], (claim, 1))) == f"{only} allocated; this one is CLOSED."


@BOTH
def test_a_note_is_allocated_by_and_by_and_is_closed_when_it_is_used_up(side: Side, org: Client) -> None:
    party = side.new_party(org)
    one, other = (side.claims(org, party) for _ in range(2))
    note = side.make(org, party, status="OPEN")["id"]
    first = side.settle(org, note, (one, 100), (other, 54))
    assert first.json["data"] == {"id": note, "status": "OPEN", "balanceUnallocated": 200}
    told = (
        f"The {side.path[1:-1].replace('-', ' ')} is allocated: only one that settles nothing can be voided."
    )
    assert conflict(side.move(org, note, "void")) == told
    last = side.settle(org, note, (one, 200))
    assert last.json["data"] == {"id": note, "status": "CLOSED", "balanceUnallocated": 0}
    assert (side.paid(org, one), side.paid(org, other)) == (300, 54)
    record = side.read(org, note)
    assert (record["status"], record["allocatedAmount"]) == ("CLOSED", 354)
    assert [row["amount"] for row in record["allocations"]].count(200) == 1


@BOTH
def test_a_note_settles_no_more_than_is_left_and_open_documents_of_its_party_alone(
    side: Side, org: Client, service: Service
) -> None:
    party = side.new_party(org)
    claim, large = side.claims(org, party), side.claims(org, party, WORK | {"quantity": 30})
    others = side.claims(org, side.new_party(org))
    stranger = service.organization()
    foreign = side.claims(stranger, side.new_party(stranger))
    dollars = side.claims(org, party, currencyCode="USD", exchangeRate=80)
    note = side.make(org, party, WORK | {"quantity": 6}, status="OPEN")["id"]
    at = f"allocations.0.{side.claim}"
    assert refused(side.settle(org, note, (large, 708.01))) == {"allocations"}
    assert refused(side.settle(org, note, (claim, 354.01))) == {"allocations.0.amount"}
    for wrong in (others, foreign, dollars, {"id": "inv_x"}):
        assert refused(side.settle(org, note, (wrong, 1))) == {at}
    assert refused(side.settle(org, note, (claim, 1), (claim, 1))) == {f"allocations.1.{side.claim}"}
    assert refused(side.settle(org, note)) == {"allocations"}
    assert refused(side.settle(org, note, (claim, 0))) == {"allocations.0.amount"}
    assert refused(side.move(org, note, "allocations", {"allocations": None})) == {"allocations"}
    body = side.body(party, status="OPEN", allocations=[{side.claim: foreign["id"], "amount": 1}])
    assert refused(org.post(side.path, body)) == {at}


@BOTH
def test_drafts_take_nothing_of_a_line_until_they_are_opened(side: Side, org: Client) -> None:
    party = side.new_party(org)
    claim = side.claims(org, party)
    two = side.part(claim, quantity=2)
    first, second = (side.make(org, party, two)["id"] for _ in range(2))
    assert side.move(org, first, "open").status_int == 200
    late = side.move(org, second, "open")
    assert refused(late) == {"lines.0.quantity"}
    assert "at most what is left of the original line, 1." in late.text
    assert side.move(org, first, "void").status_int == 200
    assert side.move(org, second, "open").status_int == 200


@BOTH
def test_a_part_that_is_another_one_by_now_is_to_be_written_anew(side: Side, org: Client) -> None:
    """Two halves of 0.45 are 0.23 and 0.22, whichever is opened first."""
    party = side.new_party(org)
    claim = side.claims(org, party, WORK | {"quantity": 2, "rate": 1.25}, placeOfSupplyStateCode="29")
    assert claim["igstTotal"] == 0.45
    halves = [side.make(org, party, side.part(claim)) for _ in range(2)]
    assert [half["igstTotal"] for half in halves] == [0.23, 0.23]
    assert side.move(org, halves[0]["id"], "open").status_int == 200
    late = side.move(org, halves[1]["id"], "open")
    assert (
        conflict(late) == "Of the original of lines.0 other parts were given back since: write the note anew."
    )
    anew = side.body(party, side.part(claim))
    assert org.patch(f"{side.path}/{halves[1]['id']}", anew).status_int == 200
    assert side.move(org, halves[1]["id"], "open").status_int == 200
    assert side.read(org, halves[1]["id"])["igstTotal"] == 0.22


@BOTH
def test_a_note_tells_the_number_and_the_day_of_its_original(side: Side, org: Client) -> None:
    party = side.new_party(org)
    claim = side.claims(org, party)
    noun = side.claim.removesuffix("Id")
    keys = [f"original{noun.capitalize()}{what}" for what in ("Number", "Date")]
    expected = [claim[f"{noun}Number"], claim[f"{noun}Date"]]
    about = (
        side.make(org, party, **{side.claim: claim["id"]}),
        side.make(org, party, WORK, side.part(claim)),
    )
    assert [[note[key] for key in keys] for note in about] == [expected, expected]
    assert [side.make(org, party)[key] for key in keys] == [None, None]


@BOTH
def test_a_note_is_changed_from_the_version_that_its_caller_knows(side: Side, org: Client) -> None:
    party = side.new_party(org)
    note = side.make(org, party, status="OPEN")["id"]
    claim = side.claims(org, party)
    known = org.get(f"{side.path}/{note}").headers["ETag"]
    assert side.settle(org, note, (claim, 1)).status_int == 200
    stale = side.move(org, note, "void", **{"If-Match": known})
    assert stale.json["error"]["code"] == "precondition_failed"


@BOTH
def test_many_notes_are_written_as_a_set_and_what_is_wrong_with_one_tells_on_that_one(
    side: Side, org: Client
) -> None:
    party = side.new_party(org)
    claim = side.claims(org, party)
    part = side.body(party, side.part(claim), status="OPEN")
    records = [part, part, part | {"lines": [side.part(claim, quantity=9)]}, part, part]
    results = org.post(f"{side.path}/bulk", {"records": records}).json["data"]["results"]
    assert [result["status"] for result in results] == [201, 201, 422, 201, 422]
    assert [result["error"]["details"][0]["field"] for result in (results[2], results[4])] == [
        "lines.0.quantity"
    ] * 2
    numbers = [result["data"][side.number] for result in results if "data" in result]
    assert [number[-1] for number in numbers] == ["1", "2", "3"]


def test_opening_tells_of_what_looks_wrong(org: Client) -> None:
    buyer = CREDIT.new_party(org)
    invoice = sent(org, buyer, WORK, invoiceDate="2020-05-04", dueDate="2020-05-04")
    late = org.post("/credit-notes", CREDIT.body(buyer, CREDIT.part(invoice)))
    assert [told["code"] for told in late.json["warnings"]] == ["credit_note_late"]
    opened = CREDIT.move(org, late.json["data"]["id"], "open")
    assert [told["code"] for told in opened.json["warnings"]] == ["credit_note_late"]
    ahead = CREDIT.make(org, buyer, creditNoteDate="2999-01-01")
    codes = [told["code"] for told in CREDIT.move(org, ahead["id"], "open").json["warnings"]]
    assert codes == ["date_in_future"]


@BOTH
def test_closed_books_let_no_note_of_their_days_come_or_go_and_hinder_no_settling(
    side: Side, org: Client
) -> None:
    party = side.new_party(org)
    claim = side.claims(org, party)
    draft, opened = side.make(org, party), side.make(org, party, status="OPEN")
    assert org.request("PUT", "/books-lock", {"lockedThrough": DAY}).status_int == 200
    told = f"The books are closed through {DAY}."
    assert conflict(side.move(org, draft["id"], "open")) == told
    assert conflict(side.move(org, opened["id"], "void")) == told
    assert conflict(org.delete(f"{side.path}/{draft['id']}")) == told
    assert side.settle(org, opened["id"], (claim, 60)).status_int == 200
    # Allocating is of today.
    assert org.request("PUT", "/books-lock", {"lockedThrough": "2999-12-31"}).status_int == 200
    assert conflict(side.settle(org, opened["id"], (claim, 40))) == "The books are closed through 2999-12-31."
