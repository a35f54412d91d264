"""`org list`, `user list`, `client list`, `token list`."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest

from app.identity.caller import token_hash
from app.identity.token_uses import TokenUses
from tests.logins import PASSWORD_HASH, Logins, Person
from tests.operators.commands import Operator
from tests.service import Client, Service


def listed(operator: Operator, *words: str) -> list[dict[str, Any]]:
    result = operator.run(*words, "--json")
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def one(operator: Operator, id: str, *words: str) -> dict[str, Any]:
    (found,) = (record for record in listed(operator, *words) if record["id"] == id)
    return found


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def use_of(org: Client) -> dict[str, Any]:
    return {"token_kind": "pat", "organization_id": org.organization_id, "token_id": org.token_id}


def used(service: Service, org: Client) -> None:
    """Note a use of the organization's token and write it down, as a worker does."""
    uses = TokenUses(service.owner)
    uses.note(use_of(org))
    uses.write()


def test_a_token_is_listed_with_the_day_of_its_last_use(operator: Operator, service: Service) -> None:
    org = service.organization()
    before = one(operator, org.token_id, "token", "list")
    assert (before["slug"], before["email"], before["scopes"]) == (org.slug, org.email, ["full"])
    assert before["lastUsedOn"] is None
    used(service, org)
    assert one(operator, org.token_id, "token", "list", "--org", org.slug)["lastUsedOn"] == today()


def test_one_organization_may_be_asked_for(operator: Operator, service: Service) -> None:
    org, other = service.organization(), service.organization()
    ids = [record["id"] for record in listed(operator, "token", "list", "--org", org.slug)]
    assert ids == [org.token_id]
    assert other.token_id not in ids


def test_what_requests_use_is_written_a_while_later_once_a_day(
    service: Service, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[TokenUses] = []
    note = TokenUses.note

    def seen(uses: TokenUses, caller: dict[str, Any]) -> None:
        noted.append(uses)
        note(uses, caller)

    monkeypatch.setattr(TokenUses, "note", seen)
    org = service.organization()
    assert org.get("/customers").status_int == 200
    assert one(operator, org.token_id, "token", "list")["lastUsedOn"] is None
    (uses,) = noted
    assert (org.organization_id, org.token_id) in uses._unwritten
    uses.write()
    assert one(operator, org.token_id, "token", "list")["lastUsedOn"] == today()
    assert org.get("/customers").status_int == 200
    assert uses._unwritten == set()


def test_what_could_not_be_written_is_noted_again() -> None:
    class Away:
        def run(self, work: Any) -> None:
            raise OSError

    uses = TokenUses(Away())  # type: ignore[arg-type]
    for _ in range(2):
        uses.note({"token_kind": "pat", "organization_id": "org_1", "token_id": "tok_1"})
        assert uses._unwritten == {("org_1", "tok_1")}
        uses.write()


def test_workers_that_write_the_same_tokens_at_once_do_not_fail(service: Service) -> None:
    made = [service.organization() for _ in range(4)]
    workers = [TokenUses(service.owner) for _ in range(8)]
    for number, worker in enumerate(workers):
        for org in made if number % 2 else reversed(made):
            worker.note(use_of(org))
    with ThreadPoolExecutor(len(workers)) as pool:
        list(pool.map(TokenUses.write, workers))
    assert all(len(worker._seen) == len(made) for worker in workers)


@pytest.mark.slow
def test_users_are_listed_with_their_organizations(
    operator: Operator, logins: Logins, person: Person, app_id: str
) -> None:
    found = one(operator, person.id, "user", "list")
    assert (found["email"], found["hasPassword"], found["lastUsedOn"]) == (person.email, True, None)
    assert len(found["organizations"]) == 1
    logins.tokens(person, app_id)
    assert one(operator, person.id, "user", "list")["lastUsedOn"] == today()


def test_clients_are_listed_with_their_last_login(operator: Operator, logins: Logins, person: Person) -> None:
    public, confidential = logins.client(), logins.client("s3cret")
    assert one(operator, confidential, "client", "list")["isConfidential"] is True
    before = one(operator, public, "client", "list")
    assert (before["isConfidential"], before["lastUsedOn"]) == (False, None)
    logins.tokens(person, public)
    assert one(operator, public, "client", "list")["lastUsedOn"] == today()


def test_organizations_are_listed_with_their_members(operator: Operator, service: Service) -> None:
    org = service.organization()
    service.member(org.organization_id)
    before = one(operator, org.organization_id, "org", "list")
    assert (before["slug"], before["members"], before["lastUsedOn"]) == (org.slug, 2, None)
    used(service, org)
    assert one(operator, org.organization_id, "org", "list")["lastUsedOn"] == today()


@pytest.mark.slow
@pytest.mark.parametrize("group", ["org", "user", "client", "token"])
def test_no_list_has_a_secret(group: str, operator: Operator, logins: Logins, person: Person) -> None:
    issued = logins.tokens(person, logins.client("s3cret"), client_secret="s3cret")
    for words in ((), ("--json",)):
        said = operator.run(group, "list", *words).stdout
        assert said
        for secret in (PASSWORD_HASH, token_hash("s3cret"), token_hash(issued["access_token"])):
            assert secret not in said
        assert "$argon2" not in said


def test_a_name_cannot_break_its_line(operator: Operator) -> None:
    made = operator.make("client", "create", "--name", 'Till "1"')
    lines = operator.run("client", "list").stdout.splitlines()
    (line,) = (line for line in lines if line.startswith(made["id"]))
    assert line.startswith(f'{made["id"]}  name "Till \\"1\\""  isConfidential false')
