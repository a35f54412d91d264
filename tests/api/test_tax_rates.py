"""Tax rates."""

from tests.parallel import at_once
from tests.service import Service

RATE = {"name": "GST 18%", "ratePercent": 18}


def test_a_tax_rate_is_created_with_its_defaults_and_read_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/tax-rates", RATE)
    assert made["ratePercent"] == 18
    assert made["isGST"] is True
    assert made["isDefault"] is False
    assert made["organizationId"] == org.organization_id
    assert org.read(f"/tax-rates/{made['id']}") == made


def test_a_tax_rate_has_the_fields_of_the_specification(service: Service) -> None:
    made = service.organization().make("/tax-rates", RATE)
    assert set(made) == {
        "id",
        "organizationId",
        "name",
        "ratePercent",
        "isGST",
        "isDefault",
        "createdAt",
        "updatedAt",
    }
    assert made["createdAt"].endswith("Z")


def test_every_field_of_a_tax_rate_is_kept(service: Service) -> None:
    org = service.organization()
    body = {"name": "Old sales tax", "ratePercent": 12.345678, "isGST": False, "isDefault": True}
    made = org.make("/tax-rates", body)
    assert body.items() <= made.items()
    changed = {"name": "GST", "ratePercent": 5, "isGST": True, "isDefault": False}
    assert changed.items() <= org.patch(f"/tax-rates/{made['id']}", changed).json["data"].items()
    assert changed.items() <= org.read(f"/tax-rates/{made['id']}").items()


def test_fields_that_the_server_owns_are_ignored(service: Service) -> None:
    org = service.organization()
    made = org.make("/tax-rates", RATE)
    sent = made | {
        "id": "tax_mine",
        "organizationId": "org_other",
        "createdAt": "1999-01-01T00:00:00Z",
        "x": 1,
    }
    changed = org.patch(f"/tax-rates/{made['id']}", sent).json["data"]
    assert changed | {"updatedAt": made["updatedAt"]} == made
    assert org.make("/tax-rates", sent)["id"] not in {"tax_mine", made["id"]}


def test_making_a_rate_the_default_clears_the_other(service: Service) -> None:
    org = service.organization()
    first = org.make("/tax-rates", RATE | {"isDefault": True})
    second = org.make("/tax-rates", RATE | {"isDefault": True})
    assert org.read(f"/tax-rates/{first['id']}")["isDefault"] is False
    assert org.read(f"/tax-rates/{second['id']}")["isDefault"] is True
    org.patch(f"/tax-rates/{first['id']}", RATE | {"isDefault": True})
    assert org.read(f"/tax-rates/{second['id']}")["isDefault"] is False


def test_a_default_rate_stays_it_when_a_change_does_not_say(service: Service) -> None:
    org = service.organization()
    made = org.make("/tax-rates", RATE | {"isDefault": True})
    assert org.patch(f"/tax-rates/{made['id']}", RATE).json["data"]["isDefault"] is True


def test_the_default_of_another_organization_is_none_of_ours(service: Service) -> None:
    ours, theirs = service.organization(), service.organization()
    made = ours.make("/tax-rates", RATE | {"isDefault": True})
    theirs.make("/tax-rates", RATE | {"isDefault": True})
    assert ours.read(f"/tax-rates/{made['id']}")["isDefault"] is True


def test_of_32_rates_made_the_default_at_once_one_is_it(service: Service) -> None:
    org = service.organization()
    answers = at_once(32, org, lambda client, _: client.post("/tax-rates", RATE | {"isDefault": True}))
    assert {answer.status_int for answer in answers} == {201}
    assert sum(rate["isDefault"] for rate in org.read("/tax-rates")) == 1


def test_a_field_left_out_of_a_change_keeps_its_value(service: Service) -> None:
    org = service.organization()
    made = org.make("/tax-rates", RATE | {"isGST": False})
    changed = org.patch(f"/tax-rates/{made['id']}", {"name": "Cess", "ratePercent": 1.5}).json["data"]
    assert (changed["name"], changed["ratePercent"], changed["isGST"]) == ("Cess", 1.5, False)


def test_a_deleted_rate_is_gone_from_list_and_read(service: Service) -> None:
    org = service.organization()
    made = org.make("/tax-rates", RATE)
    assert org.delete(f"/tax-rates/{made['id']}").json == {"success": True, "data": {"deleted": True}}
    assert org.get(f"/tax-rates/{made['id']}").status_int == 404
    assert org.patch(f"/tax-rates/{made['id']}", RATE).status_int == 404
    assert org.delete(f"/tax-rates/{made['id']}").status_int == 404
    assert org.read("/tax-rates") == []


def test_a_rate_of_another_organization_is_not_there(service: Service) -> None:
    made = service.organization().make("/tax-rates", RATE)
    other = service.organization()
    assert other.get(f"/tax-rates/{made['id']}").status_int == 404
    assert other.patch(f"/tax-rates/{made['id']}", RATE).status_int == 404
    assert other.delete(f"/tax-rates/{made['id']}").status_int == 404


def test_a_rate_that_is_not_there_is_so_whatever_the_body_says(service: Service) -> None:
    org = service.organization()
    assert org.patch("/tax-rates/tax_none", {"ratePercent": 101}).json["error"]["code"] == "not_found"


def test_the_list_is_newest_first_with_its_meta(service: Service) -> None:
    org = service.organization()
    ids = [org.make("/tax-rates", RATE)["id"] for _ in range(3)]
    answer = org.get("/tax-rates?limit=2").json
    assert [row["id"] for row in answer["data"]] == ids[:0:-1]
    assert answer["meta"].pop("nextCursor")
    assert answer["meta"] == {"page": 1, "limit": 2, "total": 3, "hasMore": True}
    rest = org.get("/tax-rates?limit=2&page=2").json
    assert [row["id"] for row in rest["data"]] == ids[:1]
    assert rest["meta"] == {"page": 2, "limit": 2, "total": 3, "hasMore": False, "nextCursor": None}
