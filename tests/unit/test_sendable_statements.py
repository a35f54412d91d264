"""The forms in which statements are sent, and messages of several."""

import pytest

from app.postgres.statements import Call, SqlText, fixed, message, sendable

STATEMENT = "SELECT %(b)s, 5 %% 2, %(a)s::text, %(b)s WHERE organization_id = %(organization_id)s"


def test_a_statement_is_prepared_with_a_number_for_each_of_its_parameters() -> None:
    prepare = b'PREPARE "things.list" AS SELECT $1, 5 % 2, $2::text, $1 WHERE organization_id = $3'
    assert sendable("things.list", STATEMENT).prepare == prepare


def test_once_prepared_it_is_called_with_a_value_for_each() -> None:
    called = SqlText(b'EXECUTE "things.list"(%s, %s, %s)', ("b", "a", "organization_id"))
    assert sendable("things.list", STATEMENT).execute == called


def test_without_being_prepared_it_has_every_value_in_its_place() -> None:
    plain = SqlText(
        b"SELECT %s, 5 %% 2, %s::text, %s WHERE organization_id = %s", ("b", "a", "b", "organization_id")
    )
    assert sendable("things.list", STATEMENT).plain == plain


def test_a_statement_without_parameters_is_called_by_its_name() -> None:
    assert sendable("things.all", "SELECT 1").execute == SqlText(b'EXECUTE "things.all"', ())


def test_a_message_has_the_values_of_its_calls_in_order() -> None:
    first, second = SqlText(b"A(%s, %s)", ("x", "y")), SqlText(b"B(%s)", ("x",))
    text, values = message(
        [fixed("BEGIN"), Call(first, {"y": 2, "x": 1}), Call(second, {"x": 3, "other": 4})]
    )
    assert text.split() == [b"BEGIN", b";", b"A(%s,", b"%s)", b";", b"B(%s)"]
    assert values == [1, 2, 3]


def test_what_follows_a_comment_stands_on_a_line_of_its_own() -> None:
    text, _ = message([fixed("SELECT 1 -- one"), fixed("COMMIT")])
    assert text.splitlines() == [b"SELECT 1 -- one", b"; COMMIT"]


def test_a_parameter_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError, match="y"):
        message([Call(SqlText(b"A(%s)", ("y",)), {"x": 1})])
