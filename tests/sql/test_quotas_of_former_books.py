"""Books that were there before rows were counted for quotas."""

import shutil
from pathlib import Path

import psycopg
import pytest

from app.postgres.migrations import MIGRATIONS, files, migrate

COUNTED = (
    "SELECT sum(change)::int FROM record_counts WHERE organization_id = 'org_1' AND table_name = 'tax_rates'"
)


@pytest.fixture
def former(empty_url: str, tmp_path: Path) -> str:
    """A database of the release before, with two tax rates and a deleted one."""
    for migration in files():
        if migration.version < "0079":
            shutil.copy(MIGRATIONS / f"{migration.version}.sql", tmp_path)
    migrate(empty_url, tmp_path)
    with psycopg.connect(empty_url) as owner:
        owner.execute(
            """INSERT INTO organizations (id, slug, name, legal_name, state_code)
               VALUES ('org_1', 'one', 'One', 'One', '27')"""
        )
        owner.execute(
            """INSERT INTO tax_rates (organization_id, id, name, rate_percent, deleted_at)
               VALUES ('org_1', 'a', 'A', 5, NULL), ('org_1', 'b', 'B', 6, NULL), ('org_1', 'c', 'C', 7, now())"""
        )
    return empty_url


def test_what_was_there_is_counted_once(former: str) -> None:
    migrate(former)
    with psycopg.connect(former) as owner:
        assert owner.execute(COUNTED).fetchone() == (2,)
        owner.execute(
            "INSERT INTO tax_rates (organization_id, id, name, rate_percent) VALUES ('org_1', 'd', 'D', 8)"
        )
        owner.execute("CALL count_what_is_there('tax_rates', true)")
        assert owner.execute(COUNTED).fetchone() == (3,)


def test_the_last_step_may_be_taken_again_after_an_interruption(former: str) -> None:
    migrate(former)
    with psycopg.connect(former, autocommit=True) as owner:
        owner.execute("DELETE FROM schema_migrations WHERE version = '0080_quotas_hold'")
    assert migrate(former) == ["0080_quotas_hold"]
    with psycopg.connect(former) as owner:
        assert owner.execute(COUNTED).fetchone() == (2,)
