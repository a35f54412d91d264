"""The scope that a login is granted of the one it asks for (RFC 6749 section 3.3)."""

from app.identity.oauth.scope import scopes_to_grant


def test_nothing_asked_for_is_all_that_is_allowed() -> None:
    assert scopes_to_grant(None, ["write", "reports"]) == ["write", "reports"]
    assert scopes_to_grant("", ["full"]) == ["full"]


def test_what_is_asked_for_is_granted_once_and_in_its_own_order() -> None:
    assert scopes_to_grant("items.read customers  items.read", ["full"]) == ["items.read", "customers"]


def test_a_part_of_a_group_or_module_is_within_it() -> None:
    assert scopes_to_grant("read", ["write"]) == ["read"]
    assert scopes_to_grant("customers.send", ["customers"]) == ["customers.send"]
    assert scopes_to_grant("customers", ["customers.read", "customers.create"]) is None


def test_a_name_outside_or_unknown_refuses_the_whole() -> None:
    assert scopes_to_grant("customers.read items.read", ["customers"]) is None
    assert scopes_to_grant("customers.read nonsense", ["full"]) is None
    assert scopes_to_grant(" ", ["full"]) is None


def test_a_client_that_may_have_nothing_is_granted_nothing() -> None:
    assert scopes_to_grant(None, []) is None
