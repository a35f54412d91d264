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


def test_every_field_of_a_tax_rate_is_kept(service: Service) -> None:
    org = service.organization()
    body = {"name": "Old sales tax", "ratePercent": 12.345678, "isGST": False, "isDefault": True}
    made = org.make("/tax-rates", body)
    assert body.items() <= made.items()
    changed = {"name": "GST", "ratePercent": 5, "isGST": True, "isDefault": False}
    assert changed.items() <= org.patch(f"/tax-rates/{made['id']}", changed).json["data"].items()
    assert changed.items() <= org.read(f"/tax-rates/{made['id']}").items()
