"""Drafts of every kind of document: written anew, issued by that, and moved no further."""

import pytest

from tests.api import samples
from tests.service import Client

# Collection -> what a draft becomes, and a state that comes later.
STATES = {
    "/quotes": ("SENT", "ACCEPTED"),
    "/sales-orders": ("CONFIRMED", "CLOSED"),
    "/purchase-orders": ("ISSUED", "VOID"),
    "/bills": ("OPEN", "VOID"),
    "/credit-notes": ("OPEN", "VOID"),
    "/debit-notes": ("OPEN", "VOID"),
}


@pytest.mark.parametrize("path", STATES)
def test_a_draft_is_issued_by_being_written_anew_and_moved_no_further(path: str, org: Client) -> None:
    issued, later = STATES[path]
    body = samples.body_of(org, path) | {"status": "DRAFT"}
    record = f"{path}/{org.make(path, body)['id']}"
    before = org.read(record)
    refused = org.patch(record, body | {"status": later})
    assert (refused.status_int, refused.json["error"]["code"]) == (409, "conflict")
    assert org.read(record) == before
    assert org.patch(record, body | {"status": issued}).json["data"]["status"] == issued
    again = org.patch(record, body)
    assert again.status_int == 409
    assert again.json["error"]["message"].startswith("Only a DRAFT")


@pytest.mark.parametrize("path", STATES)
def test_a_draft_keeps_its_number_and_a_deleted_one_is_not_given_again(path: str, org: Client) -> None:
    body = samples.body_of(org, path) | {"status": "DRAFT", "externalReference": None}
    first = org.make(path, body)
    (number,) = (name for name in first if name.endswith("Number"))
    changed = org.patch(f"{path}/{first['id']}", body | {"notes": "Anew"})
    assert changed.json["data"][number] == first[number]
    assert org.patch(f"{path}/{first['id']}", body | {number: "OTHER-1"}).status_int == 422
    assert org.delete(f"{path}/{first['id']}").json["data"] == {"ok": True}
    assert org.get(f"{path}/{first['id']}").status_int == 404
    assert org.make(path, body)[number] != first[number]
