"""`registration add`, `warehouse create`."""

from tests.operators.commands import Operator

MUMBAI = "27AAPFU0939F1ZV"
BENGALURU = "29AAGCB7383J1Z4"
ADD = ("registration", "add", "--legal-name", "Acme")


def test_the_first_registration_is_the_default_and_the_next_is_not(operator: Operator) -> None:
    operator.organization("r-first")
    first = operator.make(*ADD, "--org", "r-first", "--gstin", MUMBAI, "--state-code", "27")
    second = operator.make(*ADD, "--org", "r-first", "--gstin", BENGALURU, "--state-code", "KA")
    assert first["id"].startswith("reg_")
    assert (first["isDefault"], second["isDefault"]) == (True, False)


def test_default_moves_the_default_registration(operator: Operator) -> None:
    operator.organization("r-default", "--gstin", MUMBAI)
    operator.make(*ADD, "--org", "r-default", "--gstin", BENGALURU, "--state-code", "29", "--default")
    former, added = (row["after"] for row in operator.trail("r-default", "--table", "registrations")[-2:])
    assert (former["gstin"], former["is_default"]) == (MUMBAI, False)
    assert (added["gstin"], added["is_default"]) == (BENGALURU, True)


def test_a_registration_stands_once_and_in_its_own_state(operator: Operator) -> None:
    operator.organization("r-once", "--gstin", MUMBAI)
    twice = operator.refused(*ADD, "--org", "r-once", "--gstin", MUMBAI, "--state-code", "27", "--default")
    assert "--gstin" in twice
    assert "already" in twice
    elsewhere = operator.refused(*ADD, "--org", "r-once", "--gstin", BENGALURU, "--state-code", "27")
    assert "begins with 29" in elsewhere
    assert "no organization r-none" in operator.refused(
        *ADD, "--org", "r-none", "--gstin", MUMBAI, "--state-code", "27"
    )
    # The refused default has not been taken from the one that stands.
    assert operator.last("r-once", "registrations")["is_default"] is True


STORE = ("warehouse", "create", "--name", "Main")


def test_the_first_warehouse_is_the_default_and_default_moves_it(operator: Operator) -> None:
    operator.organization("w-main")
    first = operator.make(*STORE, "--org", "w-main", "--code", "MAIN")
    second = operator.make(*STORE, "--org", "w-main", "--code", "SIDE")
    third = operator.make(*STORE, "--org", "w-main", "--code", "NEW", "--default")
    assert first["id"].startswith("whs_")
    assert [made["isDefault"] for made in (first, second, third)] == [True, False, True]
    former = operator.trail("w-main", "--record", first["id"])[-1]["after"]
    assert former["is_default"] is False


def test_a_warehouse_code_serves_once_in_an_organization(operator: Operator) -> None:
    operator.organization("w-one")
    operator.organization("w-two")
    operator.make(*STORE, "--org", "w-one", "--code", "MAIN")
    operator.make(*STORE, "--org", "w-two", "--code", "MAIN")
    said = operator.refused(*STORE, "--org", "w-one", "--code", "MAIN", "--default")
    assert "--code" in said
    assert "already" in said
