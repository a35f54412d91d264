"""Payment terms."""

from tests.parallel import at_once
from tests.service import Service

NET_30 = {"name": "Net 30", "days": 30}
NET_45 = {"name": "Net 45", "days": 45}


def test_a_payment_term_is_created_with_its_defaults_and_read_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/payment-terms", NET_30)
    assert made | NET_30 | {"isDefault": False, "organizationId": org.organization_id} == made
    assert set(made) == {*NET_30, "isDefault", "id", "organizationId", "createdAt", "updatedAt"}
    assert org.read(f"/payment-terms/{made['id']}") == made


def test_every_field_of_a_payment_term_is_kept(service: Service) -> None:
    org = service.organization()
    made = org.make("/payment-terms", NET_30 | {"isDefault": True})
    assert made["isDefault"] is True
    changed = NET_45 | {"isDefault": False}
    assert changed.items() <= org.patch(f"/payment-terms/{made['id']}", changed).json["data"].items()
    assert changed.items() <= org.read(f"/payment-terms/{made['id']}").items()


def test_a_change_keeps_what_is_left_out_and_moves_updated_at(service: Service) -> None:
    org = service.organization()
    made = org.make("/payment-terms", NET_30 | {"isDefault": True})
    changed = org.patch(f"/payment-terms/{made['id']}", NET_45).json["data"]
    assert changed["isDefault"] is True
    assert changed["createdAt"] == made["createdAt"]
    assert changed["updatedAt"] > made["updatedAt"]


def test_what_the_service_owns_is_ignored_in_a_body(service: Service) -> None:
    org = service.organization()
    owned = {"id": "ptm_mine", "organizationId": "org_other", "createdAt": "2001-01-01", "unknown": [1]}
    made = org.make("/payment-terms", NET_30 | owned)
    assert made["id"] != "ptm_mine"
    assert made["organizationId"] == org.organization_id
    assert org.patch(f"/payment-terms/{made['id']}", made).json["data"] == made | {
        "updatedAt": org.read(f"/payment-terms/{made['id']}")["updatedAt"]
    }


def test_making_a_term_the_default_clears_the_other(service: Service) -> None:
    org, other = service.organization(), service.organization()
    elsewhere = other.make("/payment-terms", NET_30 | {"isDefault": True})
    first = org.make("/payment-terms", NET_30 | {"isDefault": True})
    second = org.make("/payment-terms", NET_45 | {"isDefault": True})
    assert org.read(f"/payment-terms/{first['id']}")["isDefault"] is False
    org.patch(f"/payment-terms/{first['id']}", NET_30 | {"isDefault": True})
    assert org.read(f"/payment-terms/{second['id']}")["isDefault"] is False
    assert org.read(f"/payment-terms/{first['id']}")["isDefault"] is True
    assert other.read(f"/payment-terms/{elsewhere['id']}")["isDefault"] is True


def test_a_deleted_default_makes_room_for_another(service: Service) -> None:
    org = service.organization()
    made = org.make("/payment-terms", NET_30 | {"isDefault": True})
    org.delete(f"/payment-terms/{made['id']}")
    assert org.make("/payment-terms", NET_30 | {"isDefault": True})["isDefault"] is True


def test_of_32_terms_made_the_default_at_once_one_is_it(service: Service) -> None:
    org = service.organization()
    answers = at_once(32, org, lambda client, _: client.post("/payment-terms", NET_30 | {"isDefault": True}))
    assert {answer.status_int for answer in answers} == {201}
    assert sum(term["isDefault"] for term in org.read("/payment-terms")) == 1


def test_of_32_changes_to_the_default_at_once_one_is_it(service: Service) -> None:
    org = service.organization()
    ids = [org.make("/payment-terms", NET_30 | {"isDefault": n == 0})["id"] for n in range(32)]
    answers = at_once(
        32, org, lambda client, n: client.patch(f"/payment-terms/{ids[n]}", NET_30 | {"isDefault": True})
    )
    assert {answer.status_int for answer in answers} == {200}
    assert sum(term["isDefault"] for term in org.read("/payment-terms")) == 1


def test_a_deleted_term_is_gone_from_list_and_read(service: Service) -> None:
    org = service.organization()
    made = org.make("/payment-terms", NET_30)
    assert org.delete(f"/payment-terms/{made['id']}").json == {"success": True, "data": {"deleted": True}}
    assert org.get(f"/payment-terms/{made['id']}").status_int == 404
    assert org.patch(f"/payment-terms/{made['id']}", NET_30).status_int == 404
    assert org.delete(f"/payment-terms/{made['id']}").status_int == 404
    assert org.get("/payment-terms").json["meta"]["total"] == 0


def test_a_term_of_another_organization_is_not_there(service: Service) -> None:
    made = service.organization().make("/payment-terms", NET_30)
    other = service.organization()
    assert other.get(f"/payment-terms/{made['id']}").status_int == 404
    assert other.patch(f"/payment-terms/{made['id']}", {}).status_int == 404
    assert other.delete(f"/payment-terms/{made['id']}").status_int == 404
    assert other.read("/payment-terms") == []


def test_the_list_is_newest_first_with_its_meta(service: Service) -> None:
    org = service.organization()
    ids = [org.make("/payment-terms", NET_30)["id"] for _ in range(3)]
    answer = org.get("/payment-terms?limit=2&page=2").json
    assert [row["id"] for row in answer["data"]] == ids[:1]
    assert answer["meta"] == {"page": 2, "limit": 2, "total": 3, "hasMore": False, "nextCursor": None}
    assert [row["id"] for row in org.read("/payment-terms")] == ids[::-1]


def test_the_list_takes_no_q(service: Service) -> None:
    org = service.organization()
    made = org.make("/payment-terms", NET_30)
    assert org.read("/payment-terms?q=nothing") == [made]


def test_each_method_asks_for_its_own_permission(service: Service) -> None:
    org = service.organization()
    made = org.make("/payment-terms", NET_30)
    path = f"/payment-terms/{made['id']}"
    reader = service.token(org.known, "paymentTerms.read")
    assert (reader.get(path).status_int, reader.get("/payment-terms").status_int) == (200, 200)
    for answer in (reader.post("/payment-terms", NET_30), reader.patch(path, NET_30), reader.delete(path)):
        assert (answer.status_int, answer.json["error"]["code"]) == (403, "insufficient_scope")
