"""kind_table gives a table all that a kind of master data has; show_records shows what the table got since."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import errors

TABLE = """
    CREATE TABLE things (
        name     text    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
        code     text    NOT NULL,
        is_first boolean NOT NULL DEFAULT false
    )"""
CALL = """
    CALL kind_table(
        'things', 'thing_records', searched => '{name,code}', one_per => '{code}', one_default => 'is_first',
        signed => true)"""
INSERT = "INSERT INTO things (organization_id, id, name, code, is_first) VALUES (%s, %s, 'Name', %s, %s)"
RECORD = [
    "id",
    "organization_id",
    "name",
    "code",
    "is_first",
    "created_by",
    "updated_by",
    "created_at",
    "updated_at",
]


@pytest.fixture
def made(database_url: str) -> Iterator[psycopg.Connection]:
    """The table, and two organizations; all gone after the test."""
    with psycopg.connect(database_url) as connection:
        connection.execute(TABLE)
        connection.execute(CALL)
        for id in ("org_a", "org_b"):
            connection.execute(
                """INSERT INTO organizations (id, slug, name, legal_name, state_code)
                   VALUES (%s, %s, 'x', 'x', '27')""",
                [id, id.replace("_", "-")],
            )
        yield connection
        connection.rollback()


def enter(made: psycopg.Connection, organization: str) -> None:
    made.execute("SET LOCAL ROLE invoicing_app")
    made.execute("SELECT set_config('app.organization_id', %s, true)", [organization])


def column(made: psycopg.Connection, query: str) -> list[Any]:
    return [row[0] for row in made.execute(query.encode())]


def test_it_tells_of_events(made: psycopg.Connection) -> None:
    assert column(made, "SELECT noun FROM event_kinds WHERE table_name = 'things'") == ["thing"]
    made.execute(INSERT, ["org_a", "thi_1", "T", False])
    assert column(made, "SELECT r.id FROM records_for_events('things', 'org_a', '{thi_1}') r") == ["thi_1"]


def shown(made: psycopg.Connection) -> list[str]:
    return column(
        made, "SELECT attname FROM pg_attribute WHERE attrelid = 'thing_records'::regclass ORDER BY attnum"
    )


def test_the_service_writes_and_reads_records_of_its_organization_alone(made: psycopg.Connection) -> None:
    enter(made, "org_a")
    made.execute(INSERT, ["org_a", "thg_1", "A", False])
    assert column(made, "SELECT id FROM thing_records") == ["thg_1"]
    enter(made, "org_b")
    assert column(made, "SELECT id FROM thing_records") == []
    with pytest.raises(errors.InsufficientPrivilege):
        made.execute(INSERT, ["org_a", "thg_2", "B", False])


def test_the_service_may_not_take_records_away(made: psycopg.Connection) -> None:
    enter(made, "org_a")
    with pytest.raises(errors.InsufficientPrivilege):
        made.execute("DELETE FROM things")


def test_every_change_leaves_a_trail(made: psycopg.Connection) -> None:
    enter(made, "org_a")
    made.execute(INSERT, ["org_a", "thg_1", "A", False])
    made.execute("UPDATE things SET name = 'Other' WHERE organization_id = 'org_a'")
    made.execute("RESET ROLE")
    told = made.execute("SELECT table_name, operation FROM audit_log WHERE record_id = 'thg_1' ORDER BY id")
    assert told.fetchall() == [("things", "INSERT"), ("things", "UPDATE")]


def test_a_search_finds_live_records_by_every_column(made: psycopg.Connection) -> None:
    enter(made, "org_a")
    made.execute(INSERT, ["org_a", "thg_1", "A", False])
    for pattern in ("%nam%", "%a%", "A"):
        assert made.execute("SELECT matching_things(%s)", [pattern]).fetchall() == [("thg_1",)]
    made.execute("UPDATE things SET deleted_at = now() WHERE organization_id = 'org_a'")
    assert column(made, "SELECT matching_things('%nam%')") == []
    assert column(made, "SELECT id FROM thing_records") == []


@pytest.mark.parametrize(
    ("code", "is_first", "index"), [("A", False, "things_one_per_code"), ("B", True, "things_one_default")]
)
def test_a_code_and_the_default_are_one_in_an_organization(
    code: str, is_first: bool, index: str, made: psycopg.Connection
) -> None:
    made.execute(INSERT, ["org_a", "thg_1", "A", True])
    made.execute(INSERT, ["org_b", "thg_1", "A", True])
    with pytest.raises(errors.UniqueViolation) as broken:
        made.execute(INSERT, ["org_a", "thg_2", code, is_first])
    assert broken.value.diag.constraint_name == index


def test_a_deleted_record_is_in_nobody_s_way(made: psycopg.Connection) -> None:
    made.execute(INSERT, ["org_a", "thg_1", "A", True])
    made.execute("UPDATE things SET deleted_at = now()")
    made.execute(INSERT, ["org_a", "thg_2", "A", True])


def test_the_order_of_its_list_has_an_index(made: psycopg.Connection) -> None:
    (index,) = column(made, "SELECT indexdef FROM pg_indexes WHERE indexname = 'things_newest'")
    assert "(organization_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL)" in index


def test_the_view_shows_every_column_but_the_deletion(made: psycopg.Connection) -> None:
    assert shown(made) == RECORD


def test_a_column_that_came_later_is_shown_last(made: psycopg.Connection) -> None:
    made.execute("ALTER TABLE things ADD COLUMN note text")
    made.execute("CALL show_records('things', 'thing_records')")
    assert shown(made) == [*RECORD, "note"]


def test_what_distributes_the_schema_knows_the_table_by_its_comment(made: psycopg.Connection) -> None:
    assert column(made, "SELECT obj_description('things'::regclass)") == ["kind of master data"]
