"""Accounts."""

from app.master_data.accounts import ACCOUNT_TYPES
from tests.parallel import at_once
from tests.service import Service

CASH = {"accountName": "Till", "accountType": "CASH", "bankName": "", "accountNumber": "", "ifscCode": ""}
BANK = {
    "accountName": "Current account",
    "accountType": "BANK",
    "bankName": "State Bank of India",
    "accountNumber": "00000012345678901",
    "ifscCode": "SBIN0000300",
}


def test_an_account_is_created_with_its_defaults_and_read_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/accounts", CASH)
    assert made | CASH | {"isDefault": False, "isActive": True, "organizationId": org.organization_id} == made
    assert set(made) == {*CASH, "isDefault", "isActive", "id", "organizationId", "createdAt", "updatedAt"}
    assert org.read(f"/accounts/{made['id']}") == made


def test_every_field_of_an_account_is_kept(service: Service) -> None:
    org = service.organization()
    made = org.make("/accounts", BANK | {"isDefault": True, "isActive": False})
    assert made | BANK | {"isDefault": True, "isActive": False} == made
    changed = CASH | {"isDefault": False, "isActive": True}
    assert changed.items() <= org.patch(f"/accounts/{made['id']}", changed).json["data"].items()
    assert changed.items() <= org.read(f"/accounts/{made['id']}").items()


def test_an_account_of_each_type_is_kept(service: Service) -> None:
    org = service.organization()
    kept = [org.make("/accounts", CASH | {"accountType": word})["accountType"] for word in ACCOUNT_TYPES]
    assert kept == list(ACCOUNT_TYPES)


def test_a_change_keeps_what_is_left_out(service: Service) -> None:
    org = service.organization()
    made = org.make("/accounts", BANK | {"isDefault": True, "isActive": False})
    changed = org.patch(f"/accounts/{made['id']}", CASH).json["data"]
    assert (changed["isDefault"], changed["isActive"]) == (True, False)


def test_a_record_that_was_read_can_be_sent_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/accounts", BANK)
    changed = org.patch(f"/accounts/{made['id']}", made | {"id": "x", "organizationId": "y"}).json["data"]
    assert changed == made | {"updatedAt": changed["updatedAt"]}


def test_making_an_account_the_default_clears_the_other(service: Service) -> None:
    org, other = service.organization(), service.organization()
    elsewhere = other.make("/accounts", CASH | {"isDefault": True})
    first = org.make("/accounts", CASH | {"isDefault": True})
    second = org.make("/accounts", BANK | {"isDefault": True})
    assert org.read(f"/accounts/{first['id']}")["isDefault"] is False
    org.patch(f"/accounts/{first['id']}", CASH | {"isDefault": True})
    assert org.read(f"/accounts/{second['id']}")["isDefault"] is False
    assert org.read(f"/accounts/{first['id']}")["isDefault"] is True
    assert other.read(f"/accounts/{elsewhere['id']}")["isDefault"] is True


def test_of_32_accounts_made_the_default_at_once_one_is_it(service: Service) -> None:
    org = service.organization()
    answers = at_once(32, org, lambda client, _: client.post("/accounts", CASH | {"isDefault": True}))
    assert {answer.status_int for answer in answers} == {201}
    assert sum(account["isDefault"] for account in org.read("/accounts")) == 1


def test_of_32_changes_to_the_default_at_once_one_is_it(service: Service) -> None:
    org = service.organization()
    ids = [org.make("/accounts", CASH | {"isDefault": n == 0})["id"] for n in range(32)]
    answers = at_once(
        32, org, lambda client, n: client.patch(f"/accounts/{ids[n]}", CASH | {"isDefault": True})
    )
    assert {answer.status_int for answer in answers} == {200}
    assert sum(account["isDefault"] for account in org.read("/accounts")) == 1


def test_a_deleted_account_is_gone_from_list_and_read(service: Service) -> None:
    org = service.organization()
    made = org.make("/accounts", CASH | {"isDefault": True})
    assert org.delete(f"/accounts/{made['id']}").json == {"success": True, "data": {"deleted": True}}
    assert org.get(f"/accounts/{made['id']}").status_int == 404
    assert org.patch(f"/accounts/{made['id']}", CASH).status_int == 404
    assert org.delete(f"/accounts/{made['id']}").status_int == 404
    assert org.read("/accounts") == []
    assert org.make("/accounts", BANK | {"isDefault": True})["isDefault"] is True


def test_an_account_of_another_organization_is_not_there(service: Service) -> None:
    made = service.organization().make("/accounts", CASH)
    other = service.organization()
    assert other.get(f"/accounts/{made['id']}").status_int == 404
    assert other.patch(f"/accounts/{made['id']}", CASH).status_int == 404
    assert other.delete(f"/accounts/{made['id']}").status_int == 404
    assert other.read("/accounts") == []


def test_the_list_is_newest_first_with_its_meta(service: Service) -> None:
    org = service.organization()
    ids = [org.make("/accounts", CASH)["id"] for _ in range(3)]
    answer = org.get("/accounts?limit=2&page=2").json
    assert [row["id"] for row in answer["data"]] == ids[:1]
    assert answer["meta"] == {"page": 2, "limit": 2, "total": 3, "hasMore": False, "nextCursor": None}
    assert [row["id"] for row in org.read("/accounts")] == ids[::-1]


def test_each_method_asks_for_its_own_permission(service: Service) -> None:
    org = service.organization()
    path = f"/accounts/{org.make('/accounts', CASH)['id']}"
    reader = service.token(org.known, "accounts.read")
    assert (reader.get(path).status_int, reader.get("/accounts").status_int) == (200, 200)
    for answer in (reader.post("/accounts", CASH), reader.patch(path, CASH), reader.delete(path)):
        assert (answer.status_int, answer.json["error"]["code"]) == (403, "insufficient_scope")
