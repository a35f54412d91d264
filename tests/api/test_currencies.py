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


def test_of_32_currencies_of_one_code_created_at_once_one_is_made(service: Service) -> None:
    org = service.organization()
    answers = at_once(32, org, lambda client, _: client.post("/currencies", DOLLAR))
    assert sorted(answer.status_int for answer in answers) == [201] + [422] * 31
    assert all(refused(answer) == {"code"} for answer in answers if answer.status_int == 422)


def test_a_code_that_is_taken_leaves_the_base_where_it_was(service: Service) -> None:
    org = service.organization()
    made = org.make("/currencies", DOLLAR | {"isBase": True})
    assert refused(org.post("/currencies", DOLLAR | {"isBase": True})) == {"code"}
    assert org.read(f"/currencies/{made['id']}")["isBase"] is True
