"""Customer contacts."""

from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import psycopg
import pytest

from tests.parallel import at_once
from tests.service import Client, Service

ASHA = {"name": "Asha", "email": "asha@example.com", "phone": "+91 22 1234", "roleLabel": "Buyer"}


def customer(org: Client, name: str = "Acme") -> str:
    made: str = org.make("/customers", {"displayName": name})["id"]
    return made


def contact(org: Client, **fields: Any) -> dict[str, Any]:
    owner = fields.get("customerId") or customer(org)
    return org.make("/customer-contacts", ASHA | {"customerId": owner} | fields)


def test_a_contact_is_created_and_read_back(service: Service) -> None:
    org = service.organization()
    body = ASHA | {"customerId": customer(org)}
    made = org.make("/customer-contacts", body)
    generated = {key: made[key] for key in ("id", "createdAt", "updatedAt")}
    assert all(generated.values())
    assert made == {
        **body,
        **generated,
        "organizationId": org.organization_id,
        "isPrimary": True,
        "enabled": True,
        "invitedAt": None,
        "lastLoginAt": None,
    }
    assert org.read(f"/customer-contacts/{made['id']}") == made
    assert org.read("/customer-contacts") == [made]


def test_only_the_first_contact_of_each_customer_is_the_primary_one(service: Service) -> None:
    org = service.organization()
    first, second = customer(org), customer(org)
    owners = (first, first, second, first, second)
    primary = [contact(org, customerId=owner)["isPrimary"] for owner in owners]
    assert primary == [True, False, True, False, False]


def test_a_disabled_first_contact_stays_the_primary_one(service: Service) -> None:
    org = service.organization()
    made = contact(org)
    org.delete(f"/customer-contacts/{made['id']}")
    assert contact(org, customerId=made["customerId"])["isPrimary"] is False
    assert org.read(f"/customer-contacts/{made['id']}")["isPrimary"] is True


@pytest.mark.slow
def test_of_32_contacts_created_at_once_one_is_the_primary_one(service: Service) -> None:
    org = service.organization()
    body = ASHA | {"customerId": customer(org)}
    answers = at_once(32, org, lambda client, _: client.post("/customer-contacts", body))
    assert {answer.status_int for answer in answers} == {201}
    assert sum(answer.json["data"]["isPrimary"] for answer in answers) == 1
    assert sum(row["isPrimary"] for row in org.read("/customer-contacts")) == 1


def test_a_contact_waits_for_the_one_that_is_being_made_for_its_customer(service: Service) -> None:
    org = service.organization()
    owner = customer(org)
    first = {"org": org.organization_id, "id": org.user_id, "customer": owner}
    with psycopg.connect(service.url) as other, ThreadPoolExecutor(1) as pool:
        other.execute(
            """SELECT FROM customers WHERE organization_id = %(org)s AND id = %(customer)s
               FOR NO KEY UPDATE""",
            first,
        )
        made = pool.submit(contact, org, customerId=owner)
        assert made not in wait([made], timeout=0.3).done
        other.execute(
            """INSERT INTO customer_contacts (organization_id, id, customer_id, name, is_primary)
               VALUES (%(org)s, %(id)s, %(customer)s, 'First', true)""",
            first,
        )
        other.commit()
        assert made.result()["isPrimary"] is False


def test_every_field_of_a_change_is_optional_and_what_is_left_out_stays(service: Service) -> None:
    org = service.organization()
    made = contact(org)
    path = f"/customer-contacts/{made['id']}"
    for field, value in {"name": "Ravi", "email": None, "phone": "5", "roleLabel": "Owner"}.items():
        changed = org.patch(path, {field: value}).json["data"]
        made = made | {field: value, "updatedAt": changed["updatedAt"]}
        assert changed == made
    assert org.patch(path, {}).json["data"] == made | {"updatedAt": org.read(path)["updatedAt"]}


def test_a_change_ignores_what_it_may_not_change(service: Service) -> None:
    org = service.organization()
    made = contact(org)
    owned = {
        "customerId": customer(org),
        "id": "con_mine",
        "organizationId": "org_other",
        "isPrimary": False,
        "enabled": False,
        "invitedAt": "2026-01-01T00:00:00Z",
        "lastLoginAt": "2026-01-01T00:00:00Z",
    }
    changed = org.patch(f"/customer-contacts/{made['id']}", owned).json["data"]
    assert changed == made | {"updatedAt": changed["updatedAt"]}
    assert org.patch(f"/customer-contacts/{made['id']}", {"customerId": "nothing"}).status_int == 200


def test_a_deleted_contact_is_disabled_stays_and_may_be_deleted_again(service: Service) -> None:
    org = service.organization()
    made = contact(org)
    path = f"/customer-contacts/{made['id']}"
    assert org.delete(path).json == {"success": True, "data": {"deleted": True}}
    disabled = org.read(path)
    assert disabled == made | {"enabled": False, "updatedAt": disabled["updatedAt"]}
    assert org.read("/customer-contacts") == [disabled]
    assert org.delete(path).json == {"success": True, "data": {"deleted": True}}
    assert org.read(path) == disabled


def test_nothing_enables_a_contact_again(service: Service) -> None:
    org = service.organization()
    made = contact(org)
    path = f"/customer-contacts/{made['id']}"
    org.delete(path)
    assert org.patch(path, {"enabled": True, "name": "Ravi"}).json["data"]["enabled"] is False
    assert org.read(path)["name"] == "Ravi"


def test_the_contacts_of_a_deleted_customer_stay(service: Service) -> None:
    org = service.organization()
    made = contact(org)
    org.delete(f"/customers/{made['customerId']}")
    assert org.read(f"/customer-contacts/{made['id']}") == made


def test_the_list_can_be_narrowed_to_a_customer_and_to_a_word(service: Service) -> None:
    org = service.organization()
    first, second = customer(org), customer(org)
    made = {
        (owner, name): contact(org, customerId=owner, name=name)["id"]
        for owner in (first, second)
        for name in ("Asha", "Ravi", "Asha Rani")
    }

    def found(query: str) -> list[str]:
        answer = org.get(f"/customer-contacts?{query}").json
        assert answer["meta"]["total"] == len(answer["data"])
        return [row["id"] for row in answer["data"]]

    assert found(f"customerId={first}") == [made[first, name] for name in ("Asha Rani", "Ravi", "Asha")]
    assert found(f"customerId={first}&q=rani") == [made[first, "Asha Rani"]]
    assert found("q=rani") == [made[second, "Asha Rani"], made[first, "Asha Rani"]]
    assert found("customerId=nothing") == found("customerId=nothing&q=asha") == []
    assert len(found("customerId=&q=")) == 6
