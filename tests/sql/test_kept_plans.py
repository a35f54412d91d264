"""Plans of statements: most are made once for all values, those of filters for their very values."""

from contextlib import closing

from app.postgres.database import Database, Transaction
from tests.service import Service


def mode(tx: Transaction) -> str:
    found = tx.one("patience.plans")
    assert found
    return str(found["mode"])


def test_the_statements_of_a_request_keep_their_plans(service: Service) -> None:
    assert service.owner.run(mode) == "force_generic_plan"


def kept(tx: Transaction, *, replan: bool) -> list[str]:
    tx.enter("org_x")
    tx.records_of_all(("tax_rates.count", {"q": None}), replan=replan)
    return [row["name"] for row in tx.all("patience.kept") if row["name"].startswith("tax_rates.")]


def test_what_filters_is_planned_for_its_values(service: Service) -> None:
    with closing(Database(service.url, pool_size=1)) as database:
        database.queries = service.owner.queries
        assert database.run(lambda tx: kept(tx, replan=True)) == []
        assert database.run(lambda tx: kept(tx, replan=False)) == ["tax_rates.count"]


def test_an_operators_work_leaves_it_to_postgresql(service: Service) -> None:
    assert service.owner.run_as_owner(mode) == "auto"


def test_nothing_is_left_behind_for_the_next_transaction(service: Service) -> None:
    service.owner.run(mode)
    assert service.owner.run_as_auditor(mode) == "auto"
