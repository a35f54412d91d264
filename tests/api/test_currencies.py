"""Currencies."""

from tests.parallel import at_once
from tests.refusals import refused
from tests.service import Service

DOLLAR = {"code": "USD", "name": "US dollar", "symbol": "$", "exchangeRate": 83.25}
EURO = {"code": "EUR", "name": "Euro", "symbol": "€", "exchangeRate": 90.5}


def test_a_currency_is_created_with_its_defaults_and_read_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/currencies", DOLLAR)
    assert DOLLAR.items() <= made.items()
    assert (made["isBase"], made["isActive"]) == (False, True)
    assert set(made) == {*DOLLAR, "isBase", "isActive", "id", "organizationId", "createdAt", "updatedAt"}
    assert org.read(f"/currencies/{made['id']}") == made


def test_every_field_of_a_currency_is_kept(service: Service) -> None:
    org = service.organization()
    made = org.make("/currencies", DOLLAR | {"isBase": True, "isActive": False})
    assert (made["isBase"], made["isActive"]) == (True, False)
    changed = EURO | {"isBase": False, "isActive": True}
    assert changed.items() <= org.patch(f"/currencies/{made['id']}", changed).json["data"].items()
    assert changed.items() <= org.read(f"/currencies/{made['id']}").items()


def test_a_code_is_kept_in_capitals(service: Service) -> None:
    org = service.organization()
    made = org.make("/currencies", DOLLAR | {"code": "uSd"})
    assert made["code"] == "USD"
    assert org.patch(f"/currencies/{made['id']}", DOLLAR | {"code": "aud"}).json["data"]["code"] == "AUD"


def test_a_code_stands_once_in_an_organization(service: Service) -> None:
    org = service.organization()
    org.make("/currencies", DOLLAR)
    euro = org.make("/currencies", EURO)
    assert refused(org.post("/currencies", DOLLAR | {"code": "usd"})) == {"code"}
    assert refused(org.patch(f"/currencies/{euro['id']}", EURO | {"code": "USD"})) == {"code"}
    service.organization().make("/currencies", DOLLAR)


def test_a_currency_may_be_sent_back_with_its_own_code(service: Service) -> None:
    org = service.organization()
    made = org.make("/currencies", DOLLAR)
    assert (
        org.patch(f"/currencies/{made['id']}", made | {"exchangeRate": 84}).json["data"]["exchangeRate"] == 84
    )


def test_a_deleted_currency_frees_its_code(service: Service) -> None:
    org = service.organization()
    made = org.make("/currencies", DOLLAR)
    assert org.delete(f"/currencies/{made['id']}").json["data"] == {"deleted": True}
    assert org.get(f"/currencies/{made['id']}").status_int == 404
    assert org.delete(f"/currencies/{made['id']}").status_int == 404
    assert org.read("/currencies") == []
    assert org.make("/currencies", DOLLAR)["code"] == "USD"


def test_of_32_currencies_of_one_code_created_at_once_one_is_made(service: Service) -> None:
    org = service.organization()
    answers = at_once(32, org, lambda client, _: client.post("/currencies", DOLLAR))
    assert sorted(answer.status_int for answer in answers) == [201] + [422] * 31
    assert all(refused(answer) == {"code"} for answer in answers if answer.status_int == 422)


def test_making_a_currency_the_base_clears_the_other(service: Service) -> None:
    org = service.organization()
    dollar = org.make("/currencies", DOLLAR | {"isBase": True})
    euro = org.make("/currencies", EURO | {"isBase": True})
    assert org.read(f"/currencies/{dollar['id']}")["isBase"] is False
    org.patch(f"/currencies/{dollar['id']}", DOLLAR | {"isBase": True})
    assert org.read(f"/currencies/{euro['id']}")["isBase"] is False
    assert org.read(f"/currencies/{dollar['id']}")["isBase"] is True


def test_a_code_that_is_taken_leaves_the_base_where_it_was(service: Service) -> None:
    org = service.organization()
    made = org.make("/currencies", DOLLAR | {"isBase": True})
    assert refused(org.post("/currencies", DOLLAR | {"isBase": True})) == {"code"}
    assert org.read(f"/currencies/{made['id']}")["isBase"] is True


def test_of_32_currencies_made_the_base_at_once_one_is_it(service: Service) -> None:
    org = service.organization()
    codes = [f"A{chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(32)]
    answers = at_once(
        32, org, lambda client, n: client.post("/currencies", DOLLAR | {"code": codes[n], "isBase": True})
    )
    assert {answer.status_int for answer in answers} == {201}
    assert sum(currency["isBase"] for currency in org.read("/currencies")) == 1


def test_a_currency_of_another_organization_is_not_there(service: Service) -> None:
    made = service.organization().make("/currencies", DOLLAR)
    other = service.organization()
    assert other.get(f"/currencies/{made['id']}").status_int == 404
    assert other.patch(f"/currencies/{made['id']}", DOLLAR).status_int == 404
    assert other.delete(f"/currencies/{made['id']}").status_int == 404


def test_the_list_is_newest_first_with_its_meta(service: Service) -> None:
    org = service.organization()
    ids = [org.make("/currencies", DOLLAR | {"code": code})["id"] for code in ("AED", "AUD", "CHF")]
    answer = org.get("/currencies?limit=2&page=2").json
    assert [row["id"] for row in answer["data"]] == ids[:1]
    assert answer["meta"] == {"page": 2, "limit": 2, "total": 3, "hasMore": False, "nextCursor": None}
    assert [row["id"] for row in org.read("/currencies")] == ids[::-1]
