"""The routes: each asks for the permission that is specified, or that its kind declares."""

from app.master_data.kinds import KINDS
from tests.api.permissions import SERVED, SPECIFIED

OF_KINDS = {
    f"{method} {kind.path}{member}": kind.permission(action)
    for kind in KINDS
    for method, member, action in (
        ("GET", "", "read"),
        ("POST", "", "create"),
        ("POST", "/bulk", "create"),
        ("GET", "/{id}", "read"),
        ("PATCH", "/{id}", "update"),
        ("DELETE", "/{id}", "delete"),
    )
}


def test_what_is_specified_is_served_under_the_permission_that_is_specified() -> None:
    missing = SPECIFIED.keys() - SERVED.keys()
    assert not missing, f"resources/routes has no {missing}"
    other = {name: SERVED[name] for name, permission in SPECIFIED.items() if SERVED[name] != permission}
    assert not other, f"these routes ask for other permissions than tests/api/permissions.py says: {other}"


def test_a_route_beyond_the_specification_is_one_of_a_kind() -> None:
    strays = dict(SERVED.items() - SPECIFIED.items() - OF_KINDS.items())
    assert not strays, f"tests/api/permissions.py has no line for {strays}: add one"


def test_every_kind_has_its_routes() -> None:
    assert OF_KINDS.items() - SERVED.items() == set(), "resources/routes/master_data.py leaves out a route"
