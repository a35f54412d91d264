"""`audit-seal` and `audit-verify`: nothing under a seal is altered, taken away or added without being told."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from app.trail import seals
from tests.operators.commands import Operator
from tests.selling import customer, line, sent
from tests.service import Client, Service
from tests.shards import beside_the_rows
from tests.waiting import eventually


@pytest.fixture
def org(service: Service) -> Client:
    """An organization with a customer and two invoices."""
    org = service.organization()
    who = customer(org)
    for _ in range(2):
        sent(org, who, line(), line())
    return org


@pytest.fixture
def owner(service: Service, org: Client) -> Iterator[psycopg.Connection[Any]]:
    """A connection of the owner of the tables, who can turn off the triggers that protect the seals."""
    with beside_the_rows(service, str(org.organization_id)) as connection:
        yield connection


def seal(operator: Operator, org: Client) -> dict[str, Any]:
    return dict(operator.make("audit-seal", "--org", org.slug))


def verify(operator: Operator, org: Client, *words: str) -> list[dict[str, Any]]:
    """Return the findings of `audit-verify`."""
    result = operator.run("audit-verify", "--org", org.slug, "--json", *words)
    found = [json.loads(row) for row in result.stdout.splitlines()]
    assert result.exit_code == (1 if found else 0), result.output
    return found


def change(owner: psycopg.Connection[Any], statement: str, org: Client) -> None:
    """Run a statement about an organization past every trigger."""
    with owner.transaction():
        owner.execute("SET LOCAL session_replication_role = replica")
        assert owner.execute(statement.encode(), {"org": org.organization_id}).rowcount == 1


def one_entry(owner: psycopg.Connection[Any], org: Client, where: str = "true") -> int:
    row = owner.execute(
        f"SELECT id FROM trail WHERE organization_id = %s AND {where} ORDER BY id LIMIT 1".encode(),
        [org.organization_id],
    ).fetchone()
    assert row
    return int(row[0])


def test_a_seal_says_what_it_is_over_and_the_next_one_continues_it(operator: Operator, org: Client) -> None:
    first = seal(operator, org)
    assert first.keys() == {"number", "sealedAt", "firstEntry", "lastEntry", "entries", "root", "seal"}
    assert (first["number"], first["firstEntry"]) == (1, 1)
    customer(org)
    second = seal(operator, org)
    assert (second["number"], second["firstEntry"], second["entries"]) == (2, first["lastEntry"] + 1, 1)
    assert len(bytes.fromhex(second["root"])) == len(bytes.fromhex(second["seal"])) == 32
    assert operator.make("audit-seal", "--org", org.slug) == {"entries": 0}
    assert verify(operator, org) == []


def test_it_is_told_in_words_as_well(operator: Operator, org: Client) -> None:
    said = operator.run("audit-seal", "--org", org.slug).stdout
    assert said.startswith(f"Seal 1 of {org.slug}: ")
    again = operator.run("audit-seal", "--org", org.slug).stdout
    assert again == f"The trail of {org.slug} holds nothing that is not sealed.\n"
    verified = operator.run("audit-verify", "--org", org.slug)
    assert (verified.exit_code, verified.stdout) == (
        0,
        "Its seal holds, and every row is what the trail says.\n",
    )


def test_without_a_seal_there_is_nothing_to_verify(operator: Operator, service: Service) -> None:
    result = operator.run("audit-verify", "--org", service.organization().slug)
    assert (result.exit_code, result.stdout) == (1, "")


ALTERATIONS = {
    "what was before": "UPDATE trail SET before = '{\"name\": 1}' WHERE organization_id = %(org)s AND id = {entry}",
    "a hash": "UPDATE trail SET row_hash = sha256('') WHERE organization_id = %(org)s AND id = {entry}",
    "who did it": """UPDATE trail_transactions SET user_id = 'usr_other' WHERE organization_id = %(org)s
        AND id = (SELECT transaction_id FROM trail WHERE organization_id = %(org)s AND id = {entry})""",
    "when": """UPDATE trail_transactions SET at = at + interval '1 microsecond' WHERE organization_id = %(org)s
        AND id = (SELECT transaction_id FROM trail WHERE organization_id = %(org)s AND id = {entry})""",
    "an entry is gone": "DELETE FROM trail WHERE organization_id = %(org)s AND id = {entry}",
    "an entry is added": """INSERT INTO trail (id, transaction_id, organization_id, table_name, record_id, row_hash)
        SELECT 5, transaction_id, organization_id, table_name, record_id, row_hash
        FROM trail WHERE organization_id = %(org)s AND id = {entry}""",
}


@pytest.mark.parametrize("what", ALTERATIONS)
def test_what_is_altered_under_a_seal_is_told_with_its_place(
    operator: Operator, org: Client, owner: psycopg.Connection[Any], what: str
) -> None:
    made = seal(operator, org)
    entry = one_entry(owner, org, "table_name = 'invoices' AND before IS NULL")
    change(owner, ALTERATIONS[what].replace("{entry}", str(entry)), org)
    found = [row for row in verify(operator, org) if "seal" in row]
    assert [(row["seal"], row["firstEntry"], row["lastEntry"]) for row in found] == [
        (1, 1, made["lastEntry"])
    ]
    assert ("sealed" in found[0]["fault"]) == ("an entry is" in what)


def test_of_many_parts_the_one_is_told_that_differs(
    operator: Operator, org: Client, owner: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seals, "PART", 4)
    monkeypatch.setattr(seals, "_AT_ONCE", 3)
    made = seal(operator, org)
    assert made["entries"] > 8
    assert verify(operator, org) == []
    entries = owner.execute(
        "SELECT id FROM trail WHERE organization_id = %s ORDER BY id", [org.organization_id]
    ).fetchall()
    change(owner, ALTERATIONS["a hash"].replace("{entry}", str(entries[5][0])), org)
    (told, *_) = verify(operator, org)
    assert (told["firstEntry"], told["lastEntry"]) == (entries[3][0] + 1, entries[7][0])


CHAINS = {
    "a root": "UPDATE trail_seals SET root = sha256('') WHERE organization_id = %(org)s AND number = 1",
    "a time": "UPDATE trail_seals SET sealed_at = now() WHERE organization_id = %(org)s AND number = 1",
    "a seal": "UPDATE trail_seals SET seal = sha256('') WHERE organization_id = %(org)s AND number = 1",
    "a seal is gone": """WITH parts AS (DELETE FROM trail_seal_parts WHERE organization_id = %(org)s AND number = 1)
        DELETE FROM trail_seals WHERE organization_id = %(org)s AND number = 1""",
    "a part": "UPDATE trail_seal_parts SET hash = sha256('') WHERE organization_id = %(org)s AND number = 1",
}


@pytest.mark.parametrize("what", CHAINS)
def test_what_is_altered_in_the_seals_themselves_is_told(
    operator: Operator, org: Client, owner: psycopg.Connection[Any], what: str
) -> None:
    seal(operator, org)
    customer(org)
    seal(operator, org)
    change(owner, CHAINS[what], org)
    assert {row["seal"] for row in verify(operator, org)} <= {1, 2}
    assert verify(operator, org)


def test_a_seal_that_was_kept_elsewhere_must_be_among_them(
    operator: Operator, org: Client, owner: psycopg.Connection[Any]
) -> None:
    kept = str(seal(operator, org)["seal"])
    assert verify(operator, org, "--seal", kept) == []
    # Everything is made anew by somebody who knows how.
    change(owner, "DELETE FROM trail_seals WHERE organization_id = %(org)s", org)
    change(owner, "DELETE FROM trail_seal_parts WHERE organization_id = %(org)s", org)
    change(owner, f"DELETE FROM trail WHERE organization_id = %(org)s AND id = {one_entry(owner, org)}", org)
    seal(operator, org)
    assert {"seal": None, "fault": f"There is no seal {kept}"} in verify(operator, org, "--seal", kept)
    assert "--seal" in operator.refused("audit-verify", "--org", org.slug, "--seal", "abc")


def test_a_record_that_was_changed_past_the_trail_is_told_too(
    service: Service, operator: Operator, org: Client
) -> None:
    seal(operator, org)
    with psycopg.connect(service.url) as owner:
        owner.execute("ALTER TABLE customers DISABLE TRIGGER ALL")
        owner.execute("UPDATE customers SET notes = 'x' WHERE organization_id = %s", [org.organization_id])
        owner.execute("ALTER TABLE customers ENABLE TRIGGER ALL")
        for name in ("made", "changed", "removed"):
            owner.execute(f"ALTER TABLE customers ENABLE ALWAYS TRIGGER trail_{name}".encode())
    (told,) = verify(operator, org)
    assert (told["tableName"], told["difference"]) == ("customers", "was changed past the trail")


def test_nobody_changes_or_removes_a_seal_by_chance(
    operator: Operator, org: Client, owner: psycopg.Connection[Any]
) -> None:
    seal(operator, org)
    for statement in (
        "UPDATE trail_seals SET entries = 1",
        "DELETE FROM trail_seals",
        "DELETE FROM trail_seal_parts",
    ):
        with pytest.raises(psycopg.errors.RaiseException):
            owner.execute(statement.encode())


def test_what_is_still_written_while_a_seal_is_made_is_under_it_or_the_next(
    operator: Operator, org: Client, owner: psycopg.Connection[Any]
) -> None:
    with ThreadPoolExecutor(1) as pool:
        with owner.transaction():
            # As every write begins; others take later numbers and commit first.
            owner.execute("SELECT nextval('trail_ids')")
            customer(org)
            making = pool.submit(seal, operator, org)
            assert not eventually(making.done, 0.5)
            owner.execute(
                "INSERT INTO trail (id, transaction_id, organization_id, table_name, record_id, row_hash)"
                " SELECT currval('trail_ids'), transaction_id, organization_id, table_name, 'late', row_hash"
                " FROM trail WHERE organization_id = %s LIMIT 1",
                [org.organization_id],
            )
        making.result(timeout=20)
    found = verify(operator, org)
    assert [row for row in found if "seal" in row] == []
    assert [row["recordId"] for row in found] == ["late"]


def test_pruning_and_migrating_break_no_seal(operator: Operator, org: Client) -> None:
    sent(org, customer(org))
    seal(operator, org)
    operator.make("prune")
    assert verify(operator, org) == []
