"""The permissions of each role."""

import pytest

from app.identity.caller import authorization, caller_of, token_hash
from app.identity.roles import BUILT_IN, granting_roles, permissions_of
from app.identity.scopes import GRANULAR, GROUPS, MODULES, expand, granting_scopes

READS = {permission for permission in GRANULAR if permission.endswith(".read")}


def test_an_administrator_may_do_everything() -> None:
    assert BUILT_IN["ADMIN"] == set(GRANULAR)


def test_an_accountant_may_do_all_but_manage_the_organization() -> None:
    assert {p.split(".")[0] for p in set(GRANULAR) - BUILT_IN["ACCOUNTANT"]} == {"settings", "users", "roles"}


def test_a_viewer_reads() -> None:
    assert BUILT_IN["VIEWER"] == READS


def test_sales_sell_and_otherwise_read() -> None:
    more = BUILT_IN["SALES"] - READS
    sells = {"customers", "items", "priceLists", "quotes", "salesOrders", "invoices", "paymentsReceived"}
    assert BUILT_IN["SALES"] >= READS
    assert {permission.split(".")[0] for permission in more} == sells
    assert {permission.split(".")[1] for permission in more} == {"create", "update", "send"}
    assert {"customers.send", "invoices.send"} <= more


def test_a_role_of_an_organization_allows_what_it_lists() -> None:
    assert permissions_of("CASHIER", ["items.read", "unheard.of"]) == {"items.read"}
    assert permissions_of("GONE", None) == frozenset()


def test_a_role_of_an_organization_cannot_replace_a_built_in_one() -> None:
    assert permissions_of("VIEWER", list(GRANULAR)) == READS


def row(**changes: object) -> dict[str, object]:
    return {
        "user_id": "usr_1",
        "user_email": "a@example.com",
        "user_name": "A",
        "organization_id": "org_1",
        "organization_name": "Acme",
        "organization_slug": "acme",
        "role_key": "ADMIN",
        "role_permissions": None,
        "token_id": "tok_1",
        "token_kind": "pat",
        "scopes": ["full"],
    } | changes


@pytest.mark.parametrize(("kind", "type"), [("pat", "pat"), ("access", "oauth")])
def test_a_caller_knows_how_they_came(kind: str, type: str) -> None:
    assert caller_of(row(token_kind=kind)).token_type == type


def test_a_caller_may_do_what_both_token_and_role_allow() -> None:
    assert caller_of(row(scopes=["items"], role_key="VIEWER")).effective_permissions == {"items.read"}


def test_the_scopes_and_roles_that_grant_a_permission_are_those_that_include_it(
    subtests: pytest.Subtests,
) -> None:
    for permission in GRANULAR:
        with subtests.test(permission):
            assert {
                scope for scope in (*GROUPS, *MODULES, *GRANULAR) if permission in expand([scope])
            } == set(granting_scopes(permission))
            assert {key for key, allowed in BUILT_IN.items() if permission in allowed} == set(
                granting_roles(permission)
            )


def test_an_authorization_has_the_texts_of_arrays() -> None:
    asked = authorization("pat_x", "items.create")
    assert (asked.token_hash, asked.permission) == (token_hash("pat_x"), "items.create")
    assert set(asked.scopes.strip("{}").split(",")) == {"items.create", "items", "write", "full"}
    assert set(asked.roles.strip("{}").split(",")) == {"ADMIN", "ACCOUNTANT", "SALES"}


def test_any_valid_token_will_do_where_no_permission_is_required() -> None:
    asked = authorization("pat_x", "")
    assert (asked.permission, asked.scopes, asked.roles) == ("", "{}", "{}")


def test_a_token_is_stored_as_its_sha_256() -> None:
    assert token_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert len(token_hash("\udcff")) == 64
