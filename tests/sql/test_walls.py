"""The second wall: what PostgreSQL itself shows and allows to the service's role."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from psycopg import errors, sql

from tests.service import Service


@contextmanager
def as_the_service(url: str, organization_id: str = "") -> Iterator[psycopg.Connection]:
    with psycopg.connect(url) as connection:
        connection.execute("SET LOCAL ROLE invoicing_app")
        if organization_id:
            connection.execute("SELECT set_config('app.organization_id', %s, true)", [organization_id])
        yield connection
        connection.rollback()


def test_without_a_tenant_every_table_shows_no_rows(service: Service) -> None:
    service.organization().make("/tax-rates", {"name": "GST", "ratePercent": 18})
    with as_the_service(service.url) as connection:
        tables = connection.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')"
            " AND has_table_privilege(oid, 'SELECT')"
        ).fetchall()
        rows = {
            name: connection.execute(
                sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(name))
            ).fetchone()
            for (name,) in tables
        }
    for of_no_organization in ("schema_migrations", "default_quotas"):
        rows.pop(of_no_organization)
    assert {name for name, count in rows.items() if count != (0,)} == set()


def test_a_query_that_forgets_its_organization_still_sees_its_own_tenant_only(service: Service) -> None:
    ours, theirs = service.organization(), service.organization()
    for org in (ours, theirs):
        org.make("/tax-rates", {"name": "GST", "ratePercent": 18})
    with as_the_service(service.url, ours.organization_id) as connection:
        assert connection.execute("SELECT DISTINCT organization_id FROM tax_rates").fetchall() == [
            (ours.organization_id,)
        ]


def test_a_row_cannot_be_written_for_another_organization(service: Service) -> None:
    ours, theirs = service.organization(), service.organization()
    with (
        as_the_service(service.url, ours.organization_id) as connection,
        pytest.raises(errors.InsufficientPrivilege),
    ):
        connection.execute(
            "INSERT INTO tax_rates (organization_id, id, name, rate_percent) VALUES (%s, 'tax_x', 'x', 1)",
            [theirs.organization_id],
        )


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE trail SET before = NULL",
        "DELETE FROM trail",
        "INSERT INTO trail DEFAULT VALUES",
        "TRUNCATE trail",
    ],
)
def test_the_service_can_neither_change_nor_forge_its_trail(service: Service, statement: str) -> None:
    org = service.organization()
    with (
        as_the_service(service.url, org.organization_id) as connection,
        pytest.raises(errors.InsufficientPrivilege),
    ):
        connection.execute(statement)


@pytest.mark.parametrize(
    "function",
    [
        "trail_made('tax_rates', 'id')",
        "trail_changed('tax_rates', 'id')",
        "trail_removed('tax_rates', 'id')",
        "trail_added('tax_rates')",
        "count_added('tax_rates')",
        "count_removed('tax_rates')",
        "count_restored('tax_rates')",
        "receivables_added()",
        "receivables_changed()",
        "receivable_removed()",
    ],
)
def test_the_service_cannot_write_by_way_of_a_table_of_its_own(service: Service, function: str) -> None:
    org = service.organization()
    with as_the_service(service.url, org.organization_id) as connection:
        connection.execute("CREATE TEMPORARY TABLE forged (organization_id text, id text)")
        with pytest.raises(errors.InsufficientPrivilege):
            connection.execute(
                f"CREATE TRIGGER f AFTER INSERT ON forged FOR EACH ROW EXECUTE FUNCTION {function}"
            )


def test_replication_mode_does_not_silence_the_trail(service: Service) -> None:
    org = service.organization()
    with psycopg.connect(service.url) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute(
            "INSERT INTO tax_rates (organization_id, id, name, rate_percent) VALUES (%s, 'tax_quiet', 'x', 1)",
            [org.organization_id],
        )
        assert connection.execute("SELECT count(*) FROM trail WHERE record_id = 'tax_quiet'").fetchone() == (
            1,
        )
        connection.rollback()
