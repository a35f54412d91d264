"""The permissions that each scope stands for."""

import pytest

from app.identity.scopes import GRANULAR, GROUPS, MODULES, expand, unknown_scopes

EVERYWHERE = ("read", "create", "update", "delete")
APPROVED_AND_SENT = ("quotes", "salesOrders", "invoices", "purchaseOrders", "bills", "customers")


def test_there_are_three_groups_and_twenty_three_modules() -> None:
    assert GROUPS == ("read", "write", "full")
    listed = "customers quotes salesOrders invoices paymentsReceived vendors expenses purchaseOrders bills paymentsMade"
    more = "items taxes currencies paymentTerms numberSeries accounts priceLists reports settings users roles inventory"
    assert " ".join(MODULES) == f"{listed} {more} messaging"


@pytest.mark.parametrize("module", MODULES)
def test_a_module_stands_for_its_permissions(module: str) -> None:
    actions = (*EVERYWHERE, "approve", "send") if module in APPROVED_AND_SENT else EVERYWHERE
    assert expand([module]) == {f"{module}.{action}" for action in actions}


def test_the_granular_scopes_are_those_of_the_modules_and_stand_for_themselves() -> None:
    assert len(set(GRANULAR)) == len(GRANULAR) == 23 * 4 + 6 * 2
    assert set(GRANULAR) == expand(MODULES)
    assert all(expand([permission]) == {permission} for permission in GRANULAR)


def test_read_reads_everything_and_nothing_else() -> None:
    assert expand(["read"]) == {f"{module}.read" for module in MODULES}


def test_write_does_everything_but_delete_and_approve() -> None:
    assert set(GRANULAR) - expand(["write"]) == {
        permission for permission in GRANULAR if permission.endswith((".delete", ".approve"))
    }


def test_full_is_everything() -> None:
    assert expand(["full"]) == set(GRANULAR)


def test_scopes_add_up() -> None:
    assert expand(["taxes.read", "items"]) == expand(["items"]) | {"taxes.read"}
    assert expand([]) == frozenset()


def test_what_is_no_scope_stands_for_nothing_and_is_told() -> None:
    odd = ["READ", "items.", ".read", "items.send", "*", "items.*", "", "full ", "itemss"]
    assert expand(odd) == frozenset()
    assert unknown_scopes([*odd, "read", "items", "items.read"]) == odd
