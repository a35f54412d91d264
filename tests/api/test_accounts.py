"""Accounts."""

from app.master_data.accounts import ACCOUNT_TYPES
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


def test_an_account_of_each_type_is_kept(service: Service) -> None:
    org = service.organization()
    kept = [org.make("/accounts", CASH | {"accountType": word})["accountType"] for word in ACCOUNT_TYPES]
    assert kept == list(ACCOUNT_TYPES)
