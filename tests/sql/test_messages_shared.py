"""Statements that share a round trip: writes with the next read or the commit, and the commit with the last reads."""

import pytest

from app.errors import DomainError
from app.postgres.database import Transaction
from tests.service import Client, Service


def add_later(tx: Transaction, org: Client, first: int, last: int) -> None:
    tx.enter(org.organization_id)
    tx.defer(("counts.add_customers", {"first": first, "last": last}))


def test_they_are_made_with_the_commit(service: Service) -> None:
    org = service.organization()
    service.owner.run_as_owner(lambda tx: add_later(tx, org, 1, 3))
    assert org.total("/customers") == 3


def test_what_is_asked_next_sees_them(service: Service) -> None:
    org = service.organization()

    def work(tx: Transaction) -> list[int]:
        add_later(tx, org, 1, 2)
        one = tx.one("customers.count", q=None)
        add_later(tx, org, 3, 5)
        first, second = tx.run_all(("customers.count", {"q": None}), ("customers.count", {"q": None}))
        tx.defer(("counts.add_customers", {"first": 6, "last": 6}))
        (wire,) = tx.records("customers.count", q=None)
        assert one
        return [one["total"], first[0]["total"], second[0]["total"], wire["total"]]

    assert service.owner.run_as_owner(work) == [2, 5, 5, 6]
    assert org.total("/customers") == 6


def test_one_that_is_refused_takes_all_back(service: Service) -> None:
    org = service.organization()

    def work(tx: Transaction) -> None:
        add_later(tx, org, 1, 2)
        tx.defer(("counts.add_customers", {"first": 2, "last": 3}))  # the second of them is there already

    with pytest.raises(DomainError):
        service.owner.run_as_owner(work)
    assert org.total("/customers") == 0
    service.owner.run_as_owner(lambda tx: add_later(tx, org, 1, 1))
    assert org.total("/customers") == 1


def test_nothing_is_left_of_them_for_the_next_transaction(service: Service) -> None:
    org = service.organization()

    def work(tx: Transaction) -> None:
        add_later(tx, org, 1, 2)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        service.owner.run_as_owner(work)
    service.owner.run_as_owner(lambda tx: tx.enter(org.organization_id))
    assert org.total("/customers") == 0


def test_a_transaction_ends_with_what_is_fetched_and_committed(service: Service) -> None:
    org = service.organization()

    def work(tx: Transaction) -> str:
        tx.enter(org.organization_id)
        assert tx.fetch_and_commit(("customers.count", {"q": None})) == [[{"total": 0}]]
        with pytest.raises(RuntimeError, match="ended"):
            tx.one("customers.count", q=None)
        with pytest.raises(RuntimeError, match="ended"):
            tx.defer(("counts.add_customers", {"first": 1, "last": 1}))
        with pytest.raises(RuntimeError, match="ended"):
            tx.enter(org.organization_id)
        return "read"

    assert service.owner.run_as_owner(work) == "read"


def test_deferred_writes_are_committed_with_what_is_fetched(service: Service) -> None:
    org = service.organization()

    def work(tx: Transaction) -> None:
        add_later(tx, org, 1, 2)
        assert tx.fetch_and_commit(("customers.count", {"q": None})) == [[{"total": 2}]]

    service.owner.run_as_owner(work)
    assert org.total("/customers") == 2


def test_nothing_is_asked_through_a_transaction_that_is_committed(service: Service) -> None:
    kept: list[Transaction] = []
    service.owner.run_as_owner(kept.append)
    with pytest.raises(RuntimeError, match="ended"):
        kept[0].one("customers.count", q=None)


def test_writes_that_wait_are_not_made_in_another_organization(service: Service) -> None:
    org, other = service.organization(), service.organization()

    def work(tx: Transaction) -> None:
        add_later(tx, org, 1, 2)
        tx.enter(other.organization_id)

    with pytest.raises(RuntimeError, match="another organization"):
        service.owner.run_as_owner(work)
    assert org.total("/customers") == other.total("/customers") == 0
