"""Tax rates (spec 2.5, 4.4, 4.5)."""

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


def test_making_a_rate_the_default_clears_the_other(service: Service) -> None:
    org = service.organization()
    first = org.make("/tax-rates", RATE | {"isDefault": True})
    second = org.make("/tax-rates", RATE | {"isDefault": True})
    assert org.read(f"/tax-rates/{first['id']}")["isDefault"] is False
    assert org.read(f"/tax-rates/{second['id']}")["isDefault"] is True


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
    assert org.delete(f"/tax-rates/{made['id']}").status_int == 404
    assert org.read("/tax-rates") == []


def test_the_list_is_newest_first_with_its_meta(service: Service) -> None:
    org = service.organization()
    ids = [org.make("/tax-rates", RATE)["id"] for _ in range(3)]
    answer = org.get("/tax-rates?limit=2").json
    assert [row["id"] for row in answer["data"]] == ids[:0:-1]
    assert answer["meta"] == {"page": 1, "limit": 2, "total": 3, "hasMore": True}
