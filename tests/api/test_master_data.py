"""Rules that all kinds of master data share; the rules of one kind stand in a file of its name."""

import pytest

from app.master_data.declaration import MasterDataKind
from app.master_data.kinds import KINDS
from app.schemas.fields import AnyText
from app.wire import Row
from tests.api import samples
from tests.api.kinds import FLAGS
from tests.api.test_isolation import SEARCHABLE
from tests.bodies import LEAST
from tests.parallel import at_once
from tests.service import Client

#: What `q` looks into.
SEARCHED = {
    "/customers": ("displayName", "gstin", "phone", "email", "externalReference"),
    "/customer-contacts": ("name", "email", "phone"),
    "/vendors": ("displayName", "gstin", "phone", "email", "externalReference"),
    "/items": ("name", "sku", "barcode", "hsnOrSac", "externalReference"),
    "/price-lists": ("name",),
}

#: Lists that do not begin with what was made last: by date, and by place and name.
ORDERED = {"/expenses", "/item-groups"}
#: Deleted contacts stay, disabled.
LEAVE = [kind.path for kind in KINDS if kind.path != "/customer-contacts"]

kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
flags = pytest.mark.parametrize(("path", "flag"), FLAGS.items())


def changed(org: Client, path: str, body: Row) -> Row:
    """The record after a change that must work, as it is then read too."""
    answer = org.patch(path, body)
    assert answer.status_int == 200, answer.text
    record: Row = answer.json["data"]
    assert org.read(path) == record
    return record


def other_way(body: Row) -> Row:
    """The body with every flag as it is not."""
    return {name: not value if isinstance(value, bool) else value for name, value in body.items()}


def kept(sent: Row, record: Row) -> bool:
    """Return whether a record has the fields that were sent; its rows and inherited values have tests of their own."""
    plain = {name for name, value in sent.items() if not isinstance(value, list) and value != "inherit"}
    return all(record[name] in (sent[name], f"{sent[name]}T00:00:00Z") for name in plain)


@kinds
def test_every_field_can_be_changed_and_what_is_left_out_of_a_change_stays(
    kind: MasterDataKind, org: Client
) -> None:
    body = samples.body_of(org, kind.path)
    # Whose contact it is and what a series numbers stay as they were made.
    fixed = {"customerId": body.get("customerId"), "docType": "INVOICE"}
    body |= {name: value for name, value in fixed.items() if name in body}
    least = {name: body.get(name) if name in fixed else value for name, value in LEAST[kind.name].items()}
    path = f"{kind.path}/{org.make(kind.path, least)['id']}"
    required = {str(field.data_key) for field in kind.body.change_form.fields.values() if field.required}
    for sent in (other_way(body), body):
        before = changed(org, path, sent)
        assert kept(sent, before)
        after = changed(org, path, {name: sent[name] for name in required})
        assert after | {"updatedAt": before["updatedAt"]} == before
        assert after["updatedAt"] > before["updatedAt"]


def make_first(org: Client, path: str) -> None:
    """Make what must be there before: the first warehouse is the default one, which is kept."""
    if path == "/warehouses":
        org.make(path, LEAST["warehouses"] | {"code": "FIRST"})


@pytest.mark.parametrize("size", ["whole", "the other way", "least"])
@kinds
def test_every_field_is_kept_and_a_record_that_was_read_can_be_sent_back(
    kind: MasterDataKind, size: str, org: Client
) -> None:
    make_first(org, kind.path)
    whole = samples.body_of(org, kind.path)
    owner = {name: whole[name] for name in whole if name == "customerId"}
    body = {"whole": whole, "the other way": other_way(whole), "least": LEAST[kind.name] | owner}[size]
    made = org.make(kind.path, body)
    assert kept(body, made)
    # A number that was given out is the only thing that must not be sent.
    sent = {name: value for name, value in made.items() if name != "expenseNumber"}
    after = changed(org, f"{kind.path}/{made['id']}", sent)
    moved = {name: made[name] for name in ("updatedAt", "updatedBy") if name in made}
    assert after | moved == made


@pytest.mark.parametrize("path", LEAVE)
def test_a_deleted_record_is_gone_from_read_list_and_search(path: str, org: Client) -> None:
    make_first(org, path)
    body = samples.body_of(org, path) | ({"isDefault": False} if path == "/warehouses" else {})
    before = org.read(path)
    made = org.make(path, body)
    record = f"{path}/{made['id']}"
    assert org.delete(record).json == {"success": True, "data": {"deleted": True}}
    answers = (org.get(record), org.patch(record, body), org.delete(record))
    assert {answer.status_int for answer in answers} == {404}
    assert org.get(path).json["meta"]["total"] == len(before)
    assert org.read(path) == before
    if path in SEARCHABLE:
        found = org.get(f"{path}?q={made[SEARCHABLE[path]]}").json
        assert (found["data"], found["meta"]["total"]) == ([], 0)
    # What stands once in an organization is free again.
    org.make(path, body)


@pytest.mark.parametrize("path", [kind.path for kind in KINDS if kind.path not in ORDERED])
def test_a_list_is_newest_first_in_pages(path: str, org: Client) -> None:
    records = [one_of_three(org, path, n) for n in range(3)]
    ids = [record["id"] for record in records][::-1]
    # What they have in common is what they are searched for by.
    alike = len({record[SEARCHABLE[path]] for record in records}) == 1 if path in SEARCHABLE else False
    for query in ("", f"q={records[0][SEARCHABLE[path]]}&") if alike else ("",):
        assert [row["id"] for row in org.read(f"{path}?{query}")] == ids
        first, second = (org.get(f"{path}?{query}limit=2&page={page}").json for page in (1, 2))
        assert [row["id"] for row in first["data"] + second["data"]] == ids
        assert first["meta"].pop("nextCursor")
        assert first["meta"] == {"page": 1, "limit": 2, "total": 3, "hasMore": True}
        assert second["meta"] == {"page": 2, "limit": 2, "total": 3, "hasMore": False, "nextCursor": None}


def one_of_three(org: Client, path: str, n: int) -> Row:
    """A record of the sample; a series of one of three kinds of documents."""
    body = samples.body_of(org, path)
    return org.make(path, body | {"docType": ("BILL", "QUOTE", "EXPENSE")[n]} if "docType" in body else body)


@pytest.mark.parametrize(("path", "field"), [(path, one) for path in SEARCHED for one in SEARCHED[path]])
def test_q_finds_a_record_by_a_part_of_a_field_in_any_case(path: str, field: str, org: Client) -> None:
    first, second = (samples.body_of(org, path) for _ in range(2))
    made = org.make(path, first | {field: "100%_In The Middle"})
    org.make(path, second | {field: "1000 In the"})
    for q in ("the+mid", "THE+MID", "%25_in", "0%25_"):
        assert [row["id"] for row in org.read(f"{path}?q={q}")] == [made["id"]], q
    assert org.read(f"{path}?q=100_") == []


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.path in SEARCHED], ids=lambda kind: kind.name
)
def test_q_does_not_look_into_other_fields(kind: MasterDataKind, org: Client) -> None:
    fields = {str(field.data_key) for field in kind.body.fields.values() if isinstance(field, AnyText)}
    unread = {name for name in fields if not name.endswith("Id")}.difference(SEARCHED[kind.path])
    org.make(kind.path, samples.body_of(org, kind.path) | dict.fromkeys(unread, "needle"))
    assert org.read(f"{kind.path}?q=needle") == []


@flags
def test_one_record_is_the_default_and_making_another_it_takes_its_place(
    path: str, flag: str, org: Client
) -> None:
    bodies = [samples.body_of(org, path) for _ in range(2)]
    first, second = (f"{path}/{org.make(path, body)['id']}" for body in bodies)
    assert (org.read(first)[flag], org.read(second)[flag]) == (False, True)
    assert changed(org, first, bodies[0])[flag] is True
    assert org.read(second)[flag] is False
    org.delete(first)
    assert changed(org, second, bodies[1])[flag] is True


@pytest.mark.slow
@pytest.mark.parametrize("way", ["made", "changed"])
@flags
def test_of_32_that_become_the_default_at_once_one_is_it(path: str, flag: str, way: str, org: Client) -> None:
    bodies = [samples.body_of(org, path) for _ in range(32)]
    if way == "made":
        answers = at_once(32, org, lambda client, n: client.post(path, bodies[n]))
    else:
        paths = [f"{path}/{org.make(path, body | {flag: n == 0})['id']}" for n, body in enumerate(bodies)]
        answers = at_once(32, org, lambda client, n: client.patch(paths[n], bodies[n]))
    assert {answer.status_int for answer in answers} == {201 if way == "made" else 200}
    assert sum(row[flag] for row in org.read(f"{path}?limit=200")) == 1
