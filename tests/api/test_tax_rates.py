"""Tax rates."""

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
