"""Payment terms."""

from tests.service import Service

NET_30 = {"name": "Net 30", "days": 30}
NET_45 = {"name": "Net 45", "days": 45}


def test_a_payment_term_is_created_with_its_defaults_and_read_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/payment-terms", NET_30)
    assert made | NET_30 | {"isDefault": False, "organizationId": org.organization_id} == made
    assert set(made) == {*NET_30, "isDefault", "id", "organizationId", "createdAt", "updatedAt"}
    assert org.read(f"/payment-terms/{made['id']}") == made


def test_the_list_is_searched_by_name(service: Service) -> None:
    org = service.organization()
    made = org.make("/payment-terms", NET_30)
    assert org.read("/payment-terms?q=T+3") == [made]
    assert org.read("/payment-terms?q=nothing") == []
